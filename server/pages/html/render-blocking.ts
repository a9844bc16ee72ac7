import { splitAtMain } from "./split-at-main.ts";

/** About 7 KB compressed, which together with the head fits into the first TCP flight. */
const MAX_FIRST_FLIGHT_CHARACTERS = 30_000;

/**
 * Blocks rendering until the content has arrived, or the header if the content exceeds the first flight: elements that are
 * centred or right-aligned would shift with each piece of a page. Some browsers wait for the start of the expected element
 * and others for its end, so it is the footer, after the content, or the menu, at the end of the header.
 */
export function renderBlockingLink(html: string): string {
  const [, content] = splitAtMain(html);
  const expected = content.length > MAX_FIRST_FLIGHT_CHARACTERS ? "menu" : "footer";
  // The newsroom has neither.
  return html.includes(`id="${expected}"`) ? `<link rel="expect" href="#${expected}" blocking="render">` : "";
}

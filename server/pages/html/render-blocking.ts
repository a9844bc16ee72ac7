import { splitAtMain } from "./split-at-main.ts";

/** Some seven kilobytes when compressed: with all that stands around it, what a server sends before it hears back. */
const MAX_FIRST_FLIGHT_CHARACTERS = 30_000;

/**
 * A page may come in pieces, and what is centred, right-aligned or stands on the bottom of its row moves with each.
 * So nothing is painted before the content is there, or the header, where the content is longer than one flight.
 * Some browsers wait until the named element has begun, others until it has ended: the footer follows the content, and
 * the menu is the header's end.
 */
export function renderBlockingLink(html: string): string {
  const [, content] = splitAtMain(html);
  return `<link rel="expect" href="#${content.length > MAX_FIRST_FLIGHT_CHARACTERS ? "menu" : "footer"}" blocking="render">`;
}

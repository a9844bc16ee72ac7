import type { Assets } from "./assets.ts";

/**
 * Which typefaces a page asks for at once: the headlines'. The text's waits until the page has been seen (first-paint.ts).
 * A face that a sheet asks for is sent the page's whole address as its referrer, and one that is preloaded is not if
 * the page's policy forbids it: a discreet page preloads them all.
 */
export function fontPreloads({ headlines, text }: Assets["faces"], isDiscreet: boolean): string {
  return preload(headlines) + (isDiscreet ? preload(text) : "");
}

function preload(file: string | undefined): string {
  return file ? `<link rel="preload" href="${file}" as="font" type="font/woff2" crossorigin>` : "";
}

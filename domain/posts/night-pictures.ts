import type { Picture } from "../picture.ts";

const ARTWORK_IMAGE = /<img src="(\/art\/[^"]+)-(\d+)\.webp"(?: [\w-]+="[^"]*")*>/g;

/** Adds the night version to the pictures of a prepared article that are in `artwork`. */
export function addNightPictures(html: string, artwork: readonly Pick<Picture, "src" | "night">[]): string {
  return html.replace(ARTWORK_IMAGE, (img: string, src: string, width: string) => {
    const nightWidth = artwork.find((picture) => picture.src === src)?.night?.find((each) => each >= Number(width));
    if (!nightWidth) return img;
    const media = `type="image/avif" media="(prefers-color-scheme:dark)" data-scheme="dark"`;
    return `<picture><source ${media} srcset="${src}-night-${nightWidth}.avif">${img}</picture>`;
  });
}

import { findSize, isSameArtwork, type Picture } from "../picture.ts";

const IMAGE = /<img src="([^"]+)"((?: [\w-]+(?:="[^"]*")?)*)>/g;
const WIDTH = /-(\d+)\.webp$/;
/** The width of the text, or of the whole screen on phones. */
const SIZES = "(width < 48rem) 100vw, 44rem";

/** Adds the night version to the artwork of a prepared article, and the smaller versions to its uploaded pictures. */
export function addPictureSources(html: string, artwork: readonly Pick<Picture, "src" | "night">[]): string {
  return html.replace(IMAGE, (img: string, src: string, attributes: string) => {
    if (src.startsWith("/art/")) return withNight(img, src, artwork);
    const upload = src.startsWith("/storage/") ? findSize(src) : undefined;
    return upload ? withSizes(upload, attributes) : img;
  });
}

function withNight(img: string, src: string, artwork: readonly Pick<Picture, "src" | "night">[]): string {
  const width = Number(WIDTH.exec(src)?.[1]);
  const picture = artwork.find((each) => isSameArtwork(each.src, src));
  const night = picture?.night?.find((each) => each >= width);
  if (!picture || !night) return img;
  const media = `type="image/avif" media="(prefers-color-scheme:dark)" data-scheme="dark"`;
  return `<picture><source ${media} srcset="${picture.src}-night-${night}.avif">${img}</picture>`;
}

function withSizes(
  { src, width, height, widths }: NonNullable<ReturnType<typeof findSize>>,
  attributes: string,
): string {
  const files = (format: string) => widths.map((each) => `${src}-${each}.${format} ${each}w`).join(", ");
  const others = attributes.replace(/ (?:width|height)="[^"]*"/g, "");
  const size = `width="${width}" height="${height}"`;
  return (
    `<picture><source type="image/avif" srcset="${files("avif")}" sizes="${SIZES}">` +
    `<img src="${src}-${widths[Math.floor(widths.length / 2)]}.webp" srcset="${files("webp")}" sizes="${SIZES}" ${size}${others}></picture>`
  );
}

/** A picture that scripts/make-artwork.ts made from artwork/ (content/pictures.ts lists them all), or an upload. */
export type Picture = {
  /** The URL without width and extension: "/art/hero.1a2b3c" for /art/hero.1a2b3c-960.avif and the other files. */
  readonly src: string;
  readonly width: number;
  readonly height: number;
  /** The available widths, smallest first, each as AVIF and, up to MAX_WIDTH_PX, as WebP. */
  readonly widths: readonly number[];
  /** The widths of the same picture by night, as AVIF ("/art/hero.1a2b3c-night-800.avif"). Uploads have none. */
  readonly night?: readonly number[];
  /** Where it is cropped around: column and row of a 5 by 5 grid, "11" at the top left. The middle by default. */
  readonly focus?: string;
  /** Alternative text; empty for a decorative picture. */
  readonly alt: string;
};

/** The widths that exist as WebP, too; wider files are for dense screens, whose browsers know AVIF. */
export const plainWidths = (widths: readonly number[]) => widths.filter((width) => width <= MAX_WIDTH_PX);

/** The URL of a picture where no srcset is possible. */
export function widestPicture({ src, widths }: Pick<Picture, "src" | "widths">): string {
  const widest = plainWidths(widths).at(-1);
  return widest ? `${src}-${widest}.webp` : src;
}

/** Artwork that was made again has another hash after its name: "/art/hero.1a2b3c". */
export const isSameArtwork = (one: string, other: string): boolean => one.split(".")[0] === other.split(".")[0];

/** The classes of a cropped picture (app/ui/picture.css). */
export const focusClass = (focus = "") => (focus ? `focus focus-x${focus[0]} focus-y${focus[1]}` : "");

/** The class of the field beside a picture: artwork has its backdrop (tokens.css), uploads the panel's color. */
export const backdropOf = ({ src }: Pick<Picture, "src">) =>
  `backdrop backdrop-${/^\/art\/([\w-]+)/.exec(src)?.[1] ?? "upload"}`;

/** The least width, in pixels, at which an uploaded picture fills its place at the opening of a page. */
export const OPENINGS = { home: 1_200, contact: 1_200, auth: 800 } as const;

/** Uploads are resized to fit. The height is well below WebP's limit of 16,383 px. */
export const MAX_WIDTH_PX = 2_400;
export const MAX_HEIGHT_PX = 4_800;
/** How long a deleted picture can be brought back. */
export const BIN_DAYS = 30;

const RENDITION_WIDTHS = [480, 960, 1440, 1920];
/** The name of an upload tells its size, so that pages know it without a query. */
const SIZED = /^(.*\bpictures\/[\w-]+-(\d{1,5})x(\d{1,5}))\.webp$/;
const RENDITION = /^(pictures\/[\w-]+-(\d{1,5})x\d{1,5})-(\d{1,5})\.(avif|webp)$/;

/** The name of an uploaded file, as entries store it. */
export const UPLOAD_NAME = /^(?:pictures|posts)\/[0-9a-f-]{36}(?:-\d{1,5}x\d{1,5})?\.(?:webp|gif|avif|jpg|png)$/;

/** The size and the renditions of an upload such as "pictures/{id}-2400x1600.webp"; moving pictures and older uploads have none. */
export function findSize(name: string): Omit<Picture, "alt" | "night"> | undefined {
  const [, src, width, height] = SIZED.exec(name) ?? [];
  if (!src) return undefined;
  return { src, width: Number(width), height: Number(height), widths: widthsOf(Number(width)) };
}

/** The upload from which a file such as "pictures/{id}-2400x1600-960.avif" is made. */
export function findRendition(name: string) {
  const [, base, width, wanted, format] = RENDITION.exec(name) ?? [];
  if (!base || !widthsOf(Number(width)).includes(Number(wanted))) return undefined;
  return { original: `${base}.webp`, width: Number(wanted), format: format === "avif" ? "avif" : "webp" } as const;
}

export function renditionsOf(name: string): readonly string[] {
  const { src, widths } = findSize(name) ?? { src: "", widths: [] };
  return widths.flatMap((width) => [`${src}-${width}.webp`, `${src}-${width}.avif`]);
}

function widthsOf(width: number): readonly number[] {
  const smaller = RENDITION_WIDTHS.filter((each) => each < width);
  return smaller.length < RENDITION_WIDTHS.length ? [...smaller, width] : smaller;
}

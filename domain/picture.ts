/** A picture made from artwork/ by scripts/make-artwork.ts; content/pictures.ts lists them all. */
export type Picture = {
  /** Address without width and ending: "/art/hero.1a2b3c4d" stands for /art/hero.1a2b3c4d-960.avif and its siblings. */
  readonly src: string;
  readonly width: number;
  readonly height: number;
  /** The widths that exist, smallest first, each as AVIF and as WebP. */
  readonly widths: readonly number[];
  /** What a reader who cannot see it should know; empty where it only decorates. */
  readonly alt: string;
};

/** The backdrops of the artwork: a field in the same tint continues its picture. */
export type Tint = "sand" | "cream" | "mist" | "blush" | "sage" | "clay" | "slate";

const STORED = "/storage/v1/object/public/";
const PICTURE_FILE = /\.(?:avif|webp|jpe?g|png|gif|svg)$/i;
/** Stands for the site itself, whatever its address is. */
const HERE = "http://here.invalid";

/**
 * The address of a picture that may be shown: a file of this site, or one in the storage of its backend. Read as a
 * browser reads it, so that no spelling (`/\t/`, `/\\`) leads elsewhere.
 */
export function findOwnPicture(address: string, backend: string): string | undefined {
  if (!URL.canParse(address, HERE)) return undefined;
  const { origin, href, pathname } = new URL(address, HERE);
  if (!PICTURE_FILE.test(pathname)) return undefined;
  if (origin === HERE) return pathname;
  return origin === backend && pathname.startsWith(STORED) ? href : undefined;
}

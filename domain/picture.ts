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

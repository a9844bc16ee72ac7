import type { Picture } from "../../domain/picture.ts";

/** One address for machines that take no choice of widths. */
export function widestPicture({ src, widths }: Pick<Picture, "src" | "widths">): string {
  const widest = widths.at(-1);
  return widest ? `${src}-${widest}.webp` : src;
}

import type { Picture } from "../../domain/picture.ts";

/** The URL of a picture where no srcset is possible. */
export function widestPicture({ src, widths }: Pick<Picture, "src" | "widths">): string {
  const widest = widths.at(-1);
  return widest ? `${src}-${widest}.webp` : src;
}

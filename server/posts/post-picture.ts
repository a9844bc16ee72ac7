import { pictures } from "../../content/pictures.ts";
import { findOwnPicture, type Picture } from "../../domain/picture.ts";

/** The picture of a post that brings none, or one from elsewhere. */
const STOCK: Picture = { ...pictures["post-stock"], alt: "" };
/** Uploads come in any shape; every place that shows one crops it to its own, so the shape only reserves room. */
const UPLOADED = { width: 1800, height: 1200, widths: [], alt: "" } as const;
const ARTWORK = new Map<string, Picture>(
  Object.values(pictures).map((picture) => [picture.src, { ...picture, alt: "" }]),
);

export function pictureOf(imageUrl: string | null, backend: string): Picture {
  const address = imageUrl && findOwnPicture(imageUrl, backend);
  if (!address) return STOCK;
  if (!address.startsWith("/art/")) return { src: address, ...UPLOADED };
  // Artwork that was made anew has another address; what is gone is replaced, not shown broken.
  return ARTWORK.get(address.replace(/-\d+\.\w+$/, "")) ?? STOCK;
}

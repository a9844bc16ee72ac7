import { pictures } from "../../content/pictures.ts";
import { findOwnPicture, findSize, isSameArtwork, type Picture } from "../../domain/picture.ts";

/** For posts without a picture, or with one from another site. */
const DEFAULT_PICTURE: Picture = { ...pictures["post-stock"], alt: "" };
/** For uploads whose name does not tell their size: they are cropped where shown, so these dimensions only reserve space. */
const UPLOADED = { width: 1800, height: 1200, widths: [], alt: "" } as const;
const ARTWORK = Object.values(pictures);

export function pictureOf(imageUrl: string | null, backend: string): Picture {
  const address = imageUrl && findOwnPicture(imageUrl, backend);
  if (!address) return DEFAULT_PICTURE;
  if (!address.startsWith("/art/")) return { src: address, ...UPLOADED, ...findRenditions(address) };
  const artwork = ARTWORK.find(({ src }) => isSameArtwork(src, address));
  return artwork ? { ...artwork, alt: "" } : DEFAULT_PICTURE;
}

/** This site's storage makes smaller versions; Supabase's stores the uploaded file alone. */
const findRenditions = (address: string) => (address.startsWith("/") ? findSize(address) : undefined);

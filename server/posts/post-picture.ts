import { pictures } from "../../content/pictures.ts";
import { posts as samples } from "../../content/posts.ts";
import { findOwnPicture, findSize, isSameArtwork, type Picture } from "../../domain/picture.ts";

/** For posts without a picture, or with one from another site. */
const DEFAULT_PICTURE: Picture = { ...pictures["post-stock"], alt: "" };
/** For uploads whose name does not tell their size: they are cropped where shown, so these dimensions only reserve space. */
const UPLOADED = { width: 1800, height: 1200, widths: [], alt: "" } as const;
const ARTWORK = Object.values(pictures);
/** A post has no alternative text of its own; the artwork of the samples is described with them. */
const ARTWORK_ALTS = new Map<string, string>(samples.map(({ image: { src, alt } }) => [src, alt]));

export function pictureOf(imageUrl: string | null, backend: string): Picture {
  const address = imageUrl && findOwnPicture(imageUrl, backend);
  if (!address) return DEFAULT_PICTURE;
  if (!address.startsWith("/art/")) return { src: address, ...UPLOADED, ...findRenditions(address) };
  const artwork = ARTWORK.find(({ src }) => isSameArtwork(src, address));
  return artwork ? { ...artwork, alt: ARTWORK_ALTS.get(artwork.src) ?? "" } : DEFAULT_PICTURE;
}

/** This site's storage makes smaller versions; Supabase's stores the uploaded file alone. */
const findRenditions = (address: string) => (address.startsWith("/") ? findSize(address) : undefined);

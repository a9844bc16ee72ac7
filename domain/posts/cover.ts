/** The picture on top of a post, as its column `image_url` has it: the facts stand after the #, which browsers keep to themselves. */
export type Cover = {
  /** Empty: the stock picture. */
  readonly src: string;
  /** Empty for a decorative picture. */
  readonly alt: string;
  /** As in Picture; empty: the middle. */
  readonly focus: string;
};

/** In any script, its address stays within the limit of the column. */
export const MAX_COVER_ALT = 200;

export function readCover(address: string): Cover {
  const [src = "", facts = ""] = address.split("#", 2);
  const found = new URLSearchParams(facts);
  const focus = found.get("focus") ?? "";
  return { src, alt: found.get("alt") ?? "", focus: /^[1-5]{2}$/.test(focus) ? focus : "" };
}

export function writeCover({ src, alt, focus }: Cover): string {
  const facts = new URLSearchParams({ ...(focus && { focus }), ...(alt && { alt }) }).toString();
  return src && facts ? `${src}#${facts}` : src;
}

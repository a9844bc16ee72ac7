/** A tag of BCP 47 in its canonical form, without extensions, which is what addresses and `lang` need. */
export function isLanguage(tag: string): boolean {
  try {
    return /^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/.test(tag) && Intl.getCanonicalLocales(tag)[0] === tag;
  } catch {
    return false;
  }
}

/** The first of these that is the tag of a language; empty if there is none. */
export const firstLanguage = (...given: readonly unknown[]): string =>
  given.find((tag): tag is string => typeof tag === "string" && isLanguage(tag)) ?? "";

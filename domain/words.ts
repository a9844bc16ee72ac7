/**
 * The words of the software for one part of the site (messages/en.ts, de.ts … beside it). English is there at once,
 * because the specification's texts are English; another language is loaded where a page needs it.
 */
export type Catalogue<Words> = {
  readonly en: Words;
  /** One function a language, such as `de: () => import("./messages/de.ts")`. */
  readonly others: Readonly<Record<string, () => Promise<{ readonly words: Words }>>>;
};

/** Literal types of `en` become strings, so that another language fits; a missing key does not compile. */
export type WordsLike<English> = English extends string
  ? string
  : English extends (...values: infer Values) => string
    ? (...values: Values) => string
    : { readonly [Key in keyof English]: WordsLike<English[Key]> };

/** The form of language tags, as in public.is_locale(). */
export function isLanguage(tag: unknown): tag is string {
  return typeof tag === "string" && /^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/.test(tag);
}

/** German as spoken in Austria finds German; a language without words finds English. */
export function loadWords<Words>(catalogue: Catalogue<Words>, language: string): Words | Promise<Words> {
  const load = catalogue.others[language] ?? catalogue.others[language.split("-")[0] ?? ""];
  if (!load) return catalogue.en;
  const loaded = loading.get(load) ?? load().then(({ words }) => words);
  loading.set(load, loaded);
  return loaded as Promise<Words>;
}

/** `use()` needs the same promise at each render. */
const loading = new Map<() => Promise<unknown>, Promise<unknown>>();

/** Words of the server, which has them all: German as spoken in Austria finds German. */
export function chooseWords<English>(
  { en, ...others }: { readonly en: English } & Readonly<Record<string, WordsLike<English>>>,
  language: string,
): WordsLike<English> {
  return others[language] ?? others[language.split("-")[0] ?? ""] ?? (en as WordsLike<English>);
}

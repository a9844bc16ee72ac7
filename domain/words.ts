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

/** A promise on the first call only. German as spoken in Austria finds German; a language without words finds English. */
export function loadWords<Words>(catalogue: Catalogue<Words>, language: string): Words | Promise<Words> {
  const loading = loadingWords(catalogue, language);
  if (!loading) return catalogue.en;
  return loading.status === "fulfilled" ? (loading.value as Words) : loading;
}

/** With the fields that React reads of a promise, so that use() has the words at once when they are loaded. */
type Loading<Words> = Promise<Words> & { status?: "fulfilled"; value?: Words };

/** The same promise for each use(); undefined if the words are the English ones. */
export function loadingWords<Words>(catalogue: Catalogue<Words>, language: string): Loading<Words> | undefined {
  const load = inLanguage(catalogue.others, language);
  if (!load) return undefined;
  const known = loadings.get(load) ?? start(load);
  loadings.set(load, known);
  return known as Loading<Words>;
}

const loadings = new Map<() => Promise<unknown>, Loading<unknown>>();

function start<Words>(load: () => Promise<{ readonly words: Words }>): Loading<Words> {
  const loading: Loading<Words> = load().then(
    ({ words }) => Object.assign(loading, { status: "fulfilled", value: words } as const).value,
    (error: unknown) => {
      // The next call tries again.
      loadings.delete(load);
      throw error;
    },
  );
  return loading;
}

/** What there is for a language, or for the language of which it is a variant. */
export const inLanguage = <Value>(all: Readonly<Record<string, Value>>, language: string): Value | undefined =>
  all[language] ?? all[language.split("-")[0] ?? ""];

type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string };

/** The form for a number by the rules of the language. */
export const plural = (language: string, count: number, forms: PluralForms): string =>
  forms[new Intl.PluralRules(language).select(count)] ?? forms.other;

/** For the server, which has all words at once. */
export const chooseWords = <English>(
  { en, ...others }: { readonly en: English } & Readonly<Record<string, WordsLike<English>>>,
  language: string,
): WordsLike<English> => inLanguage(others, language) ?? (en as WordsLike<English>);

/** The form of a tag, as in public.is_locale(). */
const TAG = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/;

/** The first of these that is the tag of a language; empty if there is none. */
export const firstLanguage = (...given: readonly unknown[]): string =>
  given.find((tag): tag is string => typeof tag === "string" && TAG.test(tag)) ?? "";

/** What the addresses of a language begin with: "/pt-br", and nothing for the first. */
export const prefixOf = (locale: string): string => locale && `/${locale.toLowerCase()}`;

/** The first language of a site, and the locales that visitors may see. */
export type SiteLanguages = { readonly language: string; readonly locales: readonly string[] };

/** What addresses for a reader of this language begin with. German as spoken in Austria leads to German. */
export function prefixIn({ language: first, locales }: SiteLanguages, language: string): string {
  const tags = [language, language.split("-")[0] ?? ""];
  const tag = tags.find((each) => each === first || locales.includes(each)) ?? "";
  return tag === first ? "" : prefixOf(tag);
}

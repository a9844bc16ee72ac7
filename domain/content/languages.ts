import { prefixOf } from "../words.ts";
import { addressOf, hasSlug } from "./addresses.ts";
import type { CollectionName, Content, StoredContent } from "./collections.ts";
import { hasPage, pathOfEntry } from "./entry-pages.ts";
import type { Field } from "./fields.ts";
import { RESERVED_SEGMENTS } from "./page-paths.ts";

/** A tag of BCP 47 in its canonical form, without extensions, which is what addresses and `lang` need. */
export function isLanguage(tag: string): boolean {
  try {
    return /^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/.test(tag) && Intl.getCanonicalLocales(tag)[0] === tag;
  } catch {
    return false;
  }
}

/** Why the pages of a language cannot be at its address. The database says the same. */
export function explainTakenTag(tag: string, paths: readonly string[]): string | undefined {
  const segment = tag.toLowerCase();
  const isTaken = (path: string) => path.split("/")[1] === segment;
  const taken = RESERVED_SEGMENTS.includes(segment) ? `/${segment}` : paths.find(isTaken);
  return taken && `${taken} is an address of this site, so the pages in this language could not be at /${segment}.`;
}

/** What rows store: empty for the first language. */
export const localeOf = ({ languages, language }: Pick<StoredContent, "languages" | "language">): string =>
  language === languages.first ? "" : language;

export { prefixOf };

/** The locales that visitors may see, the first language's first. */
export const publicLocales = ({
  languages: { first, others },
}: Pick<StoredContent, "languages">): readonly string[] => [
  "",
  ...others.filter(({ tag, public: isPublic }) => isPublic === "yes" && tag !== first).map(({ tag }) => tag),
];

export type Place = { readonly locale: string; /** Without the language. */ readonly path: string };

/** Takes the language off a path. */
export function placeOf(path: string, locales: readonly string[]): Place {
  if (locales.length > 1) {
    const end = path.indexOf("/", 1);
    // The data of the home page is at /de.data.
    const first = end < 0 ? path.replace(/\.data$/, "") : path.slice(0, end);
    const locale = locales.find((each) => each && prefixOf(each) === first);
    if (locale) return { locale, path: end < 0 ? "/" : path.slice(end) };
  }
  return { locale: "", path };
}

export const addressIn = ({ locale, path }: Place): string =>
  path === "/" ? prefixOf(locale) || "/" : prefixOf(locale) + path;

/** Screens of the newsroom and previews have no language in their address. */
export const isWithoutLanguage = (path: string): boolean =>
  /^\/(?:newsroom|preview|blog\/new|blog\/[^/]+\/edit)(?:[/.]|$)/.test(path);

/** Names, figures, pictures and links are the same in all languages; so are these collections as a whole. */
const SHARED: ReadonlySet<CollectionName> = new Set(["contact", "languages", "facts", "design", "answers"]);
const SHARED_KINDS: ReadonlySet<Field["kind"]> = new Set([
  "link",
  "number",
  "date",
  "choice",
  "picture",
  "focus",
  "color",
  "drawing",
]);

export const isShared = (collection: CollectionName): boolean => SHARED.has(collection);
/** The form shows such a field beside the original, and does not ask for it. */
export const isSharedField = ({ kind, isShared: isOwn = false }: Field): boolean => isOwn || SHARED_KINDS.has(kind);

/** Figures are written in the notation of the language: 4.5 and 4,5. */
type WriteFigure = (figure: string) => string;

export function figureWriter(from: string, to: string): WriteFigure {
  const [before, after] = [from, to].map((tag) => Intl.NumberFormat(tag).format(0.5).charAt(1));
  if (before === after) return (figure) => figure;
  return (figure) => figure.replace(/[.,]/g, (sign) => (sign === "." ? "," : "."));
}

/** A translation with what follows the original: items of lists of the same length follow one by one. */
export function followOriginal(field: Field, write: WriteFigure, original: unknown, translated: unknown): unknown {
  if (original === undefined) return translated;
  if (isSharedField(field))
    return field.label === "Figure" && typeof original === "string" ? write(original) : original;
  if (field.kind === "list" && field.item && Array.isArray(original) && Array.isArray(translated)) {
    const { item } = field;
    if (original.length !== translated.length) return translated;
    return translated.map((each, index) => followOriginal(item, write, original[index], each));
  }
  const group = field.kind === "variant" ? field.variants?.[kindOf(original)] : field;
  if (group?.kind !== "group" || !isRecord(original) || !isRecord(translated)) return translated;
  if (field.kind === "variant" && kindOf(original) !== kindOf(translated)) return translated;
  const followed = Object.entries(group.fields ?? {}).map(([name, inner]) => [
    name,
    followOriginal(inner, write, original[name], translated[name]),
  ]);
  return { ...translated, ...Object.fromEntries(followed.filter(([, value]) => value !== undefined)) };
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;
const kindOf = (value: unknown) => (isRecord(value) ? String(value.kind) : "");

// The path of the same page in another language: of the same entry, or of the same route. Undefined if the entry is not
// translated; whether there is such a page is left open.
export function samePath(path: string, from: Content, to: Content): string | undefined {
  for (const name of WITH_PAGES) {
    const entry = (from[name] as readonly Listed[]).find((each) => addressOfEntry(name, each) === path);
    if (!entry) continue;
    const same = (to[name] as readonly Listed[]).find(({ id }) => id === entry.id);
    return same && addressOfEntry(name, same);
  }
  return path;
}

type Listed = { readonly id: string; readonly slug?: string; readonly path?: string };
const WITH_PAGES = ["services", "case-studies", "authors", "pages"] as const;
const addressOfEntry = (name: CollectionName, entry: Listed) =>
  hasSlug(name) ? addressOf(name, entry) : (entry.path ?? "");

/** Whether pages of this path, or of a route with parameters, lack texts of their own. */
export const lacksTexts = ({ missing }: Pick<StoredContent, "missing">, path: string): boolean =>
  missing.some((name) => !hasPage(name) && patternOf(pathOfEntry(name)) === patternOf(path));

const patternOf = (path: string) => path.replace(/:\w+|\{\w+\}/g, "*");

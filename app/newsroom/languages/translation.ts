import type { CollectionName } from "../../../domain/content/collections.ts";
import type { Say } from "../../../domain/content/field-words.ts";
import type { Field } from "../../../domain/content/fields.ts";
import { figureWriter, followOriginal, isShared, isSharedField } from "../../../domain/content/languages.ts";
import { isSame, shape, type Value, valueAt } from "../../../domain/content/values.ts";
import { type CollectionState, type Entry, isShown, misfit, valueOfRow } from "../site/entry-states.ts";
import type { SiteRows, StoredEntry } from "../site/site-rows.ts";
import type { SiteWords } from "../site/words.ts";

/** A translation that is edited beside its original. */
export type Translation = {
  readonly locale: string;
  /** The tag of the original. */
  readonly first: string;
  readonly originals: CollectionState;
  readonly original: Value;
  /** The original as it was when it was translated. */
  readonly was: Value | undefined;
};

export type TranslatedOriginal = { readonly collection: string; readonly key: string; readonly data: unknown };
export type TranslationMark = "current" | "outdated" | "missing";

/** What visitors see of an original. */
export const shownValue = (field: Field, { live, shipped }: Entry): Value =>
  shape(field, live && !live.hidden ? valueOfRow(live) : shipped);

/** The entries of a collection in another language, each beside its original. */
export function translatedState(
  originals: CollectionState,
  rows: SiteRows,
  { first, locale }: Pick<Translation, "first" | "locale">,
  say: Say,
): CollectionState {
  const { name, field } = originals;
  const entries: Entry[] = [];
  for (const original of originals.entries.filter(isShown)) {
    const isOwn = (row: { readonly collection: string; readonly key: string }) =>
      row.collection === name && row.key === original.key;
    const own = rows.entries.filter(isOwn);
    const [live, scheduled] = [own.find(isDue), own.find((row) => !isDue(row))];
    const draft = rows.drafts.find(isOwn);
    const from = shownValue(field, original);
    const stored = valueOfRow(draft ?? scheduled ?? live) ?? withoutWords(field, from);
    const reason = live && misfit(originals, live, say);
    const state = reason ? "misfit" : !live ? "new" : live.hidden ? "hidden" : "edited";
    const value = shape(field, followOriginal(field, figureWriter(first, locale), from, stored));
    entries.push({ ...original, state, reason, live, scheduled, draft, shipped: undefined, sample: undefined, value });
  }
  return { ...originals, entries, shown: entries.filter(isShown).length };
}

const isDue = ({ live_from }: StoredEntry) => Date.parse(live_from) <= Date.now();

export const isWords = ({ kind }: Field) => kind === "text" || kind === "long" || kind === "rich";

/** What a translator begins with: all that follows the original, and no words. */
function withoutWords(field: Field, value: unknown): unknown {
  if (isSharedField(field)) return value;
  if (isWords(field)) return "";
  const { item } = field;
  if (field.kind === "list" && item && Array.isArray(value)) return value.map((each) => withoutWords(item, each));
  const group = groupOf(field, value);
  if (!group) return value;
  const inner = Object.entries(group.fields ?? {});
  return Object.fromEntries(inner.map(([name, each]) => [name, withoutWords(each, valueAt(value, name))]));
}

/** The paths of words that differ between two states of an original. */
export function changedWords(field: Field, was: unknown, now: unknown, path = ""): readonly string[] {
  if (isSharedField(field) || isSame(was, now)) return [];
  const { item } = field;
  const at = (name: string | number) => (path ? `${path}.${name}` : String(name));
  if (field.kind === "list" && item && Array.isArray(was) && Array.isArray(now) && was.length === now.length) {
    return now.flatMap((each, index) => changedWords(item, was[index], each, at(index)));
  }
  const group = groupOf(field, now);
  if (!group) return [path];
  return Object.entries(group.fields ?? {}).flatMap(([name, inner]) =>
    changedWords(inner, valueAt(was, name), valueAt(now, name), at(name)),
  );
}

function groupOf(field: Field, value: unknown): Field | undefined {
  if (field.kind === "variant") return field.variants?.[String(valueAt(value, "kind"))];
  return field.kind === "group" ? field : undefined;
}

const hasWords = (field: Field, value: unknown): boolean => !isSame(withoutWords(field, value), value);

/** Of entries with words that visitors see; nothing where nothing is translated. */
export function marksOf(
  originals: CollectionState,
  rows: SiteRows,
  were: readonly TranslatedOriginal[],
): readonly { readonly entry: Entry; readonly mark: TranslationMark }[] {
  const { name, field } = originals;
  if (isShared(name)) return [];
  return originals.entries.filter(isShown).flatMap((entry) => {
    const now = shownValue(field, entry);
    if (!hasWords(field, now)) return [];
    const isOwn = (row: { readonly collection: string; readonly key: string }) =>
      row.collection === name && row.key === entry.key;
    const row = rows.entries.find((each) => isOwn(each) && !each.hidden && Date.parse(each.live_from) <= Date.now());
    const was = wasOf(field, entry, were.find(isOwn));
    const mark = !row ? "missing" : was && changedWords(field, was, now).some(isNoAddress) ? "outdated" : "current";
    return [{ entry, mark }];
  });
}

/** Each language has addresses of its own. */
export const isNoAddress = (path: string) => path !== "slug" && path !== "path";

/** Without a version of its own it was translated from what came with the site. */
export const wasOf = (field: Field, original: Entry, stored: TranslatedOriginal | undefined): Value | undefined =>
  stored ? shape(field, stored.data) : original.sample;

/** The kinds of /newsroom/languages. */
export const KINDS: readonly {
  readonly kind: keyof SiteWords["languages"]["kinds"];
  readonly names: (name: CollectionName) => boolean;
}[] = [
  { kind: "home", names: (name) => /^(identity|navigation|footer|closing|pillars|page-home)$/.test(name) },
  { kind: "services", names: (name) => name.startsWith("service") },
  { kind: "cases", names: (name) => name === "case-studies" },
  { kind: "pages", names: (name) => name === "pages" },
  { kind: "people", names: (name) => /^(leaders|authors|jobs|benefits|testimonials)$/.test(name) },
  { kind: "legal", names: (name) => name === "privacy" || name === "terms" },
  { kind: "others", names: () => true },
];

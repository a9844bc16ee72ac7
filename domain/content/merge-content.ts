import * as v from "valibot";
import {
  type Collection,
  type CollectionName,
  type StoredContent,
  collections,
  findCollection,
  SINGLE_KEY,
} from "./collections.ts";
import { hasPage, pathOfEntry } from "./entry-pages.ts";
import { type Field, fieldOf } from "./fields.ts";
import { figureWriter, followOriginal, isShared } from "./languages.ts";

export type EntryRow = {
  readonly collection: string;
  readonly key: string;
  readonly position: number;
  readonly data: unknown;
  readonly hidden: boolean;
  readonly live_from: string;
  readonly version: number;
  /** Its part of the address; empty where that is the key. */
  readonly slug?: string | undefined;
  /** Empty or left out for the first language. */
  readonly locale?: string | undefined;
  /** The version of the original that a translation renders; null if none was stored. */
  readonly translated_version?: number | null | undefined;
};

/** A stored entry, or a list, that pages do not show. */
export type Misfit = { readonly collection: string; readonly key: string; readonly reason: string };

type Item = { readonly id: string; readonly slug?: string; readonly [field: string]: unknown };

/** The distance between shipped entries, so that others can stand between them. */
const STEP = 1_000;

export const shippedPosition = (index: number) => (index + 1) * STEP;

/** Stored over shipped content. A stored entry that does not fit its schema changes nothing. */
export function mergeContent(
  shipped: StoredContent,
  rows: readonly EntryRow[],
  onMisfit: (misfit: Misfit) => void,
): StoredContent {
  const stored = newestByCollection(rows.filter(({ locale = "" }) => locale === ""));
  const merged = NAMES.map((name) => {
    const own = stored.get(name) ?? new Map<string, EntryRow>();
    return [name, collections[name].kind === "list" ? mergeList(name) : mergeSingle(name)];

    function mergeSingle(collection: CollectionName): unknown {
      const row = own.get(SINGLE_KEY);
      const data = row && withNewFields(row.data, shipped[collection]);
      return (row && fit(collection, { ...row, data }, onMisfit)) ?? shipped[collection];
    }

    function mergeList(collection: CollectionName): readonly Item[] {
      const { min, max, isSeeded } = findCollection(collection) as Collection & { readonly kind: "list" };
      const defaults = isSeeded ? [] : (shipped[collection] as readonly Item[]);
      const placed = new Map(defaults.map((item, index) => [item.id, { item, position: shippedPosition(index) }]));
      for (const row of own.values()) {
        const data = row.hidden ? undefined : fit(collection, row, onMisfit);
        if (data)
          placed.set(row.key, {
            item: { id: row.key, ...(row.slug && { slug: row.slug }), ...data },
            position: row.position,
          });
        else if (row.hidden) placed.delete(row.key);
      }
      const items = [...placed.values()].toSorted((a, b) => a.position - b.position).map(({ item }) => item);
      if (items.length >= min && items.length <= max) return items;
      onMisfit({ collection, key: "", reason: `${items.length} entries; pages need ${min} to ${max}` });
      return defaults;
    }
  });
  const content = { ...Object.fromEntries(merged), missing: [] } as unknown as StoredContent;
  return { ...content, language: content.languages.first };
}

const NAMES = Object.keys(collections) as CollectionName[];

// The site in another language. Lists have what is translated, in the order of the original. Texts of a page that are not
// translated stay as they are and are named as missing, because the page does not exist in this language then.
export function mergeTranslation(
  original: StoredContent,
  rows: readonly EntryRow[],
  locale: string,
  onMisfit: (misfit: Misfit) => void,
): StoredContent {
  const stored = newestByCollection(rows.filter((row) => row.locale === locale));
  const missing: CollectionName[] = [];
  const write = figureWriter(original.languages.first, locale);
  const translate = (name: CollectionName, from: object, row: EntryRow | undefined) => {
    if (!row || row.hidden) return undefined;
    const { kind, schema } = collections[name];
    const field = fieldOf(schema);
    const own = kind === "single" ? withNewFields(row.data, from) : row.data;
    const data = followOriginal(field, write, from, own);
    return fit(name, { ...row, data }, onMisfit);
  };
  const merged = NAMES.map((name): readonly [CollectionName, unknown] => {
    const own = stored.get(name) ?? new Map<string, EntryRow>();
    const from = original[name];
    if (isShared(name)) return [name, from];
    if (!Array.isArray(from)) {
      const translated = translate(name, from, own.get(SINGLE_KEY));
      if (!translated && needsWords(name, original)) missing.push(name);
      return [name, translated ?? (name === "newsletter" ? { ...original.newsletter, form: "hidden" } : from)];
    }
    const items = (from as readonly Item[]).flatMap((item) => {
      const row = own.get(item.id);
      const translated = translate(name, item, row);
      return translated ? [{ id: item.id, ...(row?.slug && { slug: row.slug }), ...translated }] : [];
    });
    const { min } = findCollection(name) as Collection & { readonly kind: "list" };
    if (items.length < min && !hasPage(name) && pathOfEntry(name) !== "/") missing.push(name);
    return [name, items];
  });
  return { ...(Object.fromEntries(merged) as StoredContent), language: locale, missing };
}

/** A form without own fields has no words, and a hidden newsletter form is nowhere. */
const needsWords = (name: CollectionName, { form }: StoredContent) =>
  name !== "newsletter" && (name !== "form" || form.fields.length > 0);

function fit(
  collection: CollectionName,
  { key, data }: EntryRow,
  onMisfit: (misfit: Misfit) => void,
): object | undefined {
  const known = withKnownKinds(fieldOf(collections[collection].schema), data, (reason) =>
    onMisfit({ collection, key, reason }),
  );
  const result = v.safeParse(collections[collection].schema, known);
  if (result.success) return result.output;
  onMisfit({ collection, key, reason: describeIssue(result.issues[0]) });
  return undefined;
}

/** Leaves out the items of lists of variants whose kind only another version of the site knows. */
function withKnownKinds(field: Field, data: unknown, onUnknown: (reason: string) => void): unknown {
  const mended: Record<string, unknown> = { ...(data as object) };
  for (const [name, { item }] of Object.entries(field.fields ?? {})) {
    const items = mended[name];
    if (item?.kind !== "variant" || !Array.isArray(items)) continue;
    const isKnown = ({ kind }: { readonly kind?: unknown }) => Object.hasOwn(item.variants ?? {}, String(kind));
    mended[name] = items.filter((each: { readonly kind?: unknown } | null) => {
      if (typeof each !== "object" || each === null || isKnown(each)) return true;
      onUnknown(`${name}: the kind ${String(each.kind)} is unknown`);
      return false;
    });
  }
  return mended;
}

/** The only entry of a collection. Fields that came with a newer version, after it was stored, are as shipped. */
export const withNewFields = (data: unknown, shipped: object) => ({ ...shipped, ...(data as object) });

/** A scheduled row whose time has come may stand beside the one it replaces until the next write. */
function newestByCollection(rows: readonly EntryRow[]): ReadonlyMap<string, Map<string, EntryRow>> {
  const found = new Map<string, Map<string, EntryRow>>();
  for (const row of rows) {
    const entries = found.get(row.collection) ?? new Map<string, EntryRow>();
    const other = entries.get(row.key);
    if (!other || Date.parse(row.live_from) >= Date.parse(other.live_from)) entries.set(row.key, row);
    found.set(row.collection, entries);
  }
  return found;
}

export function describeIssue(issue: v.BaseIssue<unknown>): string {
  return `${v.getDotPath(issue) ?? "data"}: ${issue.message}`;
}

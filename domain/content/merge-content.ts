import * as v from "valibot";
import {
  type Collection,
  type CollectionName,
  type StoredContent,
  collections,
  findCollection,
  SINGLE_KEY,
} from "./collections.ts";
import { type Field, fieldOf } from "./fields.ts";

/** A row of public.entries. */
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
  const stored = newestByCollection(rows);
  const names = Object.keys(collections) as CollectionName[];
  const merged = names.map((name) => {
    const own = stored.get(name) ?? new Map<string, EntryRow>();
    return [name, collections[name].kind === "list" ? mergeList(name) : mergeSingle(name)];

    function mergeSingle(collection: CollectionName): unknown {
      const row = own.get(SINGLE_KEY);
      const data = row && withNewFields(row.data, shipped[collection]);
      return (row && fit(collection, { ...row, data })) ?? shipped[collection];
    }

    function mergeList(collection: CollectionName): readonly Item[] {
      const { min, max, isSeeded } = findCollection(collection) as Collection & { readonly kind: "list" };
      const defaults = isSeeded ? [] : (shipped[collection] as readonly Item[]);
      const placed = new Map(defaults.map((item, index) => [item.id, { item, position: shippedPosition(index) }]));
      for (const row of own.values()) {
        const data = row.hidden ? undefined : fit(collection, row);
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
  return Object.fromEntries(merged) as StoredContent;

  function fit(collection: CollectionName, { key, data }: EntryRow): object | undefined {
    const known = withKnownKinds(fieldOf(collections[collection].schema), data, (reason) =>
      onMisfit({ collection, key, reason }),
    );
    const result = v.safeParse(collections[collection].schema, known);
    if (result.success) return result.output;
    onMisfit({ collection, key, reason: describeIssue(result.issues[0]) });
    return undefined;
  }
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

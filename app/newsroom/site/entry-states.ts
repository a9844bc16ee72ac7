import {
  type Collection,
  type CollectionName,
  collections,
  findCollection,
  SINGLE_KEY,
  type StoredContent,
} from "../../../domain/content/collections.ts";
import { type Field, fieldOf } from "../../../domain/content/fields.ts";
import { mergeContent, shippedPosition, withNewFields } from "../../../domain/content/merge-content.ts";
import { isOpenJob, withOpenJobs } from "../../../domain/content/site-facts.ts";
import { check, isSame, nameOf, shape, type Value } from "./entry-value.ts";
import type { EntryDraft, SiteRows, StoredEntry } from "./site-rows.ts";

type EntryState = "shipped" | "edited" | "hidden" | "misfit" | "new";

export type Entry = {
  readonly collection: CollectionName;
  readonly key: string;
  readonly title: string;
  readonly position: number;
  readonly state: EntryState;
  /** Why visitors do not see the stored version. */
  readonly reason?: string | undefined;
  readonly live: StoredEntry | undefined;
  readonly scheduled: StoredEntry | undefined;
  readonly draft: EntryDraft | undefined;
  readonly shipped: Value | undefined;
  /** The newest text: draft, scheduled, live or shipped. */
  readonly value: Value;
};

export type CollectionState = {
  readonly name: CollectionName;
  readonly collection: Collection;
  readonly field: Field;
  /** In the order of the pages; entries that exist only as a draft come last. */
  readonly entries: readonly Entry[];
  /** The number of entries that visitors see. */
  readonly shown: number;
};

export function isCollection(name: string): name is CollectionName {
  return Object.hasOwn(collections, name);
}

export function siteState(shipped: StoredContent, rows: SiteRows): readonly CollectionState[] {
  return (Object.keys(collections) as CollectionName[]).map((name) => collectionState(shipped, rows, name));
}

/** The content that visitors see today, a date in the agency's time zone. */
export function liveContent(shipped: StoredContent, { entries }: SiteRows, today: string): StoredContent {
  const live = entries.filter(({ live_from }) => Date.parse(live_from) <= Date.now());
  return withOpenJobs(
    mergeContent(shipped, live, () => {}),
    today,
  );
}

/** The name of the picture that stands for an entry. Portraits have no alternative text of their own. */
export function pictureOf({
  value: { image },
}: Entry): { readonly name: string; readonly isPortrait: boolean } | undefined {
  if (typeof image === "string") return { name: image, isPortrait: true };
  const { picture } = (image ?? {}) as { readonly picture?: string };
  return picture === undefined ? undefined : { name: picture, isPortrait: false };
}

export function collectionState(shipped: StoredContent, rows: SiteRows, name: CollectionName): CollectionState {
  const collection = findCollection(name);
  const field = fieldOf(collection.schema);
  const defaults = shippedEntries(shipped, name);
  const stored = rows.entries.filter((row) => row.collection === name);
  const drafts = rows.drafts.filter((row) => row.collection === name);
  const keys = new Set([...defaults.keys(), ...stored.map(({ key }) => key), ...drafts.map(({ key }) => key)]);
  const entries = [...keys].map((key) => {
    const own = stored.filter((row) => row.key === key);
    const draft = drafts.find((row) => row.key === key);
    return entryState({ name, collection, field, key, own, draft, origin: defaults.get(key) });
  });
  return {
    name,
    collection,
    field,
    entries: entries.toSorted((a, b) => a.position - b.position),
    shown: entries.filter(isShown).length,
  };
}

/** Visitors see the entry, or the shipped one with its key. */
export const isShown = ({ state, shipped }: Entry) =>
  state === "shipped" || state === "edited" || (state === "misfit" && shipped !== undefined);

/** A job that visitors no longer see, because its last day is over. */
export const isClosed = ({ collection, live, shipped }: Entry, today: string) =>
  collection === "jobs" && !isOpenJob(live?.data ?? shipped ?? {}, today);

type Found = {
  readonly name: CollectionName;
  readonly collection: Collection;
  readonly field: Field;
  readonly key: string;
  readonly own: readonly StoredEntry[];
  readonly draft: EntryDraft | undefined;
  readonly origin: { readonly value: Value; readonly position: number } | undefined;
};

function entryState({ name, collection, field, key, own, draft, origin }: Found): Entry {
  const byDate = own.toSorted((a, b) => Date.parse(a.live_from) - Date.parse(b.live_from));
  const live = byDate.findLast(({ live_from }) => Date.parse(live_from) <= Date.now());
  const scheduled = byDate.find(({ live_from }) => Date.parse(live_from) > Date.now());
  const shipped = origin && shape(field, origin.value);
  const complete = (data: unknown) => (collection.kind === "single" ? withNewFields(data, origin?.value ?? {}) : data);
  const value = shape(field, complete((draft ?? scheduled ?? live)?.data ?? shipped));
  const reason = live && misfit(collection, field, { ...live, data: complete(live.data) });
  return {
    collection: name,
    key,
    title: (collection.kind === "list" && (value[collection.title] as string)) || titleOf(collection, key),
    position: (live ?? scheduled)?.position ?? origin?.position ?? Infinity,
    state: reason ? "misfit" : liveState(live, shipped, field),
    reason,
    live,
    scheduled,
    draft,
    shipped,
    value,
  };
}

function liveState(live: StoredEntry | undefined, shipped: Value | undefined, field: Field): EntryState {
  if (!live) return shipped ? "shipped" : "new";
  if (live.hidden) return "hidden";
  // A moved entry is stored with the shipped text.
  return shipped && isSame(shape(field, live.data), shipped) ? "shipped" : "edited";
}

function misfit(collection: Collection, field: Field, { data, hidden }: StoredEntry): string | undefined {
  const checked = check(collection.schema, data);
  if (hidden || "data" in checked) return undefined;
  const [first] = Object.entries(checked.errors);
  return first && `${nameOf(field, first[0])}: ${first[1]}`;
}

const titleOf = (collection: Collection, key: string) => (collection.kind === "single" ? collection.label : key);

function shippedEntries(shipped: StoredContent, name: CollectionName) {
  const content = shipped[name] as unknown;
  const items = Array.isArray(content) ? (content as readonly (Value & { id: string })[]) : undefined;
  const listed = items?.map((value, index) => [value.id, { value, position: shippedPosition(index) }] as const);
  return new Map(listed ?? [[SINGLE_KEY, { value: content as Value, position: 0 }]]);
}

/** The position after all entries. */
export function nextPosition(entries: readonly Entry[]): number {
  const last = entries.findLast(({ position }) => Number.isFinite(position));
  return (last?.position ?? 0) + shippedPosition(0);
}

/** The position for an entry that is moved to `index` of the other entries. */
export function positionAt(others: readonly Entry[], index: number): number {
  const [before, after] = [others[index - 1]?.position, others[index]?.position];
  if (before === undefined) return (after ?? shippedPosition(1)) - shippedPosition(0);
  return after === undefined ? before + shippedPosition(0) : (before + after) / 2;
}

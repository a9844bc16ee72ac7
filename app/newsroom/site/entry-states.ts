import { addressOf, hasSlug } from "../../../domain/content/addresses.ts";
import {
  type Collection,
  type CollectionName,
  collections,
  findCollection,
  SINGLE_KEY,
  type StoredContent,
} from "../../../domain/content/collections.ts";
import { type Say, sayCollection, sayField, sayOf } from "../../../domain/content/field-words.ts";
import { type Field, fieldOf } from "../../../domain/content/fields.ts";
import { mergeContent, shippedPosition, withNewFields } from "../../../domain/content/merge-content.ts";
import { explainTaken } from "../../../domain/content/page-paths.ts";
import { slugField } from "../../../domain/content/search-fields.ts";
import { isOpenJob, withOpenJobs } from "../../../domain/content/site-facts.ts";
import { check, isSame, nameOf, shape, type Value } from "../../../domain/content/values.ts";
import type { MarkKind } from "../shell/state-mark.tsx";
import { dayAndTime } from "../shell/times.ts";
import type { EntryDraft, SiteRows, StoredEntry } from "./site-rows.ts";
import type { SiteWords } from "./words.ts";

type EntryState = "sample" | "edited" | "hidden" | "misfit" | "new";

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
  /** The sample, unless samples of this collection are stored as rows. Visitors see it until a value is stored. */
  readonly shipped: Value | undefined;
  /** The text that came with the site. */
  readonly sample: Value | undefined;
  /** The newest text: draft, scheduled, live, or what came with the site. */
  readonly value: Value;
};

export type CollectionState = {
  readonly name: CollectionName;
  readonly collection: Collection;
  readonly field: Field;
  /** In the order of the pages; entries that exist only as a draft come last. */
  readonly entries: readonly Entry[];
  readonly shown: number;
};

export const isCollection = (name: string): name is CollectionName => Object.hasOwn(collections, name);

export function siteState(shipped: StoredContent, rows: SiteRows, say: Say): readonly CollectionState[] {
  return (Object.keys(collections) as CollectionName[]).map((name) => collectionState(shipped, rows, name, say));
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

/** Its labels and hints are said in the language of the site. */
export function collectionState(
  shipped: StoredContent,
  rows: SiteRows,
  name: CollectionName,
  sayAny: Say,
): CollectionState {
  const say = sayOf(name, sayAny);
  const collection = sayCollection(findCollection(name), say);
  const field = sayField(formField(name, collection), say);
  const defaults = shippedEntries(shipped, name);
  const stored = rows.entries.filter((row) => row.collection === name);
  const drafts = rows.drafts.filter((row) => row.collection === name);
  const isSeeded = collection.kind === "list" && collection.isSeeded;
  const keys = new Set([
    ...(isSeeded ? [] : defaults.keys()),
    ...stored.map(({ key }) => key),
    ...drafts.map(({ key }) => key),
  ]);
  const entries = [...keys].map((key) => {
    const own = stored.filter((row) => row.key === key);
    const draft = drafts.find((row) => row.key === key);
    return entryState({ name, collection, field, key, own, draft, origin: defaults.get(key), say });
  });
  return {
    name,
    collection,
    field,
    entries: entries.toSorted((a, b) => a.position - b.position),
    shown: entries.filter(isShown).length,
  };
}

/** The fields of the schema, and the address of an entry that has a page of its own. */
function formField(name: CollectionName, { schema }: Collection): Field {
  const field = fieldOf(schema);
  if (!hasSlug(name)) return field;
  return { ...field, fields: { ...field.fields, slug: fieldOf(slugField(addressOf(name, { id: "" }))) } };
}

export const valueOfRow = (row: Pick<StoredEntry, "data" | "slug"> | undefined): object | undefined =>
  row && { ...(row.data as object), slug: row.slug };

/** Visitors see the entry, or the one with its key that came with the site. */
export const isShown = ({ state, shipped }: Entry) =>
  state === "sample" || state === "edited" || (state === "misfit" && shipped !== undefined);

/** A job that visitors no longer see, because its last day is over. */
export const isClosed = ({ collection, live, shipped }: Entry, today: string) =>
  collection === "jobs" && !isOpenJob(live?.data ?? shipped ?? {}, today);

/** The text that visitors see. */
export function describeEntry(words: SiteWords["states"], entry: Entry): { kind: MarkKind; text: string } {
  if (entry.state === "misfit") return { kind: "misfit", text: words.misfit };
  if (entry.scheduled) return { kind: "scheduled", text: words.liveFrom(dayAndTime(entry.scheduled.live_from)) };
  if (entry.state === "new") return { kind: "draft", text: words.new };
  if (entry.state === "hidden") return { kind: "hidden", text: words.hidden };
  if (entry.state === "sample" || !entry.live) return { kind: "sample", text: words.sample };
  return { kind: "live", text: words.liveSince(dayAndTime(entry.live.live_from)) };
}

/** A sample that was hidden as it came with the site. */
export const isHiddenSample = ({ collection, state, live, sample }: Entry) => {
  const field = formField(collection, findCollection(collection));
  return state === "hidden" && sample !== undefined && isSame(shape(field, valueOfRow(live)), sample);
};

type Found = {
  readonly name: CollectionName;
  readonly collection: Collection;
  readonly field: Field;
  readonly key: string;
  readonly own: readonly StoredEntry[];
  readonly draft: EntryDraft | undefined;
  readonly origin: { readonly value: Value; readonly position: number } | undefined;
  readonly say: Say;
};

function entryState({ name, collection, field, key, own, draft, origin, say }: Found): Entry {
  const byDate = own.toSorted((a, b) => Date.parse(a.live_from) - Date.parse(b.live_from));
  const live = byDate.findLast(({ live_from }) => Date.parse(live_from) <= Date.now());
  const scheduled = byDate.find(({ live_from }) => Date.parse(live_from) > Date.now());
  const sample = origin && shape(field, origin.value);
  const shipped = collection.kind === "list" && collection.isSeeded ? undefined : sample;
  const complete = (data: unknown) => (collection.kind === "single" ? withNewFields(data, origin?.value ?? {}) : data);
  const value = shape(field, complete(valueOfRow(draft ?? scheduled ?? live) ?? shipped));
  const reason = live && misfit({ collection, field }, { ...live, data: complete(live.data) }, say);
  return {
    collection: name,
    key,
    title: (collection.kind === "list" && (value[collection.title] as string)) || titleOf(collection, key),
    position: (live ?? scheduled)?.position ?? origin?.position ?? Infinity,
    state: reason ? "misfit" : liveState({ live, shipped, sample }, field),
    reason,
    live,
    scheduled,
    draft,
    shipped,
    sample,
    value,
  };
}

function liveState({ live, shipped, sample }: Pick<Entry, "live" | "shipped" | "sample">, field: Field): EntryState {
  if (!live) return shipped ? "sample" : "new";
  if (live.hidden) return "hidden";
  // A moved entry is stored with the text that came with the site.
  return sample && isSame(shape(field, valueOfRow(live)), sample) ? "sample" : "edited";
}

export function misfit(
  { collection, field }: Pick<CollectionState, "collection" | "field">,
  { data, hidden }: StoredEntry,
  say: Say,
): string | undefined {
  const checked = check(collection.schema, data);
  if (hidden || "data" in checked) return undefined;
  const [first] = Object.entries(checked.errors);
  return first && `${nameOf(field, first[0])}: ${say(first[1])}`;
}

const titleOf = (collection: Collection, key: string) => (collection.kind === "single" ? collection.label : key);

function shippedEntries(shipped: StoredContent, name: CollectionName) {
  const content = shipped[name] as unknown;
  const items = Array.isArray(content) ? (content as readonly (Value & { id: string })[]) : undefined;
  const listed = items?.map((value, index) => [value.id, { value, position: shippedPosition(index) }] as const);
  return new Map(listed ?? [[SINGLE_KEY, { value: content as Value, position: 0 }]]);
}

/** Why a page cannot have this address: it is malformed, shadows another, or is that of another page. */
export function refusedPath({ collection, entries }: CollectionState, path: string, key?: string): string | undefined {
  const checked = check(collection.schema.entries.path ?? collection.schema, path);
  if ("errors" in checked) return checked.errors[""];
  const other = entries.find(
    (entry) =>
      entry.key !== key && [entry.live, entry.scheduled].some((row) => row && !row.hidden && pathIn(row) === path),
  );
  return other && explainTaken(path, other.title);
}

const pathIn = ({ data }: StoredEntry) => (data as { readonly path?: unknown }).path;

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

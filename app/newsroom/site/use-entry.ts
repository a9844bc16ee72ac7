import { useRef, useState } from "react";
import { hasSlug } from "../../../domain/content/addresses.ts";
import type { StoredContent } from "../../../domain/content/collections.ts";
import { pageOfEntry } from "../../../domain/content/entry-pages.ts";
import { prefixOf } from "../../../domain/content/languages.ts";
import { slugProblem } from "../../../domain/content/search-fields.ts";
import { forPublishing } from "../../../domain/content/site-facts.ts";
import {
  check,
  describe,
  isSame,
  mergeEdits,
  type Messages,
  shape,
  type Value,
  withValueAt,
} from "../../../domain/content/values.ts";
import { titleSlug } from "../../../domain/posts/slug.ts";
import { loadSupabase, type Supabase } from "../../auth/supabase-client.ts";
import { showFailure, showSuccess, storeOrLeave } from "../../data/save.ts";
import { type Edit, useDraft } from "../drafts/draft-saver.ts";
import { createLocalCopies, type CopyKey } from "../drafts/local-copies.ts";
import { approve } from "../languages/language-rows.ts";
import { type Translation, translatedState } from "../languages/translation.ts";
import { dayAndTime } from "../shell/times.ts";
import { useNewsroomChanges, usePolling } from "../shell/use-newsroom-changes.ts";
import {
  type CollectionState,
  collectionState,
  type Entry,
  isShown,
  nextPosition,
  refusedPath,
  valueOfRow,
} from "./entry-states.ts";
import {
  type EntryAddress,
  publish,
  readSite,
  removeDraft,
  removeStored,
  SITE_TABLES,
  type StoredEntry,
  storeDraft,
  unschedule,
} from "./site-rows.ts";
import { reportRefused, type SiteWords, useFieldWords, useSiteWords } from "./words.ts";

export type EntryOptions = {
  readonly owner: string;
  readonly shipped: StoredContent;
  readonly state: CollectionState;
  readonly entry: Entry;
  /** Of an entry in another language; `state` and `entry` are those of that language. */
  readonly translation?: Translation | undefined;
};

export type Editing = ReturnType<typeof useEntry>;
export type EntryEdit = Edit<Value, Entry>;
type Saving = ReturnType<typeof useSaver>;
type Action = (supabase: Supabase, now: EntryEdit) => Promise<Value | undefined>;

const POLL_INTERVAL_MS = 15_000;

/** The text that visitors see, or will see from a date on; a draft that equals it is none. */
export const publishedValue = ({ scheduled, live, shipped }: Entry): unknown =>
  valueOfRow(scheduled ?? live) ?? shipped;

export function useEntry(options: EntryOptions) {
  const { state, entry, translation } = options;
  const locale = translation?.locale;
  const words = useSiteWords().entry;
  const address = { collection: state.name, key: entry.key, ...(locale && { locale }) };
  const original = translation?.originals.entries.find(({ key }) => key === entry.key)?.live;
  const { saver, known, edit, read } = useSaver(options, address);
  const [errors, setErrors] = useState<Messages>({});
  const { isBusy, act } = useAction({ saver, read }, () => setErrors({}));

  async function publishEdit(supabase: Supabase, now: EntryEdit, liveFrom?: string): Promise<Value | undefined> {
    const checked = checkEdit(now, known.current);
    setErrors("errors" in checked ? checked.errors : {});
    if ("errors" in checked) return undefined;
    const problem =
      refusal(words, now, known.current) ?? (await publishData(supabase, now.row, checked.data, liveFrom));
    if (problem) showFailure(problem);
    return problem ? undefined : now.value;
  }

  async function publishData(supabase: Supabase, stored: Entry, data: Value, liveFrom?: string) {
    const { live, scheduled, draft } = stored;
    const position = Number.isFinite(stored.position) ? stored.position : nextPosition(known.current.entries);
    const rows = { live, scheduled, liveFrom, translatedVersion: original?.version };
    const own = locale ? withSlug(state.name, data, locale) : data;
    const outcome = await publish(supabase, { ...address, data: own, position, ...rows });
    if (outcome === "stale") return words.stale;
    if (draft) await removeDraft(supabase, address, draft.version);
    return undefined;
  }

  return {
    state,
    translation,
    edit,
    errors,
    isBusy,
    change: (path: string, value: unknown) => {
      saver.change((all) => withValueAt(all, path, value));
      setErrors((before) => without(before, path));
    },
    settle: (path: string, keep: "mine" | "theirs") => saver.settle(keep, path),
    restore: (value: Value) => saver.change(() => value),
    dismissTaken: saver.dismissTaken,
    publish: () =>
      act((supabase, now) => publishEdit(supabase, now), words.done.publish, linkTo(words.view, edit, locale)),
    approve: () => act((supabase, now) => approveEdit(supabase, now, original), words.done.approve),
    remove: () => act((supabase, now) => removeEdit(supabase, now, address), words.done.remove),
    schedule: (liveFrom: string) =>
      act((supabase, now) => publishEdit(supabase, now, liveFrom), words.done.schedule(dayAndTime(liveFrom))),
    unschedule: () => act((supabase, now) => keepAsDraft(supabase, address, now), words.done.unschedule),
    discard: () => act((supabase, now) => removeDraft(supabase, address).then(() => now.value), words.done.discard),
    backToSample: () => act((supabase, now) => removeEdit(supabase, now, address), words.done.sample),
  };
}

function useAction({ saver, read }: Pick<Saving, "saver" | "read">, onDone: () => void) {
  const [isBusy, setBusy] = useState(false);

  /** Runs one action at a time; afterwards the form shows what is stored. */
  async function act(action: Action, done: string, link?: { label: string; to: string }): Promise<boolean> {
    if (isBusy) return false;
    setBusy(true);
    try {
      await saver.saveNow();
      const isDone = await saver.act(async (now) => {
        const sent = await action(await loadSupabase(), now);
        return sent && { sent, row: await read() };
      });
      if (isDone) onDone();
      if (isDone) showSuccess(done, link);
      else await saver.pull();
      return isDone;
    } catch (error) {
      await reportRefused(error);
      return false;
    } finally {
      setBusy(false);
    }
  }

  return { isBusy, act };
}

async function removeEdit(supabase: Supabase, { value }: EntryEdit, address: EntryAddress): Promise<Value> {
  await removeStored(supabase, address);
  return value;
}

async function approveEdit(supabase: Supabase, { row: { live }, value }: EntryEdit, original: StoredEntry | undefined) {
  if (live) await approve(supabase, live, original);
  return value;
}

function useSaver({ owner, shipped, state, entry, translation }: EntryOptions, address: EntryAddress) {
  const { field, name } = state;
  const known = useRef(state);
  const say = useFieldWords();

  async function read(): Promise<Entry | undefined> {
    const { collection, locale = "" } = address;
    const rows = await readSite(await loadSupabase(), { collection, locale });
    known.current = translation
      ? translatedState(translation.originals, rows, translation, say)
      : collectionState(shipped, rows, name, say);
    return known.current.entries.find(({ key }) => key === address.key);
  }

  async function store(value: Value, stored: Entry) {
    const supabase = await loadSupabase();
    const { draft, live } = stored;
    if (draft && isSame(value, shape(field, publishedValue(stored)))) {
      await removeDraft(supabase, address, draft.version);
      return { stored: { ...stored, draft: undefined, value } };
    }
    const outcome = await storeDraft(supabase, address, value, { draft: draft?.version, entry: live?.version ?? 0 });
    if (outcome !== "stale") return { stored: { ...stored, draft: outcome, value } };
    const theirs = await read();
    return theirs ? { theirs } : "gone";
  }

  const { edit, saver } = useDraft(() => {
    const id = [address.collection, address.key, address.locale].filter(Boolean).join("/");
    const copies = createLocalCopies<Value, CopyKey>("entry", owner);
    return {
      row: entry,
      valueOf: ({ value }: Entry) => value,
      keyOf: () => ({ id }),
      copies,
      unsent: copies.claim((copy) => copy.id === id),
      merge: (edits) => mergeEdits(field, edits),
      store: (value, stored) => storeOrLeave(() => store(value, stored)),
      read,
    };
  });

  const pull = () => void saver.pull().catch(reportUnread);
  useNewsroomChanges(SITE_TABLES, pull);
  usePolling(POLL_INTERVAL_MS, pull);
  return { saver, known, edit, read };
}

function reportUnread(error: unknown): void {
  console.warn("Other editors' changes could not be read", error);
}

/** The schema knows nothing of the address. */
export function checkEdit({ value, row: { key } }: EntryEdit, state: CollectionState): ReturnType<typeof check> {
  const checked = check(forPublishing(state.collection.schema, state.name), value);
  const slug = slugProblem(value);
  const path = state.name === "pages" ? refusedPath(state, String(value.path), key) : undefined;
  if (slug || path) {
    return { errors: { ...("errors" in checked && checked.errors), ...(slug && { slug }), ...(path && { path }) } };
  }
  return "errors" in checked ? checked : { data: { ...checked.data, ...("slug" in value && { slug: value.slug }) } };
}

/** Why the edit cannot be published although each of its fields fits. */
function refusal(
  words: SiteWords["entry"],
  { conflicts, row: entry }: EntryEdit,
  { collection, shown }: CollectionState,
): string | undefined {
  if (Object.keys(conflicts).length > 0) return words.conflict;
  if (collection.kind === "single" || isShown(entry) || shown < collection.max) return undefined;
  return words.noRoom(collection.max);
}

async function keepAsDraft(
  supabase: Supabase,
  address: EntryAddress,
  { row: { scheduled, draft, live }, value }: EntryEdit,
): Promise<Value> {
  if (!draft) await storeDraft(supabase, address, value, { draft: undefined, entry: live?.version ?? 0 });
  if (scheduled) await unschedule(supabase, scheduled);
  return value;
}

/** A translation has an address of its own, made from its title where none is written. */
function withSlug(name: string, data: Value, locale: string): Value {
  if (!hasSlug(name) || data.slug) return data;
  const slug = titleSlug(describe(data.title ?? data.name), locale);
  return { ...data, slug: /^[a-z0-9]/.test(slug) ? slug.slice(0, 120) : "" };
}

/** Undefined for texts of all posts or case studies, whose pages have addresses of their own. */
function linkTo(label: string, { row: { collection, key: id }, value: { slug, path } }: EntryEdit, locale = "") {
  const own = { id, slug: slug ? (slug as string) : undefined, path };
  const to = pageOfEntry(collection, own).replace("{service}", "strategy");
  return to.includes("{") ? undefined : { label, to: prefixOf(locale) + to };
}

function without(messages: Messages, path: string): Messages {
  return Object.fromEntries(Object.entries(messages).filter(([at]) => at !== path && !at.startsWith(`${path}.`)));
}

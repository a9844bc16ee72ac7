import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { CollectionName, StoredContent } from "../../../domain/content/collections.ts";
import { ENTRY_PAGES } from "../../../domain/content/entry-pages.ts";
import { forPublishing } from "../../../domain/content/site-facts.ts";
import { reportFailure, storeOrLeave } from "../../auth/session-failure.ts";
import { showFailure, showSuccess } from "../../auth/submission.ts";
import { loadSupabase, type Supabase } from "../../auth/supabase-client.ts";
import { createTextCopy } from "../shell/text-copy.ts";
import { dayAndTime } from "../shell/times.ts";
import { useNewsroomChanges, usePolling } from "../shell/use-newsroom-changes.ts";
import { type EntryEdit, firstEdit } from "./entry-edits.ts";
import { createEntrySaver, type EntrySaver } from "./entry-saver.ts";
import { type CollectionState, collectionState, type Entry, isShown, nextPosition } from "./entry-states.ts";
import { check, type Messages, type Value } from "./entry-value.ts";
import {
  describeFailure,
  type EntryAddress,
  publish,
  readSite,
  removeDraft,
  removeStored,
  SITE_TABLES,
  storeDraft,
  unschedule,
} from "./site-rows.ts";

export type EntryOptions = {
  readonly owner: string;
  readonly shipped: StoredContent;
  readonly state: CollectionState;
  readonly entry: Entry;
};

export type Editing = ReturnType<typeof useEntry>;
type Action = (supabase: Supabase, now: EntryEdit) => Promise<Value | undefined>;

const POLL_INTERVAL_MS = 15_000;

/** An entry that is being edited: its draft, which saves itself, and everything that can be done with it. */
export function useEntry(options: EntryOptions) {
  const { state, entry } = options;
  const address = useMemo(() => ({ collection: state.name, key: entry.key }), [state.name, entry.key]);
  const { saver, known, edit } = useSaver(options, address);
  const [errors, setErrors] = useState<Messages>({});
  const [isBusy, setBusy] = useState(false);

  /** Runs one action at a time; afterwards the form shows what is stored. */
  async function act(action: Action, done: string, link?: { label: string; to: string }): Promise<boolean> {
    if (isBusy || !saver.current) return false;
    setBusy(true);
    try {
      await saver.current.saveNow();
      const sent = await action(await loadSupabase(), saver.current.current());
      if (!sent) return false;
      await saver.current.restart(sent);
      setErrors({});
      showSuccess(done, link);
      return true;
    } catch (error) {
      await reportFailure(describeFailure(error), error);
      return false;
    } finally {
      setBusy(false);
    }
  }

  async function publishEdit(supabase: Supabase, now: EntryEdit, liveFrom?: string): Promise<Value | undefined> {
    const checked = check(forPublishing(state.collection.schema), now.value);
    setErrors("errors" in checked ? checked.errors : {});
    if ("errors" in checked) return undefined;
    const problem = refusal(now, known.current) ?? (await publishData(supabase, now.entry, checked.data, liveFrom));
    if (!problem) return now.value;
    showFailure(problem);
    await saver.current?.pull();
    return undefined;
  }

  async function publishData(supabase: Supabase, stored: Entry, data: Value, liveFrom?: string) {
    const { live, scheduled, draft } = stored;
    const position = Number.isFinite(stored.position) ? stored.position : nextPosition(known.current.entries);
    const outcome = await publish(supabase, { ...address, data, position, live, scheduled, liveFrom });
    if (outcome === "stale") return "Another admin published this entry meanwhile. Look at it, then publish again.";
    if (draft) await removeDraft(supabase, address, draft.version);
    return undefined;
  }

  return {
    state,
    edit,
    errors,
    isBusy,
    change: (path: string, value: unknown) => {
      saver.current?.change(path, value);
      setErrors((before) => without(before, path));
    },
    settle: (path: string, keep: "mine" | "theirs") => saver.current?.settle(path, keep),
    restore: (value: Value) => saver.current?.replace(value),
    dismissTaken: () => saver.current?.dismissTaken(),
    publish: () => act((supabase, now) => publishEdit(supabase, now), "It is on the site.", linkTo(address)),
    schedule: (liveFrom: string) =>
      act((supabase, now) => publishEdit(supabase, now, liveFrom), `It goes live on ${dayAndTime(liveFrom)}.`),
    unschedule: () => act((supabase, now) => keepAsDraft(supabase, address, now), "It is a draft again."),
    discard: () => act((supabase, now) => removeDraft(supabase, address).then(() => now.value), "The draft is gone."),
    backToShipped: () =>
      act(
        (supabase, now) => removeStored(supabase, address).then(() => now.value),
        "The shipped version is back. The history keeps yours.",
      ),
  };
}

function useSaver({ owner, shipped, state, entry }: EntryOptions, address: EntryAddress) {
  const { field, name } = state;
  const [edit, setEdit] = useState<EntryEdit>(() => firstEdit(entry));
  const saver = useRef<EntrySaver>(undefined);
  const known = useRef(state);

  const read = useCallback(async () => {
    const rows = await readSite(await loadSupabase(), { collection: name });
    known.current = collectionState(shipped, rows, name);
    return known.current.entries.find(({ key }) => key === address.key);
  }, [shipped, name, address.key]);

  useEffect(() => {
    const own = createEntrySaver({
      field,
      entry,
      copy: createTextCopy("entry", owner, `${address.collection}/${address.key}`),
      read,
      store: (value, { draft, live }) =>
        storeOrLeave(async () => {
          const based = { draft: draft?.version, entry: live?.version ?? 0 };
          return storeDraft(await loadSupabase(), address, value, based);
        }),
      removeDraft: ({ draft }) => storeOrLeave(async () => removeDraft(await loadSupabase(), address, draft?.version)),
      onEdit: setEdit,
    });
    saver.current = own;
    own.resume();
    return () => {
      void own.saveNow();
      own.stop();
    };
  }, [owner, field, entry, address, read]);

  const pull = () => void saver.current?.pull().catch(reportUnread);
  useNewsroomChanges(SITE_TABLES, pull);
  usePolling(POLL_INTERVAL_MS, pull);
  return { saver, known, edit };
}

function reportUnread(error: unknown): void {
  console.warn("Other editors' changes could not be read", error);
}

/** Why the edit cannot be published although each of its fields fits. */
function refusal({ conflicts, entry }: EntryEdit, { collection, shown }: CollectionState): string | undefined {
  if (Object.keys(conflicts).length > 0) return "Another admin changed the same field. Choose a version first.";
  if (collection.kind === "single" || isShown(entry) || shown < collection.max) return undefined;
  return `The page has room for ${collection.max}. Hide or remove one first.`;
}

async function keepAsDraft(
  supabase: Supabase,
  address: EntryAddress,
  { entry: { scheduled, draft, live }, value }: EntryEdit,
): Promise<Value> {
  if (!draft) await storeDraft(supabase, address, value, { draft: undefined, entry: live?.version ?? 0 });
  if (scheduled) await unschedule(supabase, scheduled);
  return value;
}

/** Undefined for texts of all posts or case studies, whose pages have addresses of their own. */
function linkTo({ collection, key }: { collection: CollectionName; key: string }) {
  const to = ENTRY_PAGES[collection].replace("{key}", key).replace("{service}", "strategy");
  return to.includes("{") ? undefined : { label: "View on site", to };
}

function without(messages: Messages, path: string): Messages {
  return Object.fromEntries(Object.entries(messages).filter(([at]) => at !== path && !at.startsWith(`${path}.`)));
}

import type { Log } from "../../backend/index.ts";
import { shipped } from "../../content/shipped.ts";
import { showContent } from "../../content/show-content.ts";
import type { Content, StoredContent } from "../../domain/content/collections.ts";
import { type EntryRow, mergeContent, type Misfit, shippedPosition } from "../../domain/content/merge-content.ts";
import { fittingPage } from "../../domain/content/own-pages.ts";
import { dayOf } from "../../domain/dates.ts";
import type { SupabaseClient } from "../supabase-clients.ts";
import { createSnapshot, type Snapshot } from "./snapshot.ts";

/** The content that pages, mails and feeds show: a snapshot of the live entries over the shipped content. */
export type ContentStore = Pick<Snapshot<EntryRow>, "renew" | "renewIfOld"> & {
  readonly current: () => Content;
  /** False until the live entries were read once: visitors must not see the samples in place of the owner's content. */
  readonly isKnown: () => boolean;
  /** The content with one entry over the live one, for its preview; an entry that does not fit changes nothing. */
  readonly withEntry: (entry: PreviewedEntry) => PreviewedContent;
};

export type PreviewedContent = {
  readonly content: Content;
  /** "partly" if the parts of a page that fit are shown. */
  readonly fits: boolean | "partly";
};

export type PreviewedEntry = Pick<EntryRow, "collection" | "key" | "data"> & {
  /** Null if no version was ever published. */
  readonly position: number | null;
};

type ContentStoreOptions = {
  readonly dataDir: string;
  /** supabase-js with the service key: live_entries() has the keys of hidden entries, which nobody else reads. */
  readonly reader: SupabaseClient;
  /** Called when pages must be rendered again. */
  readonly onChange: () => void;
  readonly messageDays: number;
  /** The origin of uploaded pictures in Supabase mode. */
  readonly storageUrl?: string | undefined;
  readonly log: Log;
};

/** After all others. */
const LAST_POSITION = 1e9;
const RENEW_INTERVAL_MS = 1_000;
/** Supabase returns at most this many rows at once. */
const MAX_ROWS = 1_000;

export function createContentStore({ dataDir, reader, onChange, log, ...facts }: ContentStoreOptions): ContentStore {
  const report = (misfit: object) => log.warn("an entry does not fit its schema", { ...misfit });
  const snapshot = createSnapshot<EntryRow>({
    name: "content",
    dataDir,
    intervalMs: RENEW_INTERVAL_MS,
    read: () => readEntryRows((from, to) => reader.rpc("live_entries", {}, { get: true }).range(from, to)),
    onChange(rows) {
      content = mergeContent(shipped, rows, report);
      shown = undefined;
      onChange();
    },
    log,
  });
  let content = mergeContent(shipped, snapshot.rows() ?? [], report);
  let shown: { readonly today: string; readonly content: Content } | undefined;

  const show = (stored: StoredContent, day: string) => showContent(stored, { today: day, ...facts });

  return {
    current() {
      const day = today(content);
      if (shown?.today !== day) shown = { today: day, content: show(content, day) };
      return shown.content;
    },
    isKnown: () => snapshot.rows() !== undefined,
    withEntry(entry) {
      const { collection, key } = entry;
      let fits = true;
      const onMisfit = (misfit: Misfit) => {
        if (misfit.collection === collection && (misfit.key === key || !misfit.key)) fits = false;
      };
      const position = entry.position ?? shippedPositionOf(collection, key) ?? LAST_POSITION;
      const row = { ...entry, position, hidden: false, live_from: new Date().toISOString(), version: 0 };
      const merge = (data: unknown) => mergeContent(shipped, [...(snapshot.rows() ?? []), { ...row, data }], onMisfit);
      const merged = merge(entry.data);
      if (fits || collection !== "pages") return { content: show(merged, today(merged)), fits };
      const partial = merge(fittingPage(entry.data));
      return { content: show(partial, today(partial)), fits: "partly" };
    },
    renew: snapshot.renew,
    renewIfOld: snapshot.renewIfOld,
  };
}

function shippedPositionOf(collection: string, key: string): number | undefined {
  const items = shipped[collection as keyof typeof shipped] as unknown;
  const index = Array.isArray(items) ? items.findIndex(({ id }: { id: string }) => id === key) : -1;
  return index < 0 ? undefined : shippedPosition(index);
}

const today = ({ contact }: StoredContent) => dayOf(new Date().toISOString(), contact.timeZone);

type EntryRows = PromiseLike<{ data: EntryRow[]; error: null } | { data: null; error: { message: string } }>;

export async function readEntryRows(read: (from: number, to: number) => EntryRows): Promise<readonly EntryRow[]> {
  const rows: EntryRow[] = [];
  for (;;) {
    const { data, error } = await read(rows.length, rows.length + MAX_ROWS - 1);
    if (error) throw new Error(`Entries could not be read: ${error.message}`, { cause: error });
    rows.push(...data);
    if (data.length < MAX_ROWS) return rows;
  }
}

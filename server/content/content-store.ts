import { readFileSync } from "node:fs";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { shipped } from "../../content/shipped.ts";
import { showContent } from "../../content/show-content.ts";
import type { Content, StoredContent } from "../../domain/content/collections.ts";
import { type EntryRow, mergeContent, type Misfit, shippedPosition } from "../../domain/content/merge-content.ts";
import { dayOf } from "../../domain/dates.ts";
import type { DatabaseClient } from "../backend/clients.ts";
import type { Log } from "../log.ts";

/** The content that pages, mails and feeds show: a snapshot of the live entries over the shipped content. */
export type ContentStore = {
  readonly current: () => Content;
  /** Reads the live entries; after a change it calls onChange. Resolves after a failure, too, which is logged. */
  readonly renew: () => Promise<void>;
  /** Renews in the background, at most once a second. */
  readonly renewIfOld: () => void;
  /** The content with one entry over the live one, for its preview; an entry that does not fit changes nothing. */
  readonly withEntry: (entry: PreviewedEntry) => { readonly content: Content; readonly fits: boolean };
};

export type PreviewedEntry = Pick<EntryRow, "collection" | "key" | "data"> & {
  /** Null if no version was ever published. */
  readonly position: number | null;
};

type ContentStoreOptions = {
  readonly dataDir: string;
  /** supabase-js with the service key: live_entries() has the keys of hidden entries, which nobody else reads. */
  readonly reader: DatabaseClient;
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
  const file = join(dataDir, "content.json");
  const report = (misfit: object) => log.warn("an entry does not fit its schema", { ...misfit });
  let kept = readKept(file, log);
  let content = merge(kept);
  let shown: { readonly today: string; readonly content: Content } | undefined;
  let reading: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  let renewedAt = -Infinity;

  const show = (stored: StoredContent, day: string) => showContent(stored, { today: day, ...facts });

  function merge(rows: string): StoredContent {
    return mergeContent(shipped, JSON.parse(rows) as EntryRow[], report);
  }

  async function read(): Promise<void> {
    try {
      const live = (from: number, to: number) => reader.rpc("live_entries", {}, { get: true }).range(from, to);
      const rows = JSON.stringify(await readEntryRows(live));
      if (rows === kept) return;
      kept = rows;
      content = merge(rows);
      shown = undefined;
      onChange();
    } catch (error) {
      log.error("content could not be read", { error });
      return;
    }
    await keep(file, kept).catch((error: unknown) => log.error("content could not be kept", { error }));
  }

  function renew(): Promise<void> {
    if (!reading) return (reading = read().finally(() => (reading = undefined)));
    // The running read may have begun before the change that this call is about.
    return (next ??= reading.then(() => {
      next = undefined;
      return renew();
    }));
  }

  return {
    current() {
      const day = today(content);
      if (shown?.today !== day) shown = { today: day, content: show(content, day) };
      return shown.content;
    },
    withEntry(entry) {
      const { collection, key } = entry;
      let fits = true;
      const onMisfit = (misfit: Misfit) => {
        if (misfit.collection === collection && (misfit.key === key || !misfit.key)) fits = false;
      };
      const position = entry.position ?? shippedPositionOf(collection, key) ?? LAST_POSITION;
      const row = { ...entry, position, hidden: false, live_from: new Date().toISOString(), version: 0 };
      const merged = mergeContent(shipped, [...(JSON.parse(kept) as EntryRow[]), row], onMisfit);
      return { content: show(merged, today(merged)), fits };
    },
    renew,
    renewIfOld() {
      const now = performance.now();
      if (now - renewedAt < RENEW_INTERVAL_MS || reading) return;
      renewedAt = now;
      void renew();
    },
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

/** The last snapshot, for a start without a database. */
function readKept(file: string, log: Log): string {
  try {
    const rows = readFileSync(file, "utf8");
    if (Array.isArray(JSON.parse(rows))) return rows;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") log.warn("the kept content cannot be read", { error });
  }
  return "[]";
}

/** A renamed file is complete, whenever the process ends. */
async function keep(file: string, rows: string): Promise<void> {
  await mkdir(join(file, ".."), { recursive: true });
  await writeFile(`${file}.new`, rows, { mode: 0o600 });
  await rename(`${file}.new`, file);
}

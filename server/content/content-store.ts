import type { Log } from "../../backend/index.ts";
import { shipped } from "../../content/shipped.ts";
import { showContent } from "../../content/show-content.ts";
import type { Content, StoredContent } from "../../domain/content/collections.ts";
import { publicLocales } from "../../domain/content/languages.ts";
import {
  type EntryRow,
  mergeContent,
  mergeTranslation,
  type Misfit,
  shippedPosition,
} from "../../domain/content/merge-content.ts";
import { fittingPage } from "../../domain/content/own-pages.ts";
import { dayOf } from "../../domain/dates.ts";
import type { SupabaseClient } from "../supabase-clients.ts";
import { createSnapshot, type Snapshot } from "./snapshot.ts";

/** The content that pages, mails and feeds show: a snapshot of the live entries over the shipped content. */
export type ContentStore = Pick<Snapshot<EntryRow>, "renew" | "renewIfOld"> & {
  /** In the first language, or in another that is public or previewed. */
  readonly current: (locale?: string) => Content;
  /** Stored over shipped content in the first language, as forms hold it. */
  readonly original: () => StoredContent;
  /** Those that visitors may see; the first language is empty. */
  readonly locales: () => readonly string[];
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

export type PreviewedEntry = Pick<EntryRow, "collection" | "key" | "data" | "locale"> & {
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
  const report = (misfit: Misfit) => log.warn("an entry does not fit its schema", { ...misfit });
  const snapshot = createSnapshot<EntryRow>({
    name: "content",
    dataDir,
    intervalMs: RENEW_INTERVAL_MS,
    async read() {
      const live = [false, true].map((translations) =>
        readEntryRows((from, to) => reader.rpc("live_entries", { translations }, { get: true }).range(from, to)),
      );
      return (await Promise.all(live)).flat();
    },
    onChange(rows) {
      content = mergeContent(shipped, rows, report);
      locales = publicLocales(content);
      shown.clear();
      onChange();
    },
    log,
  });
  let content = mergeContent(shipped, snapshot.rows() ?? [], report);
  let locales = publicLocales(content);
  /** By locale. */
  const shown = new Map<string, { readonly today: string; readonly content: Content }>();

  const show = (stored: StoredContent, day: string) => showContent(stored, { today: day, ...facts });
  const translate = (original: StoredContent, rows: readonly EntryRow[], locale = "", onMisfit = report) =>
    locale ? mergeTranslation(original, rows, locale, onMisfit) : original;

  return {
    current(locale = "") {
      const day = today(content);
      const known = shown.get(locale);
      if (known?.today === day) return known.content;
      const made = show(translate(content, snapshot.rows() ?? [], locale), day);
      shown.set(locale, { today: day, content: made });
      return made;
    },
    original: () => content,
    locales: () => locales,
    isKnown: () => snapshot.rows() !== undefined,
    withEntry(entry) {
      const { collection, key, locale } = entry;
      let fits = true;
      const onMisfit = (misfit: Misfit) => {
        if (misfit.collection === collection && (misfit.key === key || !misfit.key)) fits = false;
      };
      const position = entry.position ?? shippedPositionOf(collection, key) ?? LAST_POSITION;
      const row = { ...entry, position, hidden: false, live_from: new Date().toISOString(), version: 0 };
      const merge = (data: unknown) => {
        const rows = [...(snapshot.rows() ?? []), { ...row, data }];
        return translate(mergeContent(shipped, rows, locale ? report : onMisfit), rows, locale, onMisfit);
      };
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

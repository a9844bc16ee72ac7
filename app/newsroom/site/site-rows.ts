import { hasSlug } from "../../../domain/content/addresses.ts";
import type { EntryRow } from "../../../domain/content/merge-content.ts";
import type { Value } from "../../../domain/content/values.ts";
import type { Database, Json } from "../../../domain/database.ts";
import type { Supabase } from "../../auth/supabase-client.ts";
import { unwrap } from "../../data/rows.ts";
import type { Entry } from "./entry-states.ts";

export type StoredEntry = EntryRow & { readonly id: number };
type DraftRow = Database["public"]["Tables"]["entry_drafts"]["Row"];
export type EntryDraft = Pick<DraftRow, "collection" | "key" | "data" | "version" | "updated_at" | "slug">;
export type SiteRows = { readonly entries: readonly StoredEntry[]; readonly drafts: readonly EntryDraft[] };
export type EntryAddress = {
  readonly collection: string;
  readonly key: string;
  /** Left out for the original. */
  readonly locale?: string;
};

export const SITE_TABLES = ["entries", "entry_drafts"] as const;

const ENTRY = "id, collection, key, locale, translated_version, position, data, hidden, live_from, version, slug";
const DRAFT = "collection, key, data, version, updated_at, slug";
const ORIGINAL = { locale: "" };
const DUPLICATE = "23505";
const ALWAYS = new Date(0).toISOString();
/** Supabase returns at most this many rows at once. */
const MAX_ROWS = 1_000;

export async function readSite(supabase: Supabase, wanted: Partial<EntryAddress> = {}): Promise<SiteRows> {
  const rows = { ...ORIGINAL, ...wanted };
  const [entries, drafts] = await Promise.all([
    readAll((from, to) => supabase.from("entries").select(ENTRY).match(rows).order("id").range(from, to)),
    readAll((from, to) =>
      supabase.from("entry_drafts").select(DRAFT).match(rows).order("collection").order("key").range(from, to),
    ),
  ]);
  return { entries, drafts };
}

type Rows<Row> = PromiseLike<{ data: Row[]; error: null } | { data: null; error: { code: string } }>;

export async function readAll<Row>(read: (from: number, to: number) => Rows<Row>): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const batch = await unwrap(read(rows.length, rows.length + MAX_ROWS - 1), "The content could not be read");
    rows.push(...batch);
    if (batch.length < MAX_ROWS) return rows;
  }
}

/** The form holds the address of an entry as one of its fields. */
function columnsOf({ collection, key }: EntryAddress, value: Value): { data: Json; slug?: string } {
  const { slug = "", ...data } = value;
  const own = hasSlug(collection) && { slug: slug === key ? "" : (slug as string) };
  return { data: data as Json, ...own };
}

/** Stores the draft only if it is still at the version that it is based on. */
export async function storeDraft(
  supabase: Supabase,
  address: EntryAddress,
  value: Value,
  based: { readonly draft: number | undefined; readonly entry: number },
): Promise<EntryDraft | "stale"> {
  const row = { ...columnsOf(address, value), entry_version: based.entry };
  const drafts = supabase.from("entry_drafts");
  const { data, error } =
    based.draft === undefined
      ? await drafts
          .insert({ ...address, ...row })
          .select(DRAFT)
          .maybeSingle()
      : await drafts
          .update(row)
          .match({ ...ORIGINAL, ...address, version: based.draft })
          .select(DRAFT)
          .maybeSingle();
  if (error && error.code !== DUPLICATE) throw new Error("The draft could not be stored", { cause: error });
  return data ?? "stale";
}

export async function removeDraft(supabase: Supabase, address: EntryAddress, version?: number): Promise<undefined> {
  const which = { ...ORIGINAL, ...address, ...(version !== undefined && { version }) };
  await unwrap(supabase.from("entry_drafts").delete().match(which), "The draft could not be removed");
}

type Publication = EntryAddress & {
  readonly data: Value;
  readonly position: number;
  readonly hidden?: boolean;
  /** Without a date it is live at once. */
  readonly liveFrom?: string | undefined;
  readonly live: StoredEntry | undefined;
  readonly scheduled: StoredEntry | undefined;
  /** Of a translation: the version of the original that it renders, if one is stored. */
  readonly translatedVersion?: number | undefined;
};

/** For a publication that replaces no row. */
export const NO_ROWS = { live: undefined, scheduled: undefined };

/** Writes the live row, or the scheduled one, if it is still the version that the editor saw. */
export async function publish(supabase: Supabase, publication: Publication): Promise<"published" | "stale"> {
  const { collection, key, locale, position, hidden = false, liveFrom, live, scheduled } = publication;
  // PostgreSQL reads "now"; this browser's clock may be wrong.
  const own = locale ? { translated_version: publication.translatedVersion ?? null } : {};
  const row = { position, ...columnsOf(publication, publication.data), hidden, live_from: liveFrom ?? "now", ...own };
  // A scheduled row that becomes live replaces the live one.
  const target = scheduled ?? (liveFrom ? undefined : live);
  const entries = supabase.from("entries");
  const { data, error } = target
    ? await entries.update(row).match({ id: target.id, version: target.version }).select("id").maybeSingle()
    : await entries
        .insert({ collection, key, ...(locale && { locale }), ...row })
        .select("id")
        .maybeSingle();
  if (error && error.code !== DUPLICATE) throw new Error("The entry could not be published", { cause: error });
  return data ? "published" : "stale";
}

/** Moves, hides or shows an entry: its live row and its scheduled one. An entry without a live row gets one. */
export async function changeEntry(
  supabase: Supabase,
  { collection, key, position, live, scheduled, shipped }: Entry,
  change: { readonly position: number } | { readonly hidden: boolean },
): Promise<void> {
  if (!live && shipped) {
    // Visitors have always seen it: the journal says that it was moved or hidden, not published.
    const unchanged = { collection, key, position, data: shipped, liveFrom: ALWAYS, ...NO_ROWS };
    await publish(supabase, { ...unchanged, ...change });
  }
  const rows = live ? { ...ORIGINAL, collection, key } : scheduled && { id: scheduled.id };
  if (!rows) return;
  await unwrap(supabase.from("entries").update(change).match(rows), "The entry could not be changed");
}

/** Without a stored row the sample is shown, if there is one. The history keeps what is removed. */
export async function removeStored(supabase: Supabase, address: EntryAddress): Promise<void> {
  await unwrap(
    supabase
      .from("entries")
      .delete()
      .match({ ...ORIGINAL, ...address }),
    "The entry could not be removed",
  );
  await removeDraft(supabase, address);
}

export async function unschedule(supabase: Supabase, { id }: StoredEntry): Promise<void> {
  await unwrap(supabase.from("entries").delete().eq("id", id), "The schedule could not be changed");
}

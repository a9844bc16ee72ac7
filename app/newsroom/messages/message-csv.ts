import type { Supabase } from "../../auth/supabase-client.ts";
import { unwrap } from "../shell/rows.ts";
import { type MessageQuery, searchFilter } from "./message-list-query.ts";
import type { StoredMessage } from "./message-rows.ts";

type ExportedMessage = Omit<StoredMessage, "spam_reasons">;

const BATCH_SIZE = 500;
const HEADINGS = {
  reference: "Reference",
  created_at: "Received",
  name: "Name",
  email: "Email",
  phone: "Phone",
  company: "Company",
  service: "Service",
  message: "Message",
  source: "Sent from",
  status: "Folder",
  read_at: "Read",
  notes: "Notes",
} as const;
const FIELDS = Object.keys(HEADINGS) as (keyof typeof HEADINGS)[];

/** Exports all messages that match the filter as CSV. */
export async function exportMessages(supabase: Supabase, query: MessageQuery): Promise<Blob> {
  const rows: string[][] = [Object.values(HEADINGS)];
  let last: ExportedMessage | undefined;
  do {
    const batch = await readBatch(supabase, query, last);
    rows.push(...batch.map((message) => FIELDS.map((field) => message[field] ?? "")));
    last = batch.length === BATCH_SIZE ? batch.at(-1) : undefined;
  } while (last);
  const lines = rows.map((row) => `${row.map(toCell).join(",")}\r\n`);
  // Excel needs the byte order mark to read UTF-8.
  return new Blob(["\uFEFF", ...lines], { type: "text/csv;charset=utf-8" });
}

/** Keyset pagination: messages that arrive meanwhile do not shift the batches. */
function readBatch(
  supabase: Supabase,
  { folder, search }: MessageQuery,
  last: ExportedMessage | undefined,
): Promise<ExportedMessage[]> {
  const all = supabase
    .from("contact_messages")
    .select(`id, ${FIELDS.join(", ")}`)
    .eq("status", folder);
  const found = search ? all.or(searchFilter(search)) : all;
  const after = last && `created_at.lt."${last.created_at}",and(created_at.eq."${last.created_at}",id.lt.${last.id})`;
  const batch = (after ? found.or(after) : found)
    .order("created_at", { ascending: false })
    .order("id", { ascending: false })
    .limit(BATCH_SIZE)
    .overrideTypes<ExportedMessage[], { merge: false }>();
  return unwrap(batch, "The messages could not be read");
}

/** Spreadsheets may split a value at any of these, depending on the locale. */
const SEPARATOR = /([;,\t\r\n])/;
const FORMULA = /^[\s"]*[=+\-@＝＋－＠]/;

/** Quotes per RFC 4180 and prefixes anything that a spreadsheet would run as a formula (CSV injection). */
function toCell(value: string): string {
  const text = value
    .split(SEPARATOR)
    .map((part) => (FORMULA.test(part) ? `'${part}` : part))
    .join("");
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

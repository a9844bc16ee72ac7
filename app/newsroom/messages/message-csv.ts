import type { Supabase } from "../../auth/supabase-client.ts";
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

/** All that the filter finds, on whatever page, as a file that spreadsheets read. */
export async function exportMessages(supabase: Supabase, query: MessageQuery): Promise<Blob> {
  const rows: string[][] = [Object.values(HEADINGS)];
  let last: ExportedMessage | undefined;
  do {
    const batch = await readBatch(supabase, query, last);
    rows.push(...batch.map((message) => FIELDS.map((field) => message[field] ?? "")));
    last = batch.length === BATCH_SIZE ? batch.at(-1) : undefined;
  } while (last);
  const lines = rows.map((row) => `${row.map(toCell).join(",")}\r\n`);
  // The mark in front tells Excel that this is UTF-8.
  return new Blob(["\uFEFF", ...lines], { type: "text/csv;charset=utf-8" });
}

/** Goes on after the last row rather than at a number: a message that arrives meanwhile shifts nothing. */
async function readBatch(
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
  const { data, error } = await (after ? found.or(after) : found)
    .order("created_at", { ascending: false })
    .order("id", { ascending: false })
    .limit(BATCH_SIZE)
    .overrideTypes<ExportedMessage[], { merge: false }>();
  if (error) throw new Error("The messages could not be read", { cause: error });
  return data;
}

/** Read with another separator, a quoted value falls apart at each of these. */
const SEPARATOR = /([;,\t\r\n])/;
const FORMULA = /^[\s"]*[=+\-@＝＋－＠]/;

/** Quoted as RFC 4180 has it; what a spreadsheet would run as a formula becomes text, wherever a cell may begin. */
function toCell(value: string): string {
  const text = value
    .split(SEPARATOR)
    .map((part) => (FORMULA.test(part) ? `'${part}` : part))
    .join("");
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

import { useState } from "react";
import {
  CONTACT_FIELDS,
  type ContactColumn,
  listContactFields,
  readContactRow,
} from "../../../domain/contact/contact-fields.ts";
import type { Supabase } from "../../auth/supabase-client.ts";
import { unwrap } from "../../data/rows.ts";
import { attempt } from "../../data/save.ts";
import { conditionsOf, MESSAGE_COLUMNS, type MessageQuery, searchFilter, type StoredMessage } from "./message-rows.ts";

const DOWNLOAD_URL_LIFE_MS = 60_000;

export function MessageExport({ query }: { query: MessageQuery }) {
  const [isBusy, setBusy] = useState(false);

  async function save() {
    setBusy(true);
    await attempt("Failed to export the messages. Please try again.", async (supabase) =>
      download(await exportMessages(supabase, query)),
    );
    setBusy(false);
  }

  return (
    <button className="link" type="button" aria-disabled={isBusy} onClick={() => void (isBusy || save())}>
      {isBusy ? "Exporting..." : "Export as CSV"}
    </button>
  );
}

function download(file: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  // The Swedish locale formats dates as ISO 8601.
  link.download = `messages-${new Date().toLocaleDateString("sv-SE")}.csv`;
  link.click();
  // Some browsers read the URL only after the click event.
  setTimeout(() => URL.revokeObjectURL(link.href), DOWNLOAD_URL_LIFE_MS);
}

const BATCH_SIZE = 500;
const HEADINGS: readonly (readonly [field: string, heading: string])[] = [
  ["reference", "Reference"],
  ["created_at", "Received"],
  ...CONTACT_FIELDS.map(({ name, label }) => [name, label] as const),
  ["own", "Own fields"],
  ["status", "Folder"],
  ["state", "State"],
  ["read_at", "Read"],
  ["notes", "Notes"],
];

const ALL_COLUMNS = CONTACT_FIELDS.map(({ name }) => name as ContactColumn);

/** Exports all messages that match the filter as CSV. */
async function exportMessages(supabase: Supabase, query: MessageQuery): Promise<Blob> {
  const rows: string[][] = [HEADINGS.map(([, heading]) => heading)];
  let last: StoredMessage | undefined;
  do {
    const batch = await readBatch(supabase, query, last);
    for (const message of batch) {
      const stored = readContactRow(message);
      const own = listContactFields(stored, ALL_COLUMNS).map(([label, value]) => `${label}: ${value}`);
      const values: Readonly<Record<string, string | null>> = { ...stored, own: own.join("\n") };
      rows.push(HEADINGS.map(([field]) => values[field] ?? ""));
    }
    last = batch.length === BATCH_SIZE ? batch.at(-1) : undefined;
  } while (last);
  const lines = rows.map((row) => `${row.map(toCell).join(",")}\r\n`);
  // Excel needs the byte order mark to read UTF-8.
  return new Blob(["\uFEFF", ...lines], { type: "text/csv;charset=utf-8" });
}

/** Keyset pagination: messages that arrive meanwhile do not shift the batches. */
function readBatch(supabase: Supabase, query: MessageQuery, last: StoredMessage | undefined): Promise<StoredMessage[]> {
  const { search } = query;
  const all = supabase.from("contact_messages").select(MESSAGE_COLUMNS).match(conditionsOf(query));
  const found = search ? all.or(searchFilter(search)) : all;
  const after = last && `created_at.lt."${last.created_at}",and(created_at.eq."${last.created_at}",id.lt.${last.id})`;
  const batch = (after ? found.or(after) : found)
    .order("created_at", { ascending: false })
    .order("id", { ascending: false })
    .limit(BATCH_SIZE);
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

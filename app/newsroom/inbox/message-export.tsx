import {
  CONTACT_FIELDS,
  type ContactColumn,
  listContactFields,
  readContactRow,
} from "../../../domain/contact/contact-fields.ts";
import type { Supabase } from "../../auth/supabase-client.ts";
import { unwrap } from "../../data/rows.ts";
import { CsvExport } from "../list/csv-export.tsx";
import { conditionsOf, MESSAGE_COLUMNS, type MessageQuery, searchFilter, type StoredMessage } from "./message-rows.ts";

export function MessageExport({ query }: { query: MessageQuery }) {
  return (
    <CsvExport
      name="messages"
      failure="Failed to export the messages. Please try again."
      read={(supabase) => readRows(supabase, query)}
    />
  );
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

async function readRows(supabase: Supabase, query: MessageQuery): Promise<string[][]> {
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
  return rows;
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

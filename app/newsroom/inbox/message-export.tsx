import {
  CONTACT_FIELDS,
  type ContactColumn,
  contactFields,
  listContactFields,
  readContactRow,
} from "../../../domain/contact/contact-fields.ts";
import type { ContactWords } from "../../../domain/contact/words.ts";
import type { Supabase } from "../../auth/supabase-client.ts";
import { unwrap } from "../../data/rows.ts";
import { CsvExport } from "../list/csv-export.tsx";
import { conditionsOf, MESSAGE_COLUMNS, type MessageQuery, searchFilter, type StoredMessage } from "./message-rows.ts";
import { type InboxWords, useContactWords, useInboxWords } from "./words.ts";

export function MessageExport({ query }: { query: MessageQuery }) {
  const words = useInboxWords().export;
  const contact = useContactWords();
  return (
    <CsvExport
      name={words.file}
      failure={words.failure}
      read={(supabase) => readRows(supabase, query, headingsOf(words.headings, contact))}
    />
  );
}

const BATCH_SIZE = 500;
const NO_OWN = { services: [], fields: [] };

function headingsOf({ reference, created_at, ...last }: InboxWords["export"]["headings"], contact: ContactWords) {
  const sent = contactFields(NO_OWN, contact).map(({ name, label }) => [name, label]);
  return new Map([...Object.entries({ reference, created_at }), ...sent, ...Object.entries(last)] as [
    string,
    string,
  ][]);
}

const ALL_COLUMNS = CONTACT_FIELDS.map(({ name }) => name as ContactColumn);

async function readRows(
  supabase: Supabase,
  query: MessageQuery,
  headings: ReadonlyMap<string, string>,
): Promise<string[][]> {
  const rows: string[][] = [[...headings.values()]];
  let last: StoredMessage | undefined;
  do {
    const batch = await readBatch(supabase, query, last);
    for (const message of batch) {
      const stored = readContactRow(message);
      const own = listContactFields(stored, ALL_COLUMNS).map(([label, value]) => `${label}: ${value}`);
      const values: Readonly<Record<string, string | null>> = { ...stored, own: own.join("\n") };
      rows.push(Array.from(headings.keys(), (field) => values[field] ?? ""));
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

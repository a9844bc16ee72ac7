import type { Supabase } from "../../auth/supabase-client.ts";
import type { Folder, StoredMessage } from "./message-rows.ts";

export const FOLDERS = ["inbox", "quarantine", "archive"] as const satisfies readonly Folder[];

export type MessageQuery = { readonly folder: Folder; readonly search: string; readonly page: number };
export type ListedMessage = Pick<
  StoredMessage,
  "id" | "name" | "company" | "service" | "message" | "read_at" | "created_at"
> & { readonly hasFailedMail: boolean };
export type MessagePage = {
  readonly messages: readonly ListedMessage[];
  readonly count: number;
  /** Of the inbox what is unread, of the others all. */
  readonly waiting: Readonly<Record<Folder, number>>;
};

export const PAGE_SIZE = 20;
const PAST_THE_END = "PGRST103";

export async function listMessages(backend: Supabase, query: MessageQuery): Promise<MessagePage> {
  const [{ rows, count }, inbox, quarantine, archive] = await Promise.all([
    readPage(backend, query),
    countIn(backend, "inbox"),
    countIn(backend, "quarantine"),
    countIn(backend, "archive"),
  ]);
  const failed = await findFailed(
    backend,
    rows.map(({ id }) => id),
  );
  const messages = rows.map((row) => Object.assign(row, { hasFailedMail: failed.has(row.id) }));
  return { messages, count, waiting: { inbox, quarantine, archive } };
}

/** What holds the words as they stand, whatever signs are in them: `***=` takes an expression for plain text. */
export function whereFound(search: string): string {
  const quoted = `"***=${search.replace(/[\\"]/g, "\\$&")}"`;
  return ["name", "email", "company", "message", "reference"].map((field) => `${field}.imatch.${quoted}`).join(",");
}

async function readPage(backend: Supabase, { folder, search, page }: MessageQuery) {
  const all = backend
    .from("contact_messages")
    .select("id, name, company, service, message, read_at, created_at", { count: "exact" })
    .eq("status", folder);
  const { data, error, count } = await (search ? all.or(whereFound(search)) : all)
    .order("created_at", { ascending: false })
    .order("id", { ascending: false })
    .range((page - 1) * PAGE_SIZE, page * PAGE_SIZE - 1);
  if (error?.code === PAST_THE_END) return { rows: [], count: 0 };
  if (error) throw new Error("The messages could not be read", { cause: error });
  return { rows: data, count: count ?? 0 };
}

async function countIn(backend: Supabase, folder: Folder): Promise<number> {
  const all = backend.from("contact_messages").select("id", { count: "exact", head: true }).eq("status", folder);
  const { count, error } = await (folder === "inbox" ? all.is("read_at", null) : all);
  if (error) throw new Error("The messages could not be counted", { cause: error });
  return count ?? 0;
}

async function findFailed(backend: Supabase, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const { data, error } = await backend
    .from("mail_outbox")
    .select("contact_message_id")
    .eq("state", "failed")
    .in("contact_message_id", ids);
  if (error) throw new Error("The mails could not be read", { cause: error });
  return new Set(data.map(({ contact_message_id }) => contact_message_id));
}

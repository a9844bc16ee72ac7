import type { Supabase } from "../../auth/supabase-client.ts";
import { unwrap, unwrapPage } from "../shell/rows.ts";
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
  /** Unread messages of the inbox, all messages of the other folders. */
  readonly folderCounts: Readonly<Record<Folder, number>>;
};

export const PAGE_SIZE = 20;

export async function listMessages(supabase: Supabase, query: MessageQuery): Promise<MessagePage> {
  const [{ rows, count }, inbox, quarantine, archive] = await Promise.all([
    readPage(supabase, query),
    countMessages(supabase, "inbox"),
    countMessages(supabase, "quarantine"),
    countMessages(supabase, "archive"),
  ]);
  const failed = await findFailed(
    supabase,
    rows.map(({ id }) => id),
  );
  const messages = rows.map((row) => Object.assign(row, { hasFailedMail: failed.has(row.id) }));
  return { messages, count, folderCounts: { inbox, quarantine, archive } };
}

/** A PostgREST filter for the literal search text: the prefix `***=` disables regular expression syntax. */
export function searchFilter(search: string): string {
  const quoted = `"***=${search.replace(/[\\"]/g, "\\$&")}"`;
  return ["name", "email", "company", "message", "reference"].map((field) => `${field}.imatch.${quoted}`).join(",");
}

function readPage(supabase: Supabase, { folder, search, page }: MessageQuery) {
  const all = supabase
    .from("contact_messages")
    .select("id, name, company, service, message, read_at, created_at", { count: "exact" })
    .eq("status", folder);
  const newest = (search ? all.or(searchFilter(search)) : all)
    .order("created_at", { ascending: false })
    .order("id", { ascending: false })
    .range((page - 1) * PAGE_SIZE, page * PAGE_SIZE - 1);
  return unwrapPage(newest, "The messages could not be read");
}

export async function countMessages(supabase: Supabase, folder: Folder): Promise<number> {
  const all = supabase.from("contact_messages").select("id", { count: "exact", head: true }).eq("status", folder);
  const counted = folder === "inbox" ? all.is("read_at", null) : all;
  return (await unwrapPage(counted, "The messages could not be counted")).count;
}

async function findFailed(supabase: Supabase, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const failed = supabase.from("mail_outbox").select("contact_message_id").eq("state", "failed");
  const mails = await unwrap(failed.in("contact_message_id", ids), "The mails could not be read");
  return new Set(mails.flatMap(({ contact_message_id }) => contact_message_id ?? []));
}

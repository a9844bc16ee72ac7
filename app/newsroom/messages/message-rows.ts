import type { Database } from "../../../domain/database.ts";
import type { Supabase } from "../../auth/supabase-client.ts";
import { unwrap, unwrapPage } from "../../data/rows.ts";
import type { List, ListPage, ListQuery } from "../list/list-query.ts";

type Tables = Database["public"]["Tables"];

/** `source` is the page it was sent from, as reported by the sender's browser. */
export type StoredMessage = Omit<Tables["contact_messages"]["Row"], "idempotency_key" | "spam_score" | "updated_at">;

export type Folder = StoredMessage["status"];

export type MessageChange = Partial<Pick<StoredMessage, "status" | "read_at">>;

export type StoredMail = Pick<
  Tables["mail_outbox"]["Row"],
  "id" | "kind" | "recipient" | "state" | "attempts" | "next_attempt_at" | "last_error" | "sent_at"
>;

export const MESSAGE_COLUMNS =
  "id, reference, name, email, phone, company, service, message, source, other_fields, status, read_at, notes, spam_reasons, created_at";

export async function findMessage(supabase: Supabase, id: string): Promise<StoredMessage | undefined> {
  const found = supabase.from("contact_messages").select(MESSAGE_COLUMNS).eq("id", id).maybeSingle();
  return (await unwrap(found, "The message could not be read")) ?? undefined;
}

/** Returns the changed message, or undefined if it was erased. */
export async function changeMessage(
  supabase: Supabase,
  id: string,
  change: MessageChange,
): Promise<StoredMessage | undefined> {
  const changed = supabase.from("contact_messages").update(change).eq("id", id).select(MESSAGE_COLUMNS).maybeSingle();
  return (await unwrap(changed, "The message could not be changed")) ?? undefined;
}

/** Also deletes the message's mails. */
export async function eraseMessage(supabase: Supabase, id: string): Promise<void> {
  await unwrap(supabase.from("contact_messages").delete().eq("id", id), "The message could not be erased");
}

export function listMails(supabase: Supabase, messageId: string): Promise<readonly StoredMail[]> {
  const mails = supabase
    .from("mail_outbox")
    .select("id, kind, recipient, state, attempts, next_attempt_at, last_error, sent_at")
    .eq("contact_message_id", messageId)
    .order("kind");
  return unwrap(mails, "The mails could not be read");
}

/** Queues a failed mail again with its attempts reset. */
export async function requeueMail(supabase: Supabase, mailId: string): Promise<void> {
  const again = { state: "queued", attempts: 0, next_attempt_at: new Date().toISOString() } as const;
  const queued = supabase.from("mail_outbox").update(again).match({ id: mailId, state: "failed" });
  await unwrap(queued, "The mail could not be queued again");
}

const toInbox = { action: "To the inbox", to: "/newsroom/messages" };
const EMPTY = {
  inbox: {
    title: "No messages yet.",
    text: "Messages from the contact form appear here.",
    action: "See the form",
    to: "/contact",
  },
  quarantine: { title: "No spam.", text: "No message looks like spam.", ...toInbox },
  archive: { text: "Messages that you move to the archive appear here.", ...toInbox },
};

export const MESSAGES: List<Folder> = {
  path: "/newsroom/messages",
  param: "folder",
  label: "Folder",
  views: { inbox: "Inbox", quarantine: "Quarantine", archive: "Archive" },
  searchLabel: "Search messages",
  opens: "message",
  pageSize: 20,
  noun: ["message", "messages"],
  notFound: "No name, email, company, reference or message here contains",
  empty: ({ view }) => EMPTY[view],
};

export type MessageQuery = ListQuery<Folder>;
export type ListedMessage = Pick<
  StoredMessage,
  "id" | "name" | "company" | "service" | "message" | "read_at" | "created_at"
> & { readonly hasFailedMail: boolean };

export async function listMessages(supabase: Supabase, query: MessageQuery): Promise<ListPage<ListedMessage>> {
  const { rows, count } = await readPage(supabase, query);
  const failed = await findFailed(
    supabase,
    rows.map(({ id }) => id),
  );
  return { rows: rows.map((row) => Object.assign(row, { hasFailedMail: failed.has(row.id) })), count };
}

/** A PostgREST filter for the literal search text: the prefix `***=` disables regular expression syntax. */
export function searchFilter(search: string): string {
  const quoted = `"***=${search.replace(/[\\"]/g, "\\$&")}"`;
  return ["name", "email", "company", "message", "reference"].map((field) => `${field}.imatch.${quoted}`).join(",");
}

function readPage(supabase: Supabase, { view, search, page }: MessageQuery) {
  const all = supabase
    .from("contact_messages")
    .select("id, name, company, service, message, read_at, created_at", { count: "exact" })
    .eq("status", view);
  const newest = (search ? all.or(searchFilter(search)) : all)
    .order("created_at", { ascending: false })
    .order("id", { ascending: false })
    .range((page - 1) * MESSAGES.pageSize, page * MESSAGES.pageSize - 1);
  return unwrapPage(newest, "The messages could not be read");
}

async function findFailed(supabase: Supabase, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const failed = supabase.from("mail_outbox").select("contact_message_id").eq("state", "failed");
  const mails = await unwrap(failed.in("contact_message_id", ids), "The mails could not be read");
  return new Set(mails.flatMap(({ contact_message_id }) => contact_message_id ?? []));
}

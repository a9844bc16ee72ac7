import type { Database } from "../../../domain/database.ts";
import { currentAccount } from "../../auth/account.ts";
import type { Supabase } from "../../auth/supabase-client.ts";
import { unwrap, unwrapPage } from "../../data/rows.ts";
import type { List, ListPage, ListQuery } from "../list/list-query.ts";
import { type InboxWords, inboxWords } from "./words.ts";

type Tables = Database["public"]["Tables"];

/** `source` is the page it was sent from, as reported by the sender's browser. */
export type StoredMessage = Omit<
  Tables["contact_messages"]["Row"],
  "idempotency_key" | "language" | "spam_score" | "updated_at"
>;

export type Folder = StoredMessage["status"];
export type MessageState = StoredMessage["state"];

export type MessageChange = Partial<Pick<StoredMessage, "status" | "state" | "assignee" | "read_at">>;

export type StoredMail = Pick<
  Tables["mail_outbox"]["Row"],
  "id" | "kind" | "recipient" | "state" | "attempts" | "next_attempt_at" | "last_error" | "sent_at"
>;

export const MESSAGE_COLUMNS =
  "id, reference, name, email, phone, company, service, message, source, other_fields, status, state, assignee, read_at, notes, spam_reasons, created_at";

export type StoredFile = Pick<Tables["message_files"]["Row"], "id" | "name" | "type" | "size"> & {
  /** False if it is in the mailbox only. */
  readonly isKept: boolean;
};

/** A file as bytes of no kind, so that no browser opens it in a page of this site. */
export async function readFile(supabase: Supabase, id: string): Promise<Blob> {
  const { data, error } = await supabase.functions.invoke<Blob>(`message-file/${id}`, { method: "GET" });
  if (!data) throw new Error("The file could not be read", { cause: error });
  return data;
}

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

/** Also deletes the message's replies and mails. */
export async function eraseMessage(supabase: Supabase, id: string): Promise<void> {
  await unwrap(supabase.from("contact_messages").delete().eq("id", id), "The message could not be erased");
}

export function listMails(supabase: Supabase, messageId: string): Promise<readonly StoredMail[]> {
  const mails = supabase
    .from("mail_outbox")
    .select("id, kind, recipient, state, attempts, next_attempt_at, last_error, sent_at")
    .eq("contact_message_id", messageId)
    // Those stand in the thread.
    .neq("kind", "contact-reply")
    .order("kind");
  return unwrap(mails, "The mails could not be read");
}

export async function requeueMail(supabase: Supabase, mailId: string): Promise<void> {
  const again = { state: "queued", attempts: 0, next_attempt_at: new Date().toISOString() } as const;
  const queued = supabase.from("mail_outbox").update(again).match({ id: mailId, state: "failed" });
  await unwrap(queued, "The mail could not be queued again");
}

/** Folders and states; "mine" has the messages of the inbox that are assigned to the caller. */
export type MessageView = keyof InboxWords["list"]["views"];

export const messageList = ({ list, empty }: InboxWords): List<MessageView> => ({
  ...list,
  path: "/newsroom/messages",
  param: "folder",
  opens: "message",
  pageSize: 20,
  empty: ({ view }) => ({ ...empty[view], to: view === "inbox" ? "/contact" : "/newsroom/messages" }),
});

/** For addresses and loaders, which need no words. */
export const MESSAGES = messageList(inboxWords.en);

export type MessageQuery = ListQuery<MessageView>;
export type ListedMessage = Pick<
  StoredMessage,
  "id" | "name" | "company" | "service" | "message" | "status" | "state" | "assignee" | "read_at" | "created_at"
> & {
  readonly hasFailedMail: boolean;
  /** The address of the one who answers it, if that is an admin still. */
  readonly assigned: string | undefined;
};

export async function listMessages(supabase: Supabase, query: MessageQuery): Promise<ListPage<ListedMessage>> {
  const { rows, count } = await readPage(supabase, query);
  const [failed, names] = await Promise.all([
    findFailed(
      supabase,
      rows.map(({ id }) => id),
    ),
    findNames(
      supabase,
      rows.flatMap(({ assignee }) => assignee ?? []),
    ),
  ]);
  const listed = rows.map((row) =>
    Object.assign(row, { hasFailedMail: failed.has(row.id), assigned: names.get(row.assignee ?? "") }),
  );
  return { rows: listed, count };
}

/** The newest message of the inbox that nobody has read. */
export async function findFirstUnread(supabase: Supabase): Promise<string | undefined> {
  const unread = supabase.from("contact_messages").select("id").eq("status", "inbox").is("read_at", null);
  const [first] = await unwrap(
    unread.order("created_at", { ascending: false }).order("id", { ascending: false }).limit(1),
    "The messages could not be read",
  );
  return first?.id;
}

/** The conditions of a view; a search goes through all of them. */
export function conditionsOf({ view, search }: MessageQuery): Partial<Record<"status" | "state" | "assignee", string>> {
  if (search) return {};
  switch (view) {
    case "inbox":
    case "quarantine":
    case "archive":
      return { status: view };
    case "mine": {
      const account = currentAccount();
      return { status: "inbox", ...(account.status === "signed-in" && { assignee: account.id }) };
    }
    case "new":
    case "in_progress":
      return { status: "inbox", state: view };
    case "won":
    case "lost":
      return { state: view };
  }
}

/** A PostgREST filter for the literal search text: the prefix `***=` disables regular expression syntax. */
export function searchFilter(search: string): string {
  const quoted = `"***=${search.replace(/[\\"]/g, "\\$&")}"`;
  return ["name", "email", "company", "message", "reference"].map((field) => `${field}.imatch.${quoted}`).join(",");
}

function readPage(supabase: Supabase, query: MessageQuery) {
  const { search, page } = query;
  const all = supabase
    .from("contact_messages")
    .select("id, name, company, service, message, status, state, assignee, read_at, created_at", { count: "exact" })
    .match(conditionsOf(query));
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

async function findNames(supabase: Supabase, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const people = await unwrap(supabase.rpc("name_people", { ids: [...new Set(ids)] }), "The names could not be read");
  return new Map(people.flatMap(({ id, email }) => (email ? [[id, email] as const] : [])));
}

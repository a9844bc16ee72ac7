import type { Database } from "../../../domain/database.ts";
import type { Supabase } from "../../auth/supabase-client.ts";
import { unwrap } from "../shell/rows.ts";

type Tables = Database["public"]["Tables"];

/** `source` is the page it was sent from, as reported by the sender's browser. */
export type StoredMessage = Omit<Tables["contact_messages"]["Row"], "idempotency_key" | "spam_score" | "updated_at">;

export type Folder = StoredMessage["status"];

export type MessageChange = Partial<Pick<StoredMessage, "status" | "read_at">>;

export type StoredMail = Pick<
  Tables["mail_outbox"]["Row"],
  "id" | "kind" | "recipient" | "state" | "attempts" | "next_attempt_at" | "last_error" | "sent_at"
>;

const COLUMNS =
  "id, reference, name, email, phone, company, service, message, source, status, read_at, notes, spam_reasons, created_at";

export async function findMessage(supabase: Supabase, id: string): Promise<StoredMessage | undefined> {
  const found = supabase.from("contact_messages").select(COLUMNS).eq("id", id).maybeSingle();
  return (await unwrap(found, "The message could not be read")) ?? undefined;
}

/** Returns the changed message, or undefined if it was erased. */
export async function changeMessage(
  supabase: Supabase,
  id: string,
  change: MessageChange,
): Promise<StoredMessage | undefined> {
  const changed = supabase.from("contact_messages").update(change).eq("id", id).select(COLUMNS).maybeSingle();
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

import type { SpamReason } from "../../../domain/contact/spam-score.ts";
import type { Supabase } from "../../auth/supabase-client.ts";

export type Folder = "inbox" | "quarantine" | "archive";

export type StoredMessage = {
  readonly id: string;
  readonly reference: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly company: string;
  readonly service: string;
  readonly message: string;
  /** The page it was sent from, as reported by the sender's browser. */
  readonly source: string;
  readonly status: Folder;
  readonly read_at: string | null;
  readonly notes: string;
  readonly spam_reasons: readonly SpamReason[];
  readonly created_at: string;
};

export type MessageChange = Partial<Pick<StoredMessage, "status" | "read_at">>;

export type StoredMail = {
  readonly id: string;
  readonly kind: string;
  readonly recipient: string;
  readonly state: "queued" | "sending" | "sent" | "failed" | "held";
  readonly attempts: number;
  readonly next_attempt_at: string;
  readonly last_error: string | null;
  readonly sent_at: string | null;
};

const COLUMNS =
  "id, reference, name, email, phone, company, service, message, source, status, read_at, notes, spam_reasons, created_at";

export async function findMessage(supabase: Supabase, id: string): Promise<StoredMessage | undefined> {
  const found = supabase.from("contact_messages").select(COLUMNS).eq("id", id);
  const { data, error } = await found.maybeSingle<StoredMessage>();
  if (error) throw new Error("The message could not be read", { cause: error });
  return data ?? undefined;
}

/** Returns the changed message, or undefined if it was erased. */
export async function changeMessage(
  supabase: Supabase,
  id: string,
  change: MessageChange,
): Promise<StoredMessage | undefined> {
  const changed = supabase.from("contact_messages").update(change).eq("id", id).select(COLUMNS);
  const { data, error } = await changed.maybeSingle<StoredMessage>();
  if (error) throw new Error("The message could not be changed", { cause: error });
  return data ?? undefined;
}

/** Also deletes the message's mails. */
export async function eraseMessage(supabase: Supabase, id: string): Promise<void> {
  const { error } = await supabase.from("contact_messages").delete().eq("id", id);
  if (error) throw new Error("The message could not be erased", { cause: error });
}

export async function listMails(supabase: Supabase, messageId: string): Promise<readonly StoredMail[]> {
  const { data, error } = await supabase
    .from("mail_outbox")
    .select("id, kind, recipient, state, attempts, next_attempt_at, last_error, sent_at")
    .eq("contact_message_id", messageId)
    .order("kind");
  if (error) throw new Error("The mails could not be read", { cause: error });
  return data;
}

/** Queues a failed mail again with its attempts reset. */
export async function requeueMail(supabase: Supabase, mailId: string): Promise<void> {
  const { error } = await supabase
    .from("mail_outbox")
    .update({ state: "queued", attempts: 0, next_attempt_at: new Date().toISOString() })
    .eq("id", mailId)
    .eq("state", "failed");
  if (error) throw new Error("The mail could not be queued again", { cause: error });
}

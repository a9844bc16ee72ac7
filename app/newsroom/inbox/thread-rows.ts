import type { AnswerFacts } from "../../../domain/content/site-facts.ts";
import type { Supabase } from "../../auth/supabase-client.ts";
import { unwrap } from "../../data/rows.ts";
import type { StoredFile, StoredMail, StoredMessage } from "./message-rows.ts";

/** A reply; without an author it is the sender's, or that of a deleted account. */
export type Reply = {
  readonly id: string;
  readonly direction: "sent" | "received";
  readonly author: string | null;
  readonly text: string;
  readonly at: string;
  readonly mail: StoredMail | null;
  readonly kind: "mail" | "automatic" | "bounce";
  /** The address that an answer came from. */
  readonly sender: string | null;
  readonly files: readonly StoredFile[];
};

export type Thread = {
  /** Of the message itself: an application has one. */
  readonly files: readonly StoredFile[];
  readonly replies: readonly Reply[];
  /** The caller's own. */
  readonly draft: string;
  /** The other admins who have begun a reply. */
  readonly writing: readonly { readonly email: string; readonly text: string; readonly since: string }[];
  /** What the same address has sent besides. */
  readonly others: readonly Pick<StoredMessage, "id" | "service" | "state" | "created_at">[];
  /** Who can be given the message. */
  readonly people: readonly { readonly id: string; readonly email: string }[];
};

export async function findThread(supabase: Supabase, message: string): Promise<Thread> {
  const thread = supabase.rpc("message_thread", { of_message: message }, { get: true });
  return (await unwrap(thread, "The replies could not be read")) as Thread;
}

/** False if there are more replies than the caller has seen. The id makes a repeated request harmless. */
export async function sendReply(
  supabase: Supabase,
  sent: { of_message: string; reply: string; words: string; seen: number },
): Promise<boolean> {
  return (await unwrap(supabase.rpc("send_reply", sent), "The reply could not be sent")) === true;
}

/** What is stored now: the given text if nothing else was stored meanwhile. Null if the message is erased. */
export function saveReplyDraft(
  supabase: Supabase,
  draft: { of_message: string; base: string; words: string },
): Promise<string | null> {
  return unwrap(supabase.rpc("save_reply_draft", draft), "The draft could not be stored");
}

type Answer = { readonly key: string; readonly title: string; readonly text: string };

/** The saved answers that are live, as the owner has ordered them. */
export async function readAnswers(supabase: Supabase): Promise<readonly Answer[]> {
  const entries = supabase
    .from("entries")
    .select("key, data, live_from")
    .match({ collection: "answers", hidden: false })
    .lte("live_from", new Date().toISOString())
    .order("position");
  const rows = await unwrap(entries, "The saved answers could not be read");
  return rows.map(({ key, data }) => Object.assign(data as Pick<Answer, "title" | "text">, { key }));
}

export function answerFacts({ name, company, service, reference }: StoredMessage): AnswerFacts {
  return { firstName: name.trim().split(/\s+/)[0] ?? name, fullName: name, company, service, reference };
}

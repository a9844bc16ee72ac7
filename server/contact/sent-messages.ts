import type { SupabaseClient } from "@supabase/supabase-js";
import * as v from "valibot";
import { readMessageToken } from "../../domain/contact/message-token.ts";
import { createSignatures } from "../../domain/signatures.ts";

const StoredMessage = v.object({
  reference: v.string(),
  name: v.string(),
  email: v.string(),
  phone: v.string(),
  company: v.string(),
  service: v.string(),
  message: v.string(),
  source: v.string(),
  created_at: v.pipe(v.string(), v.isoTimestamp()),
});
const COLUMNS = Object.keys(StoredMessage.entries).join(", ");

type SentMessage = v.InferOutput<typeof StoredMessage> & {
  /** Whether the agency's mailbox has it, besides the database. */
  readonly mailed: boolean;
};

export type SentMessages = {
  /** The message that a receipt's link leads to, as it is stored; nothing where the link is not ours or it is gone. */
  readonly find: (token: string) => Promise<SentMessage | undefined | "unreachable">;
  /** Erases it with its mails, for good. Says whether there was one. */
  readonly erase: (token: string) => Promise<boolean | "unreachable">;
};

/** The database is out of reach, or where Supabase serves the protocol, Supabase is. */
const UNREACHABLE = new Set([0, 503]);

/** What senders may do with their own messages. The token is their only key. */
export function createSentMessages(service: SupabaseClient, serviceKey: string): SentMessages {
  const signatures = createSignatures(serviceKey);
  return {
    async find(token) {
      const id = await readMessageToken(token, signatures);
      if (!id) return undefined;
      const message = await service.from("contact_messages").select(COLUMNS).eq("id", id).maybeSingle();
      if (UNREACHABLE.has(message.status)) return "unreachable";
      if (message.error) throw new Error("Reading a sent message failed", { cause: message.error });
      if (!message.data) return undefined;
      const mails = await service
        .from("mail_outbox")
        .select("state")
        .match({ contact_message_id: id, kind: "contact-notification", state: "sent" });
      if (mails.error) throw new Error("Reading the mails of a message failed", { cause: mails.error });
      return { ...v.parse(StoredMessage, message.data), mailed: mails.data.length > 0 };
    },

    async erase(token) {
      const id = await readMessageToken(token, signatures);
      if (!id) return false;
      const { data, error, status } = await service.from("contact_messages").delete().eq("id", id).select("id");
      if (UNREACHABLE.has(status)) return "unreachable";
      if (error) throw new Error("Erasing a message failed", { cause: error });
      return data.length > 0;
    },
  };
}

import { readMessageToken } from "../../domain/contact/message-token.ts";
import type { Database } from "../../domain/database.ts";
import { createSignatures } from "../../domain/signatures.ts";
import type { DatabaseClient } from "../backend/clients.ts";

const COLUMNS = "reference, name, email, phone, company, service, message, source, created_at";

type SentMessage = Pick<
  Database["public"]["Tables"]["contact_messages"]["Row"],
  "reference" | "name" | "email" | "phone" | "company" | "service" | "message" | "source" | "created_at"
> & {
  /** Whether it was also mailed to the agency. */
  readonly mailed: boolean;
};

export type SentMessages = {
  /** The message of a receipt's token; undefined if the token is invalid or the message was erased. */
  readonly find: (token: string) => Promise<SentMessage | undefined | "unreachable">;
  /** Erases the message and its mails. Returns whether it existed. */
  readonly erase: (token: string) => Promise<boolean | "unreachable">;
};

/** Statuses when the database or Supabase is unreachable. */
const UNREACHABLE_STATUSES = new Set([0, 503]);

/** Lets senders read and erase their own messages; the token is their only credential. */
export function createSentMessages(service: DatabaseClient, serviceKey: string): SentMessages {
  const signatures = createSignatures(serviceKey);
  return {
    async find(token) {
      const id = await readMessageToken(token, signatures);
      if (!id) return undefined;
      const message = await service.from("contact_messages").select(COLUMNS).eq("id", id).maybeSingle();
      if (UNREACHABLE_STATUSES.has(message.status)) return "unreachable";
      if (message.error) throw new Error("Reading a sent message failed", { cause: message.error });
      if (!message.data) return undefined;
      const mails = await service
        .from("mail_outbox")
        .select("state")
        .match({ contact_message_id: id, kind: "contact-notification", state: "sent" });
      if (mails.error) throw new Error("Reading the mails of a message failed", { cause: mails.error });
      return { ...message.data, mailed: mails.data.length > 0 };
    },

    async erase(token) {
      const id = await readMessageToken(token, signatures);
      if (!id) return false;
      const { data, error, status } = await service.from("contact_messages").delete().eq("id", id).select("id");
      if (UNREACHABLE_STATUSES.has(status)) return "unreachable";
      if (error) throw new Error("Erasing a message failed", { cause: error });
      return data.length > 0;
    },
  };
}

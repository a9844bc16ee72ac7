import type { DatabaseClient } from "../backend/clients.ts";
import type { MailQueue } from "./mail-queue.ts";

const COLUMNS =
  "id, kind, recipient, attempts, subject, messageId:message_id, text:text_body, html:html_body, replyTo:reply_to";
/** Supabase does not notify us of new mails. */
const POLL_INTERVAL_MS = 5_000;

/** The outbox of a Supabase project, through the same two functions by rpc. */
export function createRemoteQueue(service: DatabaseClient): MailQueue {
  return {
    async claim(max) {
      const { data, error } = await service.rpc("claim_mails", { most: max }).select(COLUMNS);
      if (error) throw new Error("Claiming mails failed", { cause: error });
      return data;
    },
    async settle({ id, attempts }, settlement) {
      const { error } = await service.rpc("settle_mail", {
        mail: id,
        attempt: attempts,
        outcome: settlement.outcome,
        reason: "reason" in settlement ? settlement.reason : null,
        wait_seconds: "waitMs" in settlement ? settlement.waitMs / 1000 : 0,
      });
      if (error) throw new Error("Settling a mail failed", { cause: error });
    },
    async watch(onMail) {
      const timer = setInterval(onMail, POLL_INTERVAL_MS).unref();
      return async () => clearInterval(timer);
    },
  };
}

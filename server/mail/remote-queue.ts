import type { SupabaseClient } from "@supabase/supabase-js";
import * as v from "valibot";
import type { ClaimedMail, MailQueue } from "./mail-queue.ts";

const ClaimedRows = v.array(
  v.object({
    id: v.string(),
    kind: v.string(),
    recipient: v.string(),
    message_id: v.string(),
    attempts: v.number(),
    subject: v.nullable(v.string()),
    text_body: v.nullable(v.string()),
    html_body: v.nullable(v.string()),
    reply_to: v.nullable(v.string()),
  }),
);
/** Supabase does not notify us of new mails. */
const POLL_INTERVAL_MS = 5_000;

/** The outbox of a Supabase project, through the same two functions by rpc. */
export function createRemoteQueue(service: SupabaseClient): MailQueue {
  return {
    async claim(max) {
      const { data, error } = await service.rpc("claim_mails", { most: max });
      if (error) throw new Error("Claiming mails failed", { cause: error });
      return v.parse(ClaimedRows, data).map(toMail);
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

function toMail(row: v.InferOutput<typeof ClaimedRows>[number]): ClaimedMail {
  const { id, kind, recipient, attempts, subject } = row;
  const { message_id: messageId, text_body: text, html_body: html, reply_to: replyTo } = row;
  return { id, kind, recipient, attempts, subject, messageId, text, html, replyTo };
}

import type { Sql } from "postgres";

export type ClaimedMail = {
  readonly id: string;
  readonly kind: string;
  readonly recipient: string;
  readonly messageId: string;
  readonly attempts: number;
  /** Null if the text was erased. */
  readonly subject: string | null;
  readonly text: string | null;
  readonly html: string | null;
  readonly replyTo: string | null;
};

type Settlement =
  | { readonly outcome: "sent" }
  | { readonly outcome: "failed"; readonly reason: string }
  | { readonly outcome: "queued"; readonly reason: string; readonly waitMs: number };

/** The worker's view of the outbox, implemented by two database functions that are also reachable by rpc. */
export type MailQueue = {
  readonly claim: (max: number) => Promise<readonly ClaimedMail[]>;
  readonly settle: (mail: ClaimedMail, settlement: Settlement) => Promise<void>;
  /** Calls `onMail` when a mail may be queued; returns a function that stops it. */
  readonly watch: (onMail: () => void) => Promise<() => Promise<void>>;
};

export function createMailQueue(sql: Sql): MailQueue {
  return {
    claim: (max) => sql<ClaimedMail[]>`
      select id, kind, recipient, message_id as "messageId", attempts, subject,
        text_body as text, html_body as html, reply_to as "replyTo"
      from public.claim_mails(${max})`,
    async settle({ id, attempts }, settlement) {
      const reason = "reason" in settlement ? settlement.reason : null;
      const waitSeconds = "waitMs" in settlement ? settlement.waitMs / 1000 : 0;
      await sql`select public.settle_mail(${id}, ${attempts}, ${settlement.outcome}, ${reason}, ${waitSeconds})`;
    },
    async watch(onMail) {
      const listening = await sql.listen("mail", onMail, onMail);
      return () => listening.unlisten();
    },
  };
}

import type { Sql } from "postgres";

export type ClaimedMail = {
  readonly id: string;
  readonly kind: string;
  readonly recipient: string;
  readonly messageId: string;
  readonly attempts: number;
  /** Null when the text was erased. */
  readonly subject: string | null;
  readonly text: string | null;
  readonly html: string | null;
  readonly replyTo: string | null;
};

type Settlement =
  | { readonly outcome: "sent" }
  | { readonly outcome: "failed"; readonly reason: string }
  | { readonly outcome: "queued"; readonly reason: string; readonly waitMs: number };

/** What the worker needs of the outbox. The work is done by two database functions, which rpc reaches as well. */
export type MailQueue = {
  readonly claim: (most: number) => Promise<readonly ClaimedMail[]>;
  readonly settle: (mail: ClaimedMail, settlement: Settlement) => Promise<void>;
  /** Calls back when a mail may be waiting, until the answer is called. */
  readonly watch: (onMail: () => void) => Promise<() => Promise<void>>;
};

export function createMailQueue(sql: Sql): MailQueue {
  return {
    claim: (most) => sql<ClaimedMail[]>`
      select id, kind, recipient, message_id as "messageId", attempts, subject,
        text_body as text, html_body as html, reply_to as "replyTo"
      from public.claim_mails(${most})`,
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

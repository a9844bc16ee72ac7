import { randomUUID } from "node:crypto";
import type { Sql, TransactionSql } from "postgres";

type OutboxMail = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  readonly kind: string;
  readonly replyTo?: string;
  /** False only for contact mail. Confidential mails are readable by the service role only and erased after delivery. */
  readonly confidential?: boolean;
};

export type Outbox = { send(mail: OutboxMail, sql: Sql | TransactionSql): Promise<void> };

/** Transactional outbox: mails are stored in the transaction that causes them. */
export function createOutbox({ domain }: { readonly domain: string }): Outbox {
  return {
    async send({ to, subject, text, html, kind, replyTo, confidential = true }, sql) {
      const messageId = `<${randomUUID()}@${domain}>`;
      await sql`
        with mail as (
          insert into public.mail_outbox (kind, recipient, message_id, confidential)
          values (${kind}, ${to}, ${messageId}, ${confidential})
          returning id
        )
        insert into public.mail_bodies (mail_id, subject, text_body, html_body, reply_to)
        select id, ${oneLine(subject)}, ${text}, ${html ?? null}, ${replyTo ?? null} from mail`;
    },
  };
}

const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();

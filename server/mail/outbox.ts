import { randomUUID } from "node:crypto";
import type { Sql, TransactionSql } from "postgres";

type OutboxMail = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  readonly kind: string;
  readonly replyTo?: string;
  /** Only contact mail says false: what signs somebody in is for the service role, and erased once delivered. */
  readonly confidential?: boolean;
};

export type Outbox = { send(mail: OutboxMail, sql: Sql | TransactionSql): Promise<void> };

/** Stores mails inside the transaction that made them necessary: both happen, or neither. */
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

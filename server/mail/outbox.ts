import { randomUUID } from "node:crypto";
import type { Sql, TransactionSql } from "postgres";
import { fillFacts } from "../../domain/content/fill-facts.ts";
import { escapeHtml } from "../../domain/escape-html.ts";
import { shippedFacts, type SiteFacts } from "../content/site-facts.ts";

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

type OutboxOptions = { readonly domain: string; readonly siteFacts?: (() => SiteFacts) | undefined };

/** Transactional outbox: mails are stored in the transaction that causes them. */
export function createOutbox({ domain, siteFacts = shippedFacts }: OutboxOptions): Outbox {
  return {
    async send(mail, sql) {
      const { to, subject, text, html, kind, replyTo, confidential = true } = fillMail(mail, siteFacts());
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

/** Fills in what a mail says about the site. */
export function fillMail<Mail extends Pick<OutboxMail, "subject" | "text" | "html">>(
  mail: Mail,
  facts: SiteFacts,
): Mail {
  const { subject, text, html } = mail;
  const escaped = { name: escapeHtml(facts.name), email: escapeHtml(facts.email) };
  return {
    ...mail,
    subject: fillFacts(subject, facts),
    text: fillFacts(text, facts),
    ...(html && { html: fillFacts(html, escaped) }),
  };
}

const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();

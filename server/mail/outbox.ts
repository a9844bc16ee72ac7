import { randomUUID } from "node:crypto";
import type { Sql, TransactionSql } from "postgres";
import { fillFacts } from "../../domain/content/fill-facts.ts";
import { escapeHtml } from "../../domain/escape-html.ts";
import { shippedFacts, type SiteFacts } from "../content/site-facts.ts";
import type { SupabaseClient } from "../supabase-clients.ts";
import type { Listen } from "./worker.ts";

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
  { name, email }: Pick<SiteFacts, "name" | "email">,
): Mail {
  const { subject, text, html } = mail;
  const facts = { name, email };
  const escaped = { name: escapeHtml(name), email: escapeHtml(email) };
  return {
    ...mail,
    subject: fillFacts(subject, facts),
    text: fillFacts(text, facts),
    ...(html && { html: fillFacts(html, escaped) }),
  };
}

const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();

/** Prints queued mails in development without an SMTP server. They stay in the outbox. */
export async function printMails(
  service: SupabaseClient,
  listen: Listen,
  print: (mail: string) => void,
): Promise<void> {
  const printedIds = new Set((await findMails(service)).map(({ id }) => id));
  let printing = Promise.resolve();
  async function printNew(): Promise<void> {
    for (const { id, recipient } of await findMails(service)) {
      if (printedIds.has(id)) continue;
      printedIds.add(id);
      const body = service.from("mail_bodies").select("subject, text_body").eq("mail_id", id);
      const { data } = await body.maybeSingle().throwOnError();
      if (data) print(`\nMail to ${recipient}: ${data.subject}\n\n${data.text_body}`);
    }
  }
  await listen("mail", () => {
    printing = printing.then(printNew, printNew);
  });
}

async function findMails(service: SupabaseClient) {
  const oldest = new Date(Date.now() - 3_600_000).toISOString();
  const mails = service.from("mail_outbox").select("id, recipient").gt("created_at", oldest).order("created_at");
  return (await mails.throwOnError()).data;
}

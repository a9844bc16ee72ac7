import type { Sql } from "postgres";

type QueuedMail = { readonly id: string; readonly recipient: string; readonly subject: string; readonly text: string };

/** Prints queued mails in development without an SMTP server. They stay in the outbox. */
export async function printMails(sql: Sql, print: (mail: string) => void): Promise<() => Promise<void>> {
  const printedIds = new Set((await findQueued(sql)).map(({ id }) => id));
  let printing = Promise.resolve();
  async function printNew(): Promise<void> {
    for (const { id, recipient, subject, text } of await findQueued(sql)) {
      if (!printedIds.has(id)) print(`\nMail to ${recipient}: ${subject}\n\n${text}`);
      printedIds.add(id);
    }
  }
  const listening = await sql.listen("mail", () => {
    printing = printing.then(printNew, printNew);
  });
  return async () => {
    await listening.unlisten();
    await printing;
  };
}

function findQueued(sql: Sql): Promise<readonly QueuedMail[]> {
  return sql<QueuedMail[]>`
    select m.id, m.recipient, b.subject, b.text_body as text
    from public.mail_outbox m join public.mail_bodies b on b.mail_id = m.id
    where m.created_at > now() - interval '1 hour' order by m.created_at`;
}

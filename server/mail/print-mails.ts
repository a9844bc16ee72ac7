import type { SupabaseClient } from "../supabase-clients.ts";
import type { Listen } from "./worker.ts";

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

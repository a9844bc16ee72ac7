import type { Log } from "../log.ts";
import type { MailQueue } from "./mail-queue.ts";
import { createSmtp } from "./smtp.ts";
import { createMailWorker, type MailWorker } from "./worker.ts";

type MailOptions = {
  readonly queue: MailQueue;
  readonly log: Log;
  /** If unset, mails stay in the outbox. */
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
};

export async function startMail({ queue, log, smtpUrl, mailFrom }: MailOptions): Promise<MailWorker | undefined> {
  if (!smtpUrl) return undefined;
  const worker = createMailWorker({ queue, transport: createSmtp({ url: smtpUrl, from: mailFrom }), log });
  await worker.start();
  return worker;
}

import { shippedFacts, type SiteFacts } from "../content/site-facts.ts";
import type { Log } from "../log.ts";
import type { MailQueue } from "./mail-queue.ts";
import { createSmtp } from "./smtp.ts";
import { type CountMail, createMailWorker, type MailWorker } from "./worker.ts";

type MailOptions = {
  readonly queue: MailQueue;
  readonly log: Log;
  /** If unset, mails stay in the outbox. */
  readonly smtpUrl: string | undefined;
  /** MAIL_FROM; without it the stored name and address. */
  readonly mailFrom: string | undefined;
  readonly siteFacts?: (() => SiteFacts) | undefined;
  readonly countMail?: CountMail | undefined;
};

export async function startMail(options: MailOptions): Promise<MailWorker | undefined> {
  const { queue, log, smtpUrl, mailFrom, siteFacts = shippedFacts, countMail: count } = options;
  if (!smtpUrl) return undefined;
  const from = () => mailFrom ?? { name: siteFacts().name, address: siteFacts().email };
  const worker = createMailWorker({ queue, transport: createSmtp({ url: smtpUrl, from }), log, count });
  await worker.start();
  return worker;
}

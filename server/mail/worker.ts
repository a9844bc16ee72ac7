import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "../../backend/index.ts";
import { designMail, type MailLook } from "../../domain/compose-mail.ts";
import { shippedFacts, type SiteFacts } from "../content/site-facts.ts";
import type { SupabaseClient } from "../supabase-clients.ts";
import type { ReplyAddress } from "./reply-address.ts";
import { createSmtp, type Transport } from "./smtp.ts";

type WorkerOptions = {
  /** supabase-js with the service key: the outbox is two database functions, called by rpc in every mode. */
  readonly service: SupabaseClient;
  readonly transport: Transport;
  readonly log: Log;
  /** Calls back when a mail may be queued. Supabase notifies nobody, so there the worker polls more often. */
  readonly listen?: Listen | undefined;
  readonly count?: CountMail | undefined;
  readonly maxAttempts?: number;
  /** Undefined for plain mails. */
  readonly mailLook?: (() => MailLook | undefined) | undefined;
  /** Where answers to receipts and replies go, and reports about them. */
  readonly replyAddress?: ReplyAddress | undefined;
};

export type Listen = (channel: string, onNews: () => void) => Promise<void>;

type MailOptions = Pick<WorkerOptions, "service" | "log" | "listen" | "mailLook" | "replyAddress"> & {
  /** If unset, mails stay in the outbox. */
  readonly smtpUrl: string | undefined;
  /** MAIL_FROM; without it the stored name and address. */
  readonly mailFrom: string | undefined;
  readonly siteFacts?: (() => SiteFacts) | undefined;
  readonly countMail?: CountMail | undefined;
};

/** A deferred mail is tried again later. */
type CountMail = (outcome: "sent" | "deferred" | "failed") => void;

const COLUMNS =
  "id, kind, recipient, attempts, subject, messageId:message_id, text:text_body, html:html_body, replyTo:reply_to, referenceIds:reference_ids";

/** Its subject and texts are null if they were erased. */
type ClaimedMail = Awaited<ReturnType<typeof claimMails>>[number];

/** How often the SMTP server has refused each mail. Kept in memory only: after a restart a mail may get more attempts. */
type Refusals = Map<ClaimedMail["id"], number>;

export type MailWorker = {
  /** Delivers every due mail and returns the number sent. Gives up when the server is unreachable. */
  readonly drain: () => Promise<number>;
  readonly start: () => Promise<void>;
  /** Waits for mails that are being sent. */
  readonly stop: () => Promise<void>;
};

const MAX_ATTEMPTS = 10;
const MAX_CONCURRENT = 5;
/** NOTIFY announces new mails; polling finds retries that are due. */
const POLL_INTERVAL_MS = 15_000;
const POLL_WITHOUT_NOTIFY_MS = 5_000;

const FIRST_RETRY_MS = 30_000;
/** While the server is unreachable. */
const MAX_PAUSE_MS = 600_000;
/** Between batches of five after an outage: mail servers refuse floods. */
const CATCH_UP_PAUSE_MS = 500;

/** For a mail that the server refuses, up to 6 h; ten attempts take a little more than a day. */
const backoffMs = (refusals: number): number => Math.min(FIRST_RETRY_MS * 4 ** (refusals - 1), 6 * 3_600_000);

export async function startMail(options: MailOptions): Promise<MailWorker | undefined> {
  const { smtpUrl, mailFrom, siteFacts = shippedFacts, countMail: count, ...rest } = options;
  if (!smtpUrl) return undefined;
  const from = () => mailFrom ?? { name: siteFacts().name, address: siteFacts().email };
  const worker = createMailWorker({ ...rest, transport: createSmtp({ url: smtpUrl, from }), count });
  await worker.start();
  return worker;
}

/** Several processes may run a worker: each mail is claimed by one of them. */
export function createMailWorker(options: WorkerOptions): MailWorker {
  const { service, transport, log, listen } = options;
  const refusals: Refusals = new Map();
  let draining: Promise<number> | undefined;
  let hasNewMail = false;
  /** While the server is unreachable it is tried with one mail at a time, after pauses that double. */
  let pauseMs = 0;
  let retryAt = -Infinity;
  /** At the start, too: an earlier process may have deferred mails. */
  let hasDeferred = true;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;

  async function deliverAllDue(): Promise<number> {
    let sent = 0;
    let isCatchingUp = false;
    try {
      for (;;) {
        hasNewMail = false;
        const mails = await claimMails(service, pauseMs > 0 ? 1 : MAX_CONCURRENT);
        const delivered = await Promise.all(mails.map((mail) => deliver(mail, options, refusals)));
        sent += delivered.filter((outcome) => outcome === "sent").length;
        if (mails.length > 0 && delivered.every((outcome) => outcome === "unreachable")) {
          pauseMs = Math.min(Math.max(pauseMs * 2, FIRST_RETRY_MS), MAX_PAUSE_MS);
          retryAt = performance.now() + pauseMs;
          hasDeferred = true;
          return sent;
        }
        if (mails.length > 0 && hasDeferred) {
          pauseMs = 0;
          hasDeferred = false;
          isCatchingUp = await makeDeferredDue(service, refusals);
        }
        if (isStopped || (mails.length === 0 && !hasNewMail)) return sent;
        if (isCatchingUp) await sleep(CATCH_UP_PAUSE_MS);
      }
    } finally {
      // Reset in the same tick, so that no new mail waits for the next poll.
      draining = undefined;
    }
  }

  function drain(): Promise<number> {
    hasNewMail = true;
    draining ??= deliverAllDue();
    return draining;
  }

  function poll(): void {
    if (isStopped || performance.now() < retryAt) return;
    drain().catch((error: unknown) => log.error("the outbox cannot be read", { error }));
  }

  return {
    drain,
    async start() {
      timer = setInterval(poll, listen ? POLL_INTERVAL_MS : POLL_WITHOUT_NOTIFY_MS).unref();
      await listen?.("mail", poll);
      poll();
    },
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await draining?.catch(() => {});
      transport.close();
    },
  };
}

async function claimMails(service: SupabaseClient, most: number) {
  const { data, error } = await service.rpc("claim_mails", { most }).select(COLUMNS);
  if (error) throw new Error("Claiming mails failed", { cause: error });
  return data;
}

/** The server is back, so mails that an outage has deferred need not wait. Returns whether there were any. */
async function makeDeferredDue(service: SupabaseClient, refusals: Refusals): Promise<boolean> {
  const { data, error } = await service.rpc("release_deferred_mails", { refused: [...refusals.keys()] });
  if (error) throw new Error("Releasing mails failed", { cause: error });
  return (data ?? 0) > 0;
}

/** The mails to visitors whose answers come into the thread. */
const ANSWERED: ReadonlySet<string> = new Set(["contact-receipt", "contact-reply"]);

type Delivery = "sent" | "unsent" | "unreachable";

async function deliver(mail: ClaimedMail, options: WorkerOptions, refusals: Refusals): Promise<Delivery> {
  const { service, transport, log, count = () => {}, maxAttempts = MAX_ATTEMPTS, mailLook = () => undefined } = options;
  const facts = { mail: mail.id, kind: mail.kind, attempts: mail.attempts };

  async function settle(outcome: "sent" | "failed" | "queued", reason: string | null, waitMs = 0): Promise<void> {
    const wait_seconds = waitMs / 1000;
    const settled = { mail: mail.id, attempt: mail.attempts, outcome, reason, wait_seconds };
    const { error } = await service.rpc("settle_mail", settled);
    if (error) throw new Error("Settling a mail failed", { cause: error });
    count(outcome === "queued" ? "deferred" : outcome);
    if (outcome !== "queued") refusals.delete(mail.id);
  }

  if (mail.subject === null) {
    await settle("failed", "Its text was erased: it was too old to be of use.");
    return "unsent";
  }
  const look = mailLook();
  const html = mail.html && look ? designMail(mail.html, look) : mail.html;
  const returnPath = ANSWERED.has(mail.kind) ? await options.replyAddress?.sign(mail.id) : undefined;
  const replyTo = returnPath ?? mail.replyTo;
  const outcome = await transport.send({ ...mail, html, subject: mail.subject, replyTo, returnPath });
  if (outcome.sent) {
    await settle("sent", null);
    log.info("mail sent", facts);
    return "sent";
  }
  const { reason, failure } = outcome;
  const refusalCount = (refusals.get(mail.id) ?? 0) + (failure === "unreachable" ? 0 : 1);
  if (refusalCount > 0) refusals.set(mail.id, refusalCount);
  if (failure === "unreachable") {
    await settle("queued", reason, Math.min(FIRST_RETRY_MS * 2 ** (mail.attempts - 1), MAX_PAUSE_MS));
  } else if (failure === "no-recipient" || refusalCount >= maxAttempts) {
    await settle("failed", reason);
  } else {
    await settle("queued", reason, backoffMs(refusalCount));
  }
  log.warn("mail not sent", { ...facts, reason });
  return failure === "unreachable" ? "unreachable" : "unsent";
}

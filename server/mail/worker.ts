import type { Log } from "../log.ts";
import type { ClaimedMail, MailQueue } from "./mail-queue.ts";
import type { Transport } from "./smtp.ts";

type WorkerOptions = {
  readonly queue: MailQueue;
  readonly transport: Transport;
  readonly log: Log;
  readonly count?: CountMail | undefined;
  readonly maxAttempts?: number;
};

/** A deferred mail is tried again later. */
export type CountMail = (outcome: "sent" | "deferred" | "failed") => void;

/** How often the SMTP server has refused each mail. Kept in memory only: after a restart a mail may get more attempts. */
type Refusals = Map<ClaimedMail["id"], number>;

export type MailWorker = {
  /** Delivers every due mail and returns the number sent. */
  readonly drain: () => Promise<number>;
  readonly start: () => Promise<void>;
  /** Waits for mails that are being sent. */
  readonly stop: () => Promise<void>;
};

const MAX_ATTEMPTS = 10;
const MAX_CONCURRENT = 5;
/** NOTIFY announces new mails; polling finds retries that are due. */
const POLL_INTERVAL_MS = 15_000;

/** Exponential backoff from 30 s to 6 h; ten attempts take a little more than a day. */
function backoffMs(attempts: number): number {
  return Math.min(30_000 * 4 ** (attempts - 1), 6 * 3_600_000);
}

/** Several processes may run a worker: each mail is claimed by one of them. */
export function createMailWorker(options: WorkerOptions): MailWorker {
  const { queue, transport, log } = options;
  const refusals: Refusals = new Map();
  let draining: Promise<number> | undefined;
  let hasNewMail = false;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let stopWatching: (() => Promise<void>) | undefined;

  async function deliverAllDue(): Promise<number> {
    let sent = 0;
    try {
      for (;;) {
        hasNewMail = false;
        const mails = await queue.claim(MAX_CONCURRENT);
        const delivered = await Promise.all(mails.map((mail) => deliver(mail, options, refusals)));
        sent += delivered.filter(Boolean).length;
        if (isStopped || (mails.length === 0 && !hasNewMail)) return sent;
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

  const poll = () => void drain().catch((error: unknown) => log.error("the outbox cannot be read", { error }));

  return {
    drain,
    async start() {
      timer = setInterval(poll, POLL_INTERVAL_MS).unref();
      stopWatching = await queue.watch(poll);
      poll();
    },
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await stopWatching?.();
      await draining?.catch(() => {});
      transport.close();
    },
  };
}

async function deliver(mail: ClaimedMail, options: WorkerOptions, refusals: Refusals): Promise<boolean> {
  const { queue, transport, log, count = () => {}, maxAttempts = MAX_ATTEMPTS } = options;
  const facts = { mail: mail.id, kind: mail.kind, attempts: mail.attempts };
  if (mail.subject === null) {
    await queue.settle(mail, { outcome: "failed", reason: "Its text was erased: it was too old to be of use." });
    count("failed");
    refusals.delete(mail.id);
    return false;
  }
  const outcome = await transport.send({ ...mail, subject: mail.subject });
  if (outcome.sent) {
    await queue.settle(mail, { outcome: "sent" });
    count("sent");
    refusals.delete(mail.id);
    log.info("mail sent", facts);
    return true;
  }
  const { reason, failure } = outcome;
  const refusalCount = (refusals.get(mail.id) ?? 0) + (failure === "unreachable" ? 0 : 1);
  const isFinal = failure === "no-recipient" || refusalCount >= maxAttempts;
  await queue.settle(
    mail,
    isFinal ? { outcome: "failed", reason } : { outcome: "queued", reason, waitMs: backoffMs(mail.attempts) },
  );
  count(isFinal ? "failed" : "deferred");
  if (isFinal) refusals.delete(mail.id);
  else if (refusalCount > 0) refusals.set(mail.id, refusalCount);
  log.warn("mail not sent", { ...facts, reason });
  return false;
}

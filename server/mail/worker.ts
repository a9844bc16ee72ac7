import type { Log } from "../log.ts";
import type { ClaimedMail, MailQueue } from "./mail-queue.ts";
import type { Transport } from "./smtp.ts";

type WorkerOptions = {
  readonly queue: MailQueue;
  readonly transport: Transport;
  readonly log: Log;
  readonly mostAttempts?: number;
};

/** How often the server has refused each mail. Forgotten with the process, so that a mail is rather tried too often. */
type Refusals = Map<ClaimedMail["id"], number>;

export type MailWorker = {
  /** Delivers all that is due now, and says how many went out. */
  readonly drain: () => Promise<number>;
  readonly start: () => Promise<void>;
  /** Finishes the mails under way. */
  readonly stop: () => Promise<void>;
};

const MAX_ATTEMPTS = 10;
const AT_ONCE = 5;
/** NOTIFY wakes the worker; this finds what is due again after a failure. */
const LOOK_EVERY_MS = 15_000;

/** Half a minute, then four times as long each time, six hours at most: ten attempts take a little more than a day. */
function backoffMs(attempts: number): number {
  return Math.min(30_000 * 4 ** (attempts - 1), 6 * 3_600_000);
}

/** Any number of processes may run one: each mail is claimed by one of them. */
export function createMailWorker(options: WorkerOptions): MailWorker {
  const { queue, transport, log } = options;
  const refusals: Refusals = new Map();
  let current: Promise<number> | undefined;
  let again = false;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let endWatch: (() => Promise<void>) | undefined;

  async function deliverAllDue(): Promise<number> {
    let sent = 0;
    try {
      for (;;) {
        again = false;
        const mails = await queue.claim(AT_ONCE);
        const delivered = await Promise.all(mails.map((mail) => deliver(mail, options, refusals)));
        sent += delivered.filter(Boolean).length;
        if (stopped || (mails.length === 0 && !again)) return sent;
      }
    } finally {
      // Not later: a mail that came in between would wait for the next look.
      current = undefined;
    }
  }

  function drain(): Promise<number> {
    again = true;
    current ??= deliverAllDue();
    return current;
  }

  const look = () => void drain().catch((error: unknown) => log.error("the outbox cannot be read", { error }));

  return {
    drain,
    async start() {
      timer = setInterval(look, LOOK_EVERY_MS).unref();
      endWatch = await queue.watch(look);
      look();
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      await endWatch?.();
      await current?.catch(() => {});
      transport.close();
    },
  };
}

async function deliver(mail: ClaimedMail, options: WorkerOptions, refusals: Refusals): Promise<boolean> {
  const { queue, transport, log, mostAttempts = MAX_ATTEMPTS } = options;
  const facts = { mail: mail.id, kind: mail.kind, attempts: mail.attempts };
  if (mail.subject === null) {
    await queue.settle(mail, { outcome: "failed", reason: "Its text was erased: it was too old to be of use." });
    refusals.delete(mail.id);
    return false;
  }
  const outcome = await transport.send({ ...mail, subject: mail.subject });
  if (outcome.sent) {
    await queue.settle(mail, { outcome: "sent" });
    refusals.delete(mail.id);
    log.info("mail sent", facts);
    return true;
  }
  const { reason, failure } = outcome;
  const refused = (refusals.get(mail.id) ?? 0) + (failure === "unreached" ? 0 : 1);
  const isOver = failure === "no-recipient" || refused >= mostAttempts;
  await queue.settle(
    mail,
    isOver ? { outcome: "failed", reason } : { outcome: "queued", reason, waitMs: backoffMs(mail.attempts) },
  );
  if (isOver) refusals.delete(mail.id);
  else if (refused > 0) refusals.set(mail.id, refused);
  log.warn("mail not sent", { ...facts, reason });
  return false;
}

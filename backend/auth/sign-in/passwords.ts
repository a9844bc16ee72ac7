import { once } from "node:events";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { createLimiter } from "../../../domain/limiter.ts";
import { AuthError, invalid } from "../errors.ts";
import type { HashingWork } from "./hashing-thread.ts";

export type Passwords = {
  hash(password: string): Promise<string>;
  /** Takes the same time without a stored hash as with one. */
  matches(password: string, stored: string | null | undefined): Promise<boolean>;
};

/** One core is left for serving pages. */
export const HASHING_THREADS = Math.max(1, availableParallelism() - 1);
const BCRYPT_COST = 10;
/** bcrypt ignores all bytes after these. */
const MAX_BYTES = 72;
const MIN_LENGTH = 8;
/** About half a minute of hashing on one core. */
const MAX_WAITING = 400;
const DUMMY_HASH = "$2b$10$9H8dpBj8bjr7JbFRwDUgmeHVsIGqzYGPlTdLbFXAzVuHjxsgUU3QC";

export function createPasswords(): Passwords {
  const compute = createHashingThreads();
  return {
    hash: async (password) => String(await compute({ password, cost: BCRYPT_COST })),
    async matches(password, stored) {
      const tooLong = Buffer.byteLength(password) > MAX_BYTES;
      const isSame = await compute({ password: tooLong ? "" : password, stored: stored || DUMMY_HASH });
      return isSame === true && Boolean(stored) && !tooLong;
    },
  };
}

function createHashingThreads(): (work: HashingWork) => Promise<unknown> {
  const limit = createLimiter({
    levels: [{ maxRunning: HASHING_THREADS, maxWaiting: MAX_WAITING }],
    // Start the next hash in a later tick, so that cached pages are served in between.
    start: setImmediate,
  });
  const idleThreads: Worker[] = [];
  return (work) =>
    limit(async () => {
      const thread = idleThreads.pop() ?? new Worker(new URL("hashing-thread.ts", import.meta.url));
      thread.ref();
      thread.postMessage(work);
      const [outcome] = (await once(thread, "message")) as [unknown];
      // An idle thread must not keep the process running.
      thread.unref();
      idleThreads.push(thread);
      return outcome;
    });
}

export function checkPasswordStrength(password: string): void {
  if (Buffer.byteLength(password) > MAX_BYTES) throw invalid("Password cannot be longer than 72 characters");
  if (password.length >= MIN_LENGTH) return;
  throw new AuthError(422, "weak_password", `Password should be at least ${MIN_LENGTH} characters.`, {
    weakness: ["length"],
  });
}

/** A thread that only hashes: passwords.ts starts it, sends one piece of work, and waits for its outcome. */
import { getPriority, setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { hashSync, verifySync } from "@node-rs/bcrypt";

export type HashingWork =
  | { readonly password: string; readonly cost: number }
  | { readonly password: string; readonly stored: string };

/** Whoever reads a page goes first. Only Linux gives a thread a priority of its own; elsewhere it would slow the server. */
const LESS_URGENT = 10;
const LEAST_URGENT = 19;
if (process.platform === "linux") setPriority(Math.min(getPriority() + LESS_URGENT, LEAST_URGENT));

parentPort?.on("message", (work: HashingWork) => {
  parentPort?.postMessage(
    "stored" in work ? verifySync(work.password, work.stored) : hashSync(work.password, work.cost),
  );
});

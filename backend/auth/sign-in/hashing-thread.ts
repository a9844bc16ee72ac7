/** Worker thread of passwords.ts: hashes or verifies one password per message. */
import { getPriority, setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { hashSync, verifySync } from "@node-rs/bcrypt";

export type HashingWork =
  | { readonly password: string; readonly cost: number }
  | { readonly password: string; readonly stored: string };

/** Pages take precedence. Only Linux has priorities per thread; elsewhere this would slow down the server. */
const NICE_INCREMENT = 10;
const MAX_NICE = 19;
if (process.platform === "linux") setPriority(Math.min(getPriority() + NICE_INCREMENT, MAX_NICE));

parentPort?.on("message", (work: HashingWork) => {
  parentPort?.postMessage(
    "stored" in work ? verifySync(work.password, work.stored) : hashSync(work.password, work.cost),
  );
});

import { setTimeout as wait } from "node:timers/promises";

/** The work for an account that exists takes longer than none: the answer waits until both look alike. */
export async function equalizeTiming<Result>(minResponseMs: number, work: () => Promise<Result>): Promise<Result> {
  const enough = wait(minResponseMs);
  try {
    return await work();
  } finally {
    await enough;
  }
}

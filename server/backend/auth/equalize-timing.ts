import { setTimeout as wait } from "node:timers/promises";

/** Delays the response to `minResponseMs`, so that its timing does not reveal whether an account exists. */
export async function equalizeTiming<Result>(minResponseMs: number, work: () => Promise<Result>): Promise<Result> {
  const delay = wait(minResponseMs);
  try {
    return await work();
  } finally {
    await delay;
  }
}

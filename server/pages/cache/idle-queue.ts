import { setImmediate as yieldToEventLoop } from "node:timers/promises";

const MAX_QUEUE_LENGTH = 64;

/** Runs background jobs one at a time, after the current request. Drops new jobs when the queue is full. */
export function createIdleQueue(report: (error: unknown) => void) {
  const waiting: (() => Promise<void>)[] = [];
  let isRunning = false;

  async function run(): Promise<void> {
    isRunning = true;
    await yieldToEventLoop();
    for (let next = waiting.shift(); next; next = waiting.shift()) await next().catch(report);
    isRunning = false;
  }

  return {
    add(job: () => Promise<void>): void {
      if (waiting.length >= MAX_QUEUE_LENGTH) return;
      waiting.push(job);
      if (!isRunning) void run();
    },
  };
}

import { setImmediate as nextTurn } from "node:timers/promises";

const MAX_QUEUE_LENGTH = 64;

/** Work that nobody waits for: after what is being done, one piece at a time; where too much has come together, none. */
export function createIdleQueue(report: (error: unknown) => void) {
  const waiting: (() => Promise<void>)[] = [];
  let working = false;

  async function work(): Promise<void> {
    working = true;
    await nextTurn();
    for (let next = waiting.shift(); next; next = waiting.shift()) await next().catch(report);
    working = false;
  }

  return {
    add(piece: () => Promise<void>): void {
      if (waiting.length >= MAX_QUEUE_LENGTH) return;
      waiting.push(piece);
      if (!working) void work();
    },
  };
}

/** From highest to lowest: with proof of work, the first message of a network for a while, all others. */
export type Priority = "proven" | "first" | "other";

const MAX_WAITING: Readonly<Record<Priority, number>> = { proven: 400, first: 400, other: 100 };
const ORDER = Object.keys(MAX_WAITING) as Priority[];

/** Limits concurrent work. Waiting work starts in order of priority; it is refused if its queue is full. */
export function createPriorityQueue({ maxRunning }: { readonly maxRunning: number }) {
  const waiting: Readonly<Record<Priority, (() => void)[]>> = { proven: [], first: [], other: [] };
  let running = 0;

  function startNext(): void {
    const priority = ORDER.find((each) => waiting[each].length > 0);
    if (priority) waiting[priority].shift()?.();
    else running -= 1;
  }

  return {
    async run<Result>(priority: Priority, work: () => Promise<Result>): Promise<Result | "full"> {
      if (running < maxRunning) running += 1;
      else if (waiting[priority].length >= MAX_WAITING[priority]) return "full";
      else await new Promise<void>((resolve) => waiting[priority].push(resolve));
      try {
        return await work();
      } finally {
        startNext();
      }
    },
  };
}

/** In the order in which they are served: who solved a puzzle, the first from a network for a while, all others. */
export type Lane = "proven" | "first" | "other";

const MOST_WAITING: Readonly<Record<Lane, number>> = { proven: 400, first: 400, other: 100 };
const ORDER = Object.keys(MOST_WAITING) as Lane[];

/** Lets so many work at once and the others wait, the trusted ones in front. A lane that is full takes nobody. */
export function createLanes({ atOnce }: { readonly atOnce: number }) {
  const waiting: Readonly<Record<Lane, (() => void)[]>> = { proven: [], first: [], other: [] };
  let running = 0;

  function startNext(): void {
    const lane = ORDER.find((each) => waiting[each].length > 0);
    if (lane) waiting[lane].shift()?.();
    else running -= 1;
  }

  return {
    async run<Result>(lane: Lane, work: () => Promise<Result>): Promise<Result | "full"> {
      if (running < atOnce) running += 1;
      else if (waiting[lane].length >= MOST_WAITING[lane]) return "full";
      else await new Promise<void>((resolve) => waiting[lane].push(resolve));
      try {
        return await work();
      } finally {
        startNext();
      }
    },
  };
}

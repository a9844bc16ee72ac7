export type Gate = {
  /** Runs the work when it is its turn. Gives the refusal instead where too many wait already. */
  pass<Result>(work: () => Promise<Result>, refuse: () => Error): Promise<Result>;
};

/** Lets only so many works run at once, the others in order of arrival. */
export function createGate({ most, mostWaiting }: { most: number; mostWaiting: number }): Gate {
  const waiting: (() => void)[] = [];
  let running = 0;

  async function enter(refuse: () => Error): Promise<void> {
    if (running < most) {
      running += 1;
      return;
    }
    if (waiting.length >= mostWaiting) throw refuse();
    // The place is handed over by whoever leaves, so that nobody slips in between.
    await new Promise<void>((resolve) => waiting.push(resolve));
  }

  function leave(): void {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }

  return {
    async pass(work, refuse) {
      await enter(refuse);
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}

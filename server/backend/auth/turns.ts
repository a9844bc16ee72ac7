/** Thrown where so many wait that a further one would give up anyway. */
export class TooBusy extends Error {}

export function createTurns({
  most,
  mostWaiting,
}: {
  most: number;
  mostWaiting: number;
}): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= most && waiting.length >= mostWaiting) throw new TooBusy("Too many are waiting");
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

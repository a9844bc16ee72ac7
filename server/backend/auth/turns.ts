/** Thrown where so many wait that a further one would give up anyway. */
export class TooBusy extends Error {}

type TurnsOptions = {
  readonly most: number;
  readonly mostWaiting: number;
  /** Nobody fills the line alone. */
  readonly mostWaitingEach?: number;
};

export type Turns = <Result>(work: () => Promise<Result>, who?: string) => Promise<Result>;

export function createTurns({ most, mostWaiting, mostWaitingEach = mostWaiting }: TurnsOptions): Turns {
  let running = 0;
  const waiting: { readonly who: string; readonly begin: () => void }[] = [];

  function takePlace(who: string): Promise<void> {
    const own = waiting.filter((other) => other.who === who).length;
    if (waiting.length >= mostWaiting || own >= mostWaitingEach) throw new TooBusy("Too many are waiting");
    return new Promise((begin) => waiting.push({ who, begin }));
  }

  return async (work, who = "") => {
    if (running >= most) await takePlace(who);
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // Not in the same breath as the answer to this one: who only reads a page is answered in between.
      if (next) setImmediate(next.begin);
      else running -= 1;
    }
  };
}

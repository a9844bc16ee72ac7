import { tooManyAtOnce } from "./errors.ts";

type Limits = { readonly mostAtOnce: number; readonly mostWaiting: number };
type Line = { underWay: number; readonly waiting: (() => void)[] };
type InTurn = <Result>(caller: string, work: () => Promise<Result>) => Promise<Result>;

/** Of one caller's work so much is done at a time; some more waits for its turn, and the rest is refused. */
export function createTurns({ mostAtOnce, mostWaiting }: Limits): InTurn {
  const lines = new Map<string, Line>();

  function end(caller: string, line: Line): void {
    const beginNext = line.waiting.shift();
    if (beginNext) return beginNext();
    line.underWay -= 1;
    if (line.underWay === 0) lines.delete(caller);
  }

  return async (caller, work) => {
    const line = lines.get(caller) ?? { underWay: 0, waiting: [] };
    lines.set(caller, line);
    if (line.underWay < mostAtOnce) line.underWay += 1;
    else if (line.waiting.length >= mostWaiting) throw tooManyAtOnce();
    else await new Promise<void>((begin) => line.waiting.push(begin));
    try {
      return await work();
    } finally {
      end(caller, line);
    }
  };
}

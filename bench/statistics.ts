export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** The value that so large a share of the others does not exceed; 1 gives the largest. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
}

/** How long the work took, and what came of it. */
export async function timed<T>(work: () => PromiseLike<T>): Promise<{ readonly ms: number; readonly result: T }> {
  const begun = performance.now();
  const result = await work();
  return { ms: performance.now() - begun, result };
}

/** Does pieces of work with so many under way at a time; gives how long each took, and all together. */
export async function timeAll(count: number, atOnce: number, work: (n: number) => Promise<unknown>) {
  const times: number[] = [];
  let next = 0;
  const keepWorking = async () => {
    for (let n = next++; n < count; n = next++) times.push((await timed(() => work(n))).ms);
  };
  const all = await timed(() => Promise.all(Array.from({ length: atOnce }, keepWorking)));
  return { times, perSecond: (count / all.ms) * 1000 };
}

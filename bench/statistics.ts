export const median = (values: readonly number[]): number => percentile(values, 0.5);

/** `share` is between 0 and 1; 1 returns the largest value. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
}

export async function timed<T>(work: () => PromiseLike<T>): Promise<{ readonly ms: number; readonly result: T }> {
  const begun = performance.now();
  const result = await work();
  return { ms: performance.now() - begun, result };
}

/** Runs `work` `count` times with limited concurrency; returns the time of each run and the overall rate. */
export async function timeAll(count: number, concurrency: number, work: (n: number) => Promise<unknown>) {
  const times: number[] = [];
  let next = 0;
  const runWorker = async () => {
    for (let n = next++; n < count; n = next++) times.push((await timed(() => work(n))).ms);
  };
  const all = await timed(() => Promise.all(Array.from({ length: concurrency }, runWorker)));
  return { times, perSecond: (count / all.ms) * 1000 };
}

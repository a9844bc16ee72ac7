/** `npm run test:soak` runs the same tests with larger numbers. */
const isSoak = process.env.SOAK === "1";

export function extent<Value>(short: Value, long: Value): Value {
  return isSoak ? long : short;
}

/** Stands in every failure, so that it can be had again: `FAULT_SEED=… npm run test:soak`. */
export const seed = Number(process.env.FAULT_SEED ?? Math.floor(Math.random() * 2 ** 31));

/** The same numbers for the same seed, each at least 0 and below 1. */
export function createRandom(from = seed): () => number {
  let state = from;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

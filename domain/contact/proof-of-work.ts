import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";

/**
 * Proof of work: a browser solves one for each message, so a flood has to pay for each of its messages. A solution is a
 * number that, appended to the token, gives a SHA-256 with the required number of leading zero bits.
 */
export function isSolution(stamp: string, bits: number, solution: number): boolean {
  // Synchronous on purpose: Web Crypto needs a promise for each attempt, which takes ten times as long.
  const digest = sha256(utf8ToBytes(`${stamp}:${solution}`));
  return Math.clz32(new DataView(digest.buffer, digest.byteOffset).getUint32(0)) >= bits;
}

/** Tries at most `most` numbers, so that the caller can yield to the page between two calls. */
export function findSolution(stamp: string, bits: number, from: number, most: number): number | undefined {
  for (let candidate = from; candidate < from + most; candidate++) {
    if (isSolution(stamp, bits, candidate)) return candidate;
  }
  return undefined;
}

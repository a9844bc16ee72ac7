import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";

// Proof of work: a browser solves one for each message, which makes sending many messages expensive. A solution is a
// number that, appended to the token, gives a SHA-256 with the required number of leading zero bits.
export function isSolution(token: string, bits: number, solution: number): boolean {
  // Synchronous on purpose: Web Crypto needs a promise for each attempt, which takes ten times as long.
  const digest = sha256(utf8ToBytes(`${token}:${solution}`));
  return Math.clz32(new DataView(digest.buffer, digest.byteOffset).getUint32(0)) >= bits;
}

/** Tries at most `maxAttempts` numbers, so that the caller can yield to the page between two calls. */
export function findSolution(token: string, bits: number, from: number, maxAttempts: number): number | undefined {
  for (let candidate = from; candidate < from + maxAttempts; candidate++) {
    if (isSolution(token, bits, candidate)) return candidate;
  }
  return undefined;
}

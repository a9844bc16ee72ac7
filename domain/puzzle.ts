/**
 * A small sum that a browser does once for a message and a flood would have to do each time: find a number that,
 * written behind the stamp, gives a SHA-256 with so many leading zero bits.
 */
export function isSolution(stamp: string, bits: number, solution: number): boolean {
  return Math.clz32(firstWordOfSha256(`${stamp}:${solution}`)) >= bits;
}

/** Looks at `most` numbers, so that a page stays alive between two calls. */
export function findSolution(stamp: string, bits: number, from: number, most: number): number | undefined {
  for (let candidate = from; candidate < from + most; candidate++) {
    if (isSolution(stamp, bits, candidate)) return candidate;
  }
  return undefined;
}

/** What fits into one block with the padding: one round of work a try. */
const LONGEST_TEXT = 55;

const ROUND = Int32Array.from(primes(64), (prime) => fraction(Math.cbrt(prime)));
const START = Int32Array.from(primes(8), (prime) => fraction(Math.sqrt(prime)));
const words = new Int32Array(64);

/** Synchronous: a promise for each try, as Web Crypto wants it, takes ten times as long. */
function firstWordOfSha256(text: string): number {
  if (text.length > LONGEST_TEXT) throw new RangeError("A stamp and its solution fit into one block.");
  words.fill(0, 0, 16);
  for (let at = 0; at < text.length; at++) place(at, text.charCodeAt(at));
  place(text.length, 0x80);
  words[15] = text.length * 8;
  for (let at = 16; at < 64; at++) {
    const early = word(at - 15);
    const late = word(at - 2);
    const low = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
    const high = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
    words[at] = (word(at - 16) + low + word(at - 7) + high) | 0;
  }
  return mix();
}

function mix(): number {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = START;
  for (let at = 0; at < 64; at++) {
    const choice = (e & f) ^ (~e & g);
    const one = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + (ROUND[at] ?? 0) + word(at);
    const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  return (a + (START[0] ?? 0)) | 0;
}

const word = (at: number) => words[at] ?? 0;
const turn = (value: number, by: number) => (value >>> by) | (value << (32 - by));

function place(at: number, byte: number): void {
  words[at >> 2] = word(at >> 2) | (byte << (24 - (at % 4) * 8));
}

/** SHA-256 takes its constants from the digits behind the point of the roots of the first primes. */
function fraction(root: number): number {
  return ((root % 1) * 2 ** 32) | 0;
}

function primes(count: number): number[] {
  const found: number[] = [];
  for (let candidate = 2; found.length < count; candidate++) {
    if (found.every((prime) => candidate % prime > 0)) found.push(candidate);
  }
  return found;
}

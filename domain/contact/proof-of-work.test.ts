import { expect, test } from "vitest";
import { findSolution, isSolution } from "./proof-of-work.ts";

test.each(["", "a", "m8x2k1abc-15-AbCdEfGh-0123456789012345678901"])(
  "what is found for %j has that many zero bits in everybody's SHA-256",
  async (stamp) => {
    const solution = findSolution(stamp, 10, 0, 100_000) ?? -1;
    expect(await countZeroBits(`${stamp}:${solution}`)).toBeGreaterThanOrEqual(10);
    for (let other = 0; other < 500; other++) {
      const zeros = await countZeroBits(`${stamp}:${other}`);
      expect(isSolution(stamp, zeros, other)).toBe(true);
      expect(isSolution(stamp, zeros + 1, other)).toBe(false);
    }
  },
);

test("a search in pieces finds what a search at once finds", () => {
  const whole = findSolution("stamp", 12, 0, 1_000_000);
  let from = 0;
  let found: number | undefined;
  while (found === undefined) {
    found = findSolution("stamp", 12, from, 100);
    from += 100;
  }
  expect(found).toBe(whole);
});

async function countZeroBits(text: string): Promise<number> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Math.clz32(new DataView(digest).getUint32(0));
}

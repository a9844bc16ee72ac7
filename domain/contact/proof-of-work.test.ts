import { expect, test } from "vitest";
import { findSolution, isSolution } from "./proof-of-work.ts";

test.each(["", "a", "m8x2k1abc-15-AbCdEfGh-0123456789012345678901"])(
  "the solution for %j has the required zero bits in Web Crypto's SHA-256",
  async (token) => {
    const solution = findSolution(token, 10, 0, 100_000) ?? -1;
    expect(await countZeroBits(`${token}:${solution}`)).toBeGreaterThanOrEqual(10);
    for (let other = 0; other < 500; other++) {
      const zeros = await countZeroBits(`${token}:${other}`);
      expect(isSolution(token, zeros, other)).toBe(true);
      expect(isSolution(token, zeros + 1, other)).toBe(false);
    }
  },
);

test("a search in steps finds the same solution as a single search", () => {
  const atOnce = findSolution("token", 12, 0, 1_000_000);
  let from = 0;
  let found: number | undefined;
  while (found === undefined) {
    found = findSolution("token", 12, from, 100);
    from += 100;
  }
  expect(found).toBe(atOnce);
});

async function countZeroBits(text: string): Promise<number> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Math.clz32(new DataView(digest).getUint32(0));
}

import { expect, test } from "vitest";
import { flood } from "../fixtures/mail/junk-flood.ts";

test("under a flood of spam, pages stay available, memory is bounded, and every genuine message is stored and delivered", async () => {
  const { junk, pages, honest, plain, memory } = await flood({ perSecond: 300, seconds: 3, networks: 300 });
  expect(Object.keys(junk).filter((status) => !["200", "429", "503"].includes(status))).toEqual([]);
  expect(pages.asked).toBeGreaterThan(0);
  expect(pages.failed).toBe(0);
  const { tried } = honest;
  expect(tried).toBeGreaterThanOrEqual(3);
  expect(honest).toMatchObject({ sent: tried, stored: tried, mailed: tried });
  expect(plain).toMatchObject({ thanked: plain.tried, stored: plain.tried });
  expect(memory.peakMb).toBeLessThan(700);
});

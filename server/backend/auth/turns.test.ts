import { expect, test } from "vitest";
import { createTurns, TooBusy } from "./turns.ts";

test("so many run at once, so many wait in order, and one more is turned away at once", async () => {
  const inTurn = createTurns({ most: 2, mostWaiting: 3 });
  const finish: (() => void)[] = [];
  const order: number[] = [];
  const begin = (number: number) =>
    inTurn(async () => {
      order.push(number);
      await new Promise<void>((resolve) => finish.push(resolve));
    });
  const all = [1, 2, 3, 4, 5].map(begin);
  expect(order).toEqual([1, 2]);
  await expect(begin(6)).rejects.toThrow(TooBusy);
  for (let done = 0; done < 5; done += 1) {
    finish.shift()?.();
    await new Promise(setImmediate);
  }
  await Promise.all(all);
  expect(order).toEqual([1, 2, 3, 4, 5]);
});

test("nobody fills the line alone", async () => {
  const inTurn = createTurns({ most: 1, mostWaiting: 3, mostWaitingEach: 2 });
  const { promise, resolve } = Promise.withResolvers<void>();
  const all = [inTurn(() => promise, "a"), inTurn(() => promise, "a"), inTurn(() => promise, "a")];
  await expect(inTurn(() => promise, "a")).rejects.toThrow(TooBusy);
  all.push(inTurn(() => promise, "b"));
  await expect(inTurn(() => promise, "c")).rejects.toThrow(TooBusy);
  resolve();
  await Promise.all(all);
});

test("work that fails gives its turn on", async () => {
  const inTurn = createTurns({ most: 1, mostWaiting: 1 });
  const failing = inTurn(() => Promise.reject(new Error("broken")));
  const next = inTurn(() => Promise.resolve("fine"));
  await expect(failing).rejects.toThrow("broken");
  expect(await next).toBe("fine");
  expect(await inTurn(() => Promise.resolve("still fine"))).toBe("still fine");
});

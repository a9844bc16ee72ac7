import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { createTurns } from "./turns.ts";

test("two at a time, the others in their order, and whoever comes when the line is full is refused", async () => {
  const { inTurn, begun, finish } = watchedTurns();
  const all = ["a", "b", "c", "d"].map((name) => inTurn("ann", name));
  await expect(inTurn("ann", "e")).rejects.toMatchObject({ status: 503 });
  expect(begun).toEqual(["a", "b"]);
  finish("b");
  await nextTurn();
  expect(begun).toEqual(["a", "b", "c"]);
  for (const name of ["a", "c", "d"]) {
    finish(name);
    await nextTurn();
  }
  await Promise.all(all);
  expect(begun).toEqual(["a", "b", "c", "d"]);
});

test("nobody waits for another caller", () => {
  const { inTurn, begun } = watchedTurns();
  for (const name of ["a", "b", "c"]) void inTurn("ann", name);
  void inTurn("bob", "d");
  expect(begun).toEqual(["a", "b", "d"]);
});

test("a failure ends its turn, too", async () => {
  const inTurn = createTurns({ mostAtOnce: 1, mostWaiting: 0 });
  for (let n = 0; n < 3; n += 1) {
    await expect(inTurn("ann", () => Promise.reject(new Error("failed")))).rejects.toThrow("failed");
  }
});

function watchedTurns() {
  const turns = createTurns({ mostAtOnce: 2, mostWaiting: 2 });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    finish: (name: string) => ends.get(name)?.(),
    inTurn: (caller: string, name: string) =>
      turns(caller, () => {
        begun.push(name);
        return new Promise<void>((end) => ends.set(name, end));
      }),
  };
}

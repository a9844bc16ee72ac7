import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { ClientGoneError, createLimiter, QueueFullError } from "./limiter.ts";

test("so many run at once, so many wait in order, and one more is refused at once", async () => {
  const { run, begun, finish } = watched([{ maxRunning: 2, maxWaiting: 2 }]);
  const all = ["a", "b", "c", "d"].map((name) => run(name));
  expect(begun).toEqual(["a", "b"]);
  await expect(run("e")).rejects.toThrow(QueueFullError);
  for (const name of ["b", "a", "c", "d"]) await finish(name);
  await Promise.all(all);
  expect(begun).toEqual(["a", "b", "c", "d"]);
});

test("free places go round: to each network, and in a network to each account", async () => {
  const many = { maxRunning: 1, maxWaiting: 100 };
  const { run, begun, finish } = watched([many, many, many]);
  void run("busy", ["x", "ann"]);
  for (const name of ["a1", "a2", "a3"]) void run(name, ["x", "ann"]);
  for (const name of ["b1", "b2"]) void run(name, ["x", "bob"]);
  for (const name of ["c1", "c2", "c3"]) void run(name, ["y", "cleo"]);
  for (let n = 0; n < 9; n += 1) await finish(begun.at(-1) ?? "");
  expect(begun).toEqual(["busy", "a1", "c1", "b1", "c2", "a2", "c3", "b2", "a3"]);
});

test("a network that has all it may have leaves places to others", async () => {
  const { run, begun, finish } = watched([
    { maxRunning: 3, maxWaiting: 100 },
    { maxRunning: 2, maxWaiting: 100 },
  ]);
  for (const name of ["a1", "a2", "a3"]) void run(name, ["x"]);
  expect(begun).toEqual(["a1", "a2"]);
  void run("b1", ["y"]);
  expect(begun).toEqual(["a1", "a2", "b1"]);
  await finish("b1");
  expect(begun).toEqual(["a1", "a2", "b1"]);
  await finish("a1");
  expect(begun).toEqual(["a1", "a2", "b1", "a3"]);
});

test("nobody fills the queue alone", async () => {
  const { run, finish, begun } = watched([
    { maxRunning: 1, maxWaiting: 3 },
    { maxRunning: 1, maxWaiting: 2 },
  ]);
  for (const name of ["a1", "a2", "a3"]) void run(name, ["a"]);
  await expect(run("a4", ["a"])).rejects.toThrow(QueueFullError);
  void run("b1", ["b"]);
  await expect(run("c1", ["c"])).rejects.toThrow(QueueFullError);
  for (let n = 0; n < 4; n += 1) await finish(begun.at(-1) ?? "");
  expect(begun.toSorted()).toEqual(["a1", "a2", "a3", "b1"]);
});

test("work that fails gives its place on", async () => {
  const limit = createLimiter({ levels: [{ maxRunning: 1, maxWaiting: 1 }] });
  const failing = limit(() => Promise.reject(new Error("broken")));
  const next = limit(() => Promise.resolve("fine"));
  await expect(failing).rejects.toThrow("broken");
  expect(await next).toBe("fine");
  expect(await limit(() => Promise.resolve("still fine"))).toBe("still fine");
});

test("work whose client goes away leaves the queue and frees its place there", async () => {
  const { run, begun, finish } = watched([
    { maxRunning: 1, maxWaiting: 2 },
    { maxRunning: 1, maxWaiting: 2 },
  ]);
  const gone = new AbortController();
  void run("a", ["x"]);
  const leaving = [run("b", ["y"], gone.signal), run("c", ["y"], gone.signal)];
  gone.abort();
  for (const left of leaving) await expect(left).rejects.toThrow(ClientGoneError);
  await expect(run("late", ["y"], gone.signal)).rejects.toThrow(ClientGoneError);
  void run("d", ["y"]);
  void run("e", ["z"]);
  for (const name of ["a", "d", "e"]) await finish(name);
  expect(begun).toEqual(["a", "d", "e"]);
});

function watched(levels: Parameters<typeof createLimiter>[0]["levels"]) {
  const limit = createLimiter({ levels });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    run: (name: string, path?: readonly string[], signal?: AbortSignal) =>
      limit(
        () => {
          begun.push(name);
          return new Promise<void>((end) => ends.set(name, end));
        },
        path,
        signal,
      ),
    finish: async (name: string) => {
      ends.get(name)?.();
      await nextTurn();
    },
  };
}

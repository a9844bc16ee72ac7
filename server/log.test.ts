import { expect, test } from "vitest";
import { limitLines } from "./log.ts";

test("the limit per second drops further lines, and the next line says how many", () => {
  const written: unknown[] = [];
  let now = 0;
  const write = limitLines(
    (event, facts) => void written.push([event, facts]),
    2,
    () => now,
  );
  for (const path of ["/a", "/b", "/c", "/d"]) write("missing", { path });
  now = 1_000;
  write("missing", { path: "/e" });
  now = 2_000;
  write("missing", { path: "/f" });
  expect(written).toEqual([
    ["missing", { path: "/a" }],
    ["missing", { path: "/b" }],
    ["missing, left out", { lines: 2 }],
    ["missing", { path: "/e" }],
    ["missing", { path: "/f" }],
  ]);
});

import { expect, test } from "vitest";
import { createLog, limitLines, loggedPath } from "./log.ts";

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

test("lines below the level are not written, and errors are reported whatever the level", () => {
  const lines: string[] = [];
  const reports: unknown[] = [];
  const log = createLog((line) => lines.push(line), { level: "error", onError: (report) => reports.push(report) });
  log.info("request");
  log.warn("missing");
  log.error("failed", { id: "1", error: new Error("no") });
  expect(lines.map((line) => JSON.parse(line).event)).toEqual(["failed"]);
  expect(reports).toEqual([{ event: "failed", code: undefined, id: "1" }]);
});

test("tokens in addresses are not logged", () => {
  expect(loggedPath("/messages/abc/x?y=1")).toBe("/messages/…");
  expect(loggedPath("/preview/abc.data")).toBe("/preview/…");
});

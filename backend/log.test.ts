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

test("every error line tells the request during which it was written, and other lines do not", () => {
  const lines: string[] = [];
  const log = createLog((line) => lines.push(line));
  log.during({ id: "7", route: "/rest/v1/*", path: "/rest/v1/blog_posts" }, () => {
    log.error("failed", { error: new Error("no") });
    log.info("mail sent");
  });
  log.error("failed");
  const [during, info, after] = lines.map((line) => JSON.parse(line));
  expect(during).toMatchObject({ event: "failed", id: "7", route: "/rest/v1/*", path: "/rest/v1/blog_posts" });
  expect([info.id, after.id]).toEqual([undefined, undefined]);
});

test("a full disk writes one short line a second, and every refusal is counted", () => {
  const lines: string[] = [];
  let errors = 0;
  const log = createLog((line) => lines.push(line), { onError: () => (errors += 1) });
  const refused = Object.assign(new Error("could not extend file"), { code: "53100" });
  for (let n = 0; n < 50; n++)
    log.error("failed", { error: new Error("Storing a message failed", { cause: refused }) });
  log.error("posts could not be kept", { error: Object.assign(new Error("write"), { code: "ENOSPC" }) });
  log.error("failed", { error: new Error("something else") });
  expect(lines.map((line) => JSON.parse(line).error)).toEqual(["The disk is full.", expect.any(Object)]);
  expect(lines[0]?.length).toBeLessThan(200);
  expect(errors).toBe(52);
});

test("tokens in addresses are not logged", () => {
  expect(loggedPath("/messages/abc/x?y=1")).toBe("/messages/…");
  expect(loggedPath("/preview/abc.data")).toBe("/preview/…");
});

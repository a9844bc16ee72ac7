import { afterEach, beforeEach, expect, test } from "vitest";
import { createLog } from "../../backend/index.ts";
import { openSearchEngine, type SearchEngine } from "../../tests/fixtures/network/search-engine.ts";
import { createIndexNow } from "./announcements.ts";

let engine: SearchEngine;
let lines: string[];

beforeEach(async () => {
  engine = await openSearchEngine();
  lines = [];
});
afterEach(() => engine.close());

test("a ping holds the changed URLs and the location of the key", async () => {
  expect(await ping(["/blog/new-post"])).toBe("accepted");
  expect(engine.pings).toEqual([
    {
      host: "agency.example",
      key: "a-key-of-ours",
      keyLocation: "https://agency.example/a-key-of-ours.txt",
      urlList: ["https://agency.example/blog/new-post"],
    },
  ]);
});

test("a ping is accepted while the engine has yet to fetch the key", async () => {
  engine.responses.push(202);
  expect(await ping(["/"])).toBe("accepted");
});

test.each([429, 500, 503, "hang up"] as const)("%s may succeed later", async (status) => {
  engine.responses.push(status);
  expect(await ping(["/"])).toBe("failed");
  expect(lines.join("")).toContain('"level":"warn"');
});

test("an unreachable engine is a failure that may succeed later", async () => {
  engine.close();
  expect(await ping(["/"])).toBe("failed");
});

test.each([400, 403, 422])("%i is final and logged as an error", async (status) => {
  engine.responses.push(status);
  expect(await ping(["/"])).toBe("rejected");
  expect(lines.join("")).toMatch(new RegExp(`"level":"error".*"status":${status}`));
});

function ping(paths: readonly string[]) {
  const log = createLog((line) => lines.push(line));
  const { endpoint } = engine;
  return createIndexNow({ key: "a-key-of-ours", origin: "https://agency.example", log, endpoint })(paths);
}

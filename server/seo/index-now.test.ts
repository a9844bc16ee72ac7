import { afterEach, beforeEach, expect, test } from "vitest";
import { openSearchEngine, type SearchEngine } from "../../tests/fixtures/search-engine.ts";
import { createLog } from "../log.ts";
import { createIndexNow } from "./index-now.ts";

let engine: SearchEngine;
let lines: string[];

beforeEach(async () => {
  engine = await openSearchEngine();
  lines = [];
});
afterEach(() => engine.close());

test("search engines are told the addresses and where the key is", async () => {
  expect(await ping(["/blog/new-post"])).toBe("told");
  expect(engine.pings).toEqual([
    {
      host: "agency.example",
      key: "a-key-of-ours",
      keyLocation: "https://agency.example/a-key-of-ours.txt",
      urlList: ["https://agency.example/blog/new-post"],
    },
  ]);
});

test("an engine that has yet to fetch the key was told", async () => {
  engine.answers.push(202);
  expect(await ping(["/"])).toBe("told");
});

test.each([429, 500, 503, "hang up"] as const)("after %s it is worth another try", async (answer) => {
  engine.answers.push(answer);
  expect(await ping(["/"])).toBe("unheard");
  expect(lines.join("")).toContain('"level":"warn"');
});

test("an engine that cannot be reached troubles nobody", async () => {
  engine.close();
  expect(await ping(["/"])).toBe("unheard");
});

test.each([400, 403, 422])("%i is final, and an error in the log", async (answer) => {
  engine.answers.push(answer);
  expect(await ping(["/"])).toBe("refused");
  expect(lines.join("")).toMatch(new RegExp(`"level":"error".*"status":${answer}`));
});

function ping(paths: readonly string[]) {
  const log = createLog((line) => lines.push(line));
  const { endpoint } = engine;
  return createIndexNow({ key: "a-key-of-ours", origin: "https://agency.example", log, endpoint })(paths);
}

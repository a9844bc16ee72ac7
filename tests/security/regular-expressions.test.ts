import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { EMAIL_REGEX, UUID_REGEX } from "valibot";
import { parseSync, Visitor } from "vite";
import { expect, test } from "vitest";
import type { Pattern, Progress, Slow } from "./regex-worker.ts";

const project = fileURLToPath(new URL("../../", import.meta.url));
/** All code that untrusted text may reach: on the server, in the edge function and in the browser. */
const SOURCES = ["domain", "server", "supabase/functions", "app"].map((folder) => `${folder}/**/*.{ts,tsx}`);
/** These read only markup that the site itself generates. */
const TRUSTED_INPUT_ONLY = ["html/defer-scripts", "html/finish-page", "inline/hydrate-on-intent"].map(
  (name) => `server/pages/${name}.ts`,
);
/** Longer than any valid expression takes on a slow machine. */
const TIMEOUT_MS = 60_000;

/** Expressions of a dependency that check visitors' input. */
const DEPENDENCY_PATTERNS = [EMAIL_REGEX, UUID_REGEX].map(({ source, flags }) => ({ place: "valibot", source, flags }));

const { patterns, constructed } = scan();

test("no regular expression has quadratic or exponential run time", { timeout: 300_000 }, async () => {
  expect(patterns.length, "the scan finds them").toBeGreaterThan(100);
  const { tried, slow } = await exhaust([...patterns, ...DEPENDENCY_PATTERNS]);
  expect(slow).toEqual([]);
  expect(tried).toBeGreaterThan(10_000);
});

test("a quadratic regular expression is detected", { timeout: 300_000 }, async () => {
  const quadratic = { place: "here", source: "\\d+x", flags: "" };
  const { slow } = await exhaust([quadratic, { place: "here", source: "^[a-z]+$", flags: "" }]);
  expect(slow).toMatchObject([quadratic]);
});

test("no regular expression is constructed at run time", () => {
  // Those of a kept list, tried on the first 300 characters of a header.
  expect(constructed).toEqual([expect.stringMatching(/^server\/numbers\/programs\.ts:/)]);
});

/** Finds every regular expression literal with a parser. */
function scan(): { patterns: Pattern[]; constructed: string[] } {
  const found = { patterns: [] as Pattern[], constructed: [] as string[] };
  for (const file of globSync(SOURCES, { cwd: project, exclude: ["**/*.test.ts", ...TRUSTED_INPUT_ONLY] })) {
    const text = readFileSync(project + file, "utf8");
    const at = (offset: number) => `${file}:${text.slice(0, offset).split("\n").length}`;
    new Visitor({
      Literal(node) {
        if ("regex" in node)
          found.patterns.push({ place: at(node.start), source: node.regex.pattern, flags: node.regex.flags });
      },
      NewExpression(node) {
        if (node.callee.type === "Identifier" && node.callee.name === "RegExp") found.constructed.push(at(node.start));
      },
    }).visit(parseSync(file, text).program);
  }
  return found;
}

function exhaust(expressions: readonly Pattern[]): Promise<{ tried: number; slow: readonly Slow[] }> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./regex-worker.ts", import.meta.url), { workerData: expressions });
    let trying = "";
    const onTimeout = () => {
      void worker.terminate();
      reject(new Error(`No end to ${trying}`));
    };
    let timer = setTimeout(onTimeout, TIMEOUT_MS);
    worker.on("message", (progress: Progress) => {
      clearTimeout(timer);
      if ("slow" in progress) resolve(progress);
      else {
        ({ trying } = progress);
        timer = setTimeout(onTimeout, TIMEOUT_MS);
      }
    });
    worker.on("error", reject);
  });
}

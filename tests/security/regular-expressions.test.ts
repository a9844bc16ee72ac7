import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { EMAIL_REGEX, UUID_REGEX } from "valibot";
import { parseSync, Visitor } from "vite";
import { expect, test } from "vitest";
import type { Pattern, Progress, Slow } from "../fixtures/regex-worker.ts";

const project = fileURLToPath(new URL("../../", import.meta.url));
/** Everything that text from outside may reach, in the process or in the edge function or in a reader's browser. */
const SOURCES = ["domain", "server", "supabase/functions", "app"].map((folder) => `${folder}/**/*.{ts,tsx}`);
/** These read pages outside their content, where nobody but us has written a tag. */
const OWN_TEXT_ONLY = ["html/defer-scripts", "html/finish-page", "inline/hydrate-on-intent"].map(
  (name) => `server/pages/${name}.ts`,
);
/** Longer than any expression here takes on a slow machine; only one that never ends takes this long. */
const SILENCE_MS = 60_000;

/** Not in our sources, but in front of what visitors send. */
const BORROWED = [EMAIL_REGEX, UUID_REGEX].map(({ source, flags }) => ({ place: "valibot", source, flags }));

const { patterns, constructed } = scan();

test("no regular expression takes more than its share of time, whatever the text", { timeout: 300_000 }, async () => {
  expect(patterns.length, "the scan finds them").toBeGreaterThan(100);
  const { tried, slow } = await exhaust([...patterns, ...BORROWED]);
  expect(slow).toEqual([]);
  expect(tried).toBeGreaterThan(10_000);
});

test("one that does is noticed", { timeout: 300_000 }, async () => {
  const quadratic = { place: "here", source: "\\d+x", flags: "" };
  const { slow } = await exhaust([quadratic, { place: "here", source: "^[a-z]+$", flags: "" }]);
  expect(slow).toMatchObject([quadratic]);
});

test("none is made while the site runs, where no scan would find it", () => {
  expect(constructed).toEqual([]);
});

/** Every literal, found by the parser: no list to be kept by hand. */
function scan(): { patterns: Pattern[]; constructed: string[] } {
  const found = { patterns: [] as Pattern[], constructed: [] as string[] };
  for (const file of globSync(SOURCES, { cwd: project, exclude: ["**/*.test.ts", ...OWN_TEXT_ONLY] })) {
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

function exhaust(suspects: readonly Pattern[]): Promise<{ tried: number; slow: readonly Slow[] }> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("../fixtures/regex-worker.ts", import.meta.url), { workerData: suspects });
    let trying = "";
    const tooLong = () => {
      void worker.terminate();
      reject(new Error(`No end to ${trying}`));
    };
    let silence = setTimeout(tooLong, SILENCE_MS);
    worker.on("message", (progress: Progress) => {
      clearTimeout(silence);
      if ("slow" in progress) resolve(progress);
      else {
        ({ trying } = progress);
        silence = setTimeout(tooLong, SILENCE_MS);
      }
    });
    worker.on("error", reject);
  });
}

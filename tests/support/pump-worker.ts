/** Runs regular expressions against text made to exhaust them, in a thread that can be ended when one of them hangs. */
import { parentPort, workerData } from "node:worker_threads";

export type Pattern = { readonly place: string; readonly source: string; readonly flags: string };
export type Slow = Pattern & { readonly pump: string; readonly ms: number; readonly growth: number };
export type Progress = { readonly trying: string } | { readonly tried: number; readonly slow: readonly Slow[] };

/** A step that is worth measuring again: a hundred times what walking such a text once takes. */
const SUSPECT_MS = 0.5;
const QUICK = 1_500;
/** Four times the text is four times the work for an honest expression, sixteen times for a quadratic one. */
const SHORT = 4_000;
const LONG = 4 * SHORT;
const TOO_MUCH = { ms: 25, growth: 8 };
const RUNS = 3;
/** What classes and dots stand for. */
const ORDINARY = "aA0_ \n\t.-/\\\"'<>@=&:%,;({[#é\u0000".split("");

const slow: Slow[] = [];
let tried = 0;
for (const pattern of workerData as readonly Pattern[]) {
  parentPort?.postMessage({ trying: `${pattern.place} /${pattern.source}/` } satisfies Progress);
  const found = exhaust(pattern);
  if (found) slow.push(found);
}
parentPort?.postMessage({ tried, slow } satisfies Progress);

function exhaust(pattern: Pattern): Slow | undefined {
  const expression = new RegExp(pattern.source, pattern.flags);
  for (const { head, pump, end } of attacksOn(pattern.source)) {
    tried += 1;
    const text = (length: number) => head + pump.repeat(Math.ceil(length / pump.length)) + end;
    // Short first: what grows exponentially takes seconds here already.
    if (time(expression, text(28)) < SUSPECT_MS && time(expression, text(QUICK)) < SUSPECT_MS) continue;
    const long = best(expression, text(LONG));
    const growth = long / best(expression, text(SHORT));
    if (long > TOO_MUCH.ms && growth > TOO_MUCH.growth) return { ...pattern, pump: head + pump, ms: long, growth };
  }
  return undefined;
}

/** Whatever the expression itself spells out, once or over and over, then something that it does not expect. */
function* attacksOn(source: string): Generator<{ head: string; pump: string; end: string }> {
  const words = source
    .replaceAll(/\\u([\da-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll(/\\[bBdDwWsSpP](\{\w+\})?|\(\?<?[:=!]|\[[^\]]*\]/g, " ")
    .replaceAll(/\\(.)/g, "$1")
    .split(/[\s()|*+?^$[\]]+/)
    .filter(Boolean);
  const heads = new Set([
    "",
    "a",
    ...words.slice(0, 3),
    ...words.slice(0, 3).map((word) => `a${word}`),
    words.join(""),
  ]);
  const pumps = new Set([
    ...ORDINARY,
    ...source.split(""),
    ...words,
    `${words.join("")} `,
    "a ",
    "a.",
    "a-",
    "/a",
    "0:",
    "<a ",
    "&a",
  ]);
  for (const head of heads) {
    for (const pump of pumps) for (const end of ["", "\u0001", "\n@"]) yield { head, pump, end };
  }
}

function best(expression: RegExp, text: string): number {
  return Math.min(...Array.from({ length: RUNS }, () => time(expression, text)));
}

function time(expression: RegExp, text: string): number {
  // Of this thread alone, so that a busy machine makes nothing look slow.
  const begun = process.threadCpuUsage();
  // All matches, as replace and matchAll look for them; one, as test and exec do.
  if (expression.global) text.replace(expression, "");
  else expression.test(text);
  const { user, system } = process.threadCpuUsage(begun);
  return (user + system) / 1000;
}

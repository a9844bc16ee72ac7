import { parseArgs } from "node:util";

export type Options = {
  /** Other sites, running, to be measured the same way in the same run. */
  readonly against: readonly string[];
  /** How often Lighthouse looks at a page; the median counts. */
  readonly runs: number;
  /** How many times slower than this machine Lighthouse makes its phone; by itself as its manual advises. */
  readonly slowdown: number | undefined;
  /** Pages for Lighthouse; none means all. */
  readonly addresses: readonly string[];
};

/** `npm run bench -- lighthouse /contact --runs 3 --slowdown 2 --against http://localhost:8080/` */
export function readOptions(words: readonly string[], parts: readonly string[]): Options & { wanted: string[] } {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      against: { type: "string", multiple: true, default: [] },
      runs: { type: "string", default: "5" },
      slowdown: { type: "string" },
    },
  });
  const addresses = positionals.filter((word) => word.startsWith("/"));
  const wanted = positionals.filter((word) => !word.startsWith("/"));
  const unknown = wanted.find((word) => !parts.includes(word));
  if (unknown) throw new Error(`There is no part "${unknown}". There are: ${parts.join(", ")}.`);
  const runs = Number(values.runs);
  if (!Number.isInteger(runs) || runs < 1) throw new Error("--runs wants a whole number from 1 on.");
  const slowdown = values.slowdown === undefined ? undefined : Number(values.slowdown);
  if (slowdown !== undefined && !(slowdown >= 1)) throw new Error("--slowdown wants a number from 1 on.");
  const strange = values.against.find((url) => !url.startsWith("http://") || !URL.canParse(url));
  if (strange) throw new Error(`--against wants an address such as http://localhost:8080/, not "${strange}".`);
  return { against: values.against, runs, slowdown, addresses, wanted: wanted.length > 0 ? wanted : [...parts] };
}

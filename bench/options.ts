import { parseArgs } from "node:util";

export type Options = {
  readonly against: readonly string[];
  /** Lighthouse runs per page; the median is reported. */
  readonly runs: number;
  /** Lighthouse's CPU slowdown; if undefined, chosen as its documentation recommends. */
  readonly slowdown: number | undefined;
  /** Pages for Lighthouse; if empty, all. */
  readonly addresses: readonly string[];
};

/** `npm run bench -- lighthouse /contact --runs 3 --slowdown 2 --against http://localhost:8080/` */
export function readOptions(args: readonly string[], parts: readonly string[]): Options & { selected: string[] } {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      against: { type: "string", multiple: true, default: [] },
      runs: { type: "string", default: "5" },
      slowdown: { type: "string" },
    },
  });
  const addresses = positionals.filter((arg) => arg.startsWith("/"));
  const selected = positionals.filter((arg) => !arg.startsWith("/"));
  const unknown = selected.find((part) => !parts.includes(part));
  if (unknown) throw new Error(`There is no part "${unknown}". There are: ${parts.join(", ")}.`);
  const runs = Number(values.runs);
  if (!Number.isInteger(runs) || runs < 1) throw new Error("--runs must be an integer of at least 1.");
  const slowdown = values.slowdown === undefined ? undefined : Number(values.slowdown);
  if (slowdown !== undefined && !(slowdown >= 1)) throw new Error("--slowdown must be a number of at least 1.");
  const invalid = values.against.find((url) => !url.startsWith("http://") || !URL.canParse(url));
  if (invalid) throw new Error(`--against must be a URL such as http://localhost:8080/, not "${invalid}".`);
  return { against: values.against, runs, slowdown, addresses, selected: selected.length > 0 ? selected : [...parts] };
}

import { cpus, loadavg, release, totalmem, type } from "node:os";
import { measureCost } from "./cost.ts";
import { inMb } from "./harness.ts";
import { measureJunk } from "./junk.ts";
import { measureLighthouse } from "./lighthouse.ts";
import { type Options, readOptions } from "./options.ts";
import { measureRendering } from "./rendering.ts";
import { measureServing } from "./serving.ts";
import { measureSignIn } from "./sign-in.ts";
import { measureSlowFilters } from "./slow-filters.ts";

/** Runs in this order; docs/performance.md explains each part. */
const parts: Readonly<Record<string, (options: Options) => Promise<string>>> = {
  serving: measureServing,
  rendering: measureRendering,
  "sign-in": measureSignIn,
  "slow-filters": measureSlowFilters,
  cost: measureCost,
  junk: measureJunk,
  lighthouse: measureLighthouse,
};

const options = readOptionsOrExit();
console.log(`\n${describeMachine()}`);
for (const [name, measure] of Object.entries(parts)) {
  if (options.selected.includes(name)) console.log(`\n## ${name}\n\n${await measure(options)}`);
}
process.exit(0);

function readOptionsOrExit() {
  try {
    return readOptions(process.argv.slice(2), Object.keys(parts));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

function describeMachine(): string {
  const model = cpus()[0]?.model ?? "unknown";
  const load = loadavg().map((average) => average.toFixed(1));
  return [
    `${new Date().toISOString().slice(0, 16).replace("T", " ")} UTC`,
    `${cpus().length} cores (${model}), ${inMb(totalmem())}`,
    `${type()} ${release()}, Node ${process.version}`,
    `load ${load.join(" ")} at the beginning`,
  ].join("; ");
}

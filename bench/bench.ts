import { measureGrowth } from "./growth.ts";
import { measureJunk } from "./junk.ts";
import { measureLighthouse } from "./lighthouse.ts";
import { measureServing } from "./serving.ts";
import { measureSignIn } from "./sign-in.ts";

/** `npm run bench` runs them all, `npm run bench -- serving growth` just these. */
const parts: Readonly<Record<string, () => Promise<string>>> = {
  serving: measureServing,
  "sign-in": measureSignIn,
  junk: measureJunk,
  growth: measureGrowth,
  lighthouse: measureLighthouse,
};

const wanted = process.argv.slice(2);
for (const [name, measure] of Object.entries(parts)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n## ${name}\n\n${await measure()}`);
}
process.exit(0);

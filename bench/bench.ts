import { measureGrowth } from "./growth.ts";
import { measureSignIn } from "./sign-in.ts";

console.log(await measureSignIn());
console.log(await measureGrowth());
process.exit(0);

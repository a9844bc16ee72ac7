import { measureJunk } from "./junk.ts";
import { measureSignIn } from "./sign-in.ts";

console.log(await measureSignIn());
console.log(await measureJunk());
process.exit(0);

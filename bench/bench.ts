import { measureSignIn } from "./sign-in.ts";

console.log(await measureSignIn());
process.exit(0);

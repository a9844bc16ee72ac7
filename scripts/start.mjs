// @ts-check
import { ensureBuilt, ensureInstalled, stopWithParent } from "./set-up.mjs";
import { supervise } from "./supervise.mjs";

stopWithParent();
ensureInstalled();
ensureBuilt();
process.env.NODE_ENV ??= "production";
await supervise();

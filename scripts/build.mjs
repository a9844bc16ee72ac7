// @ts-check
import { ensureBuilt, ensureInstalled, ensureNode24 } from "./set-up.mjs";

ensureInstalled();
ensureNode24();
ensureBuilt();

import { readFileSync } from "node:fs";

export type Version = { readonly version: string; readonly commit: string };

/** scripts/set-up.mjs writes the file with each build; in development there is none. */
export function readVersion(): Version {
  try {
    return JSON.parse(readFileSync(new URL("../build/version.json", import.meta.url), "utf8")) as Version;
  } catch {
    return { version: "development", commit: "unknown" };
  }
}

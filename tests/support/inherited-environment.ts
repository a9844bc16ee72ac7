import { SETTING_NAMES } from "../../server/config.ts";

/** This process's environment without the site's settings: a shell that has those of production must not be heeded. */
export function inheritedEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !SETTING_NAMES.includes(name)));
}

import { addSpeculationRules } from "./add-speculation-rules.ts";
import { fetchPictures } from "./fetch-pictures.ts";
import { lean } from "./lean.ts";
import { pendulum } from "./pendulum.ts";
import { returnHeader } from "./return-header.ts";
import { toggleScheme } from "./toggle-scheme.ts";

/** The motion script, the only one that a page fetches before user intent: once it is idle after load (head-script.ts). */
export const MOTION_PATH = "/motion.js";

/** The texts of functions that refer to nothing outside themselves. */
export function motionScript(): Response {
  const parts = [pendulum, returnHeader, toggleScheme, lean, fetchPictures, addSpeculationRules];
  const calls = parts.map((part) => `(${part.toString()})(m)`).join(";");
  const text = `{const m=matchMedia("(prefers-reduced-motion:reduce)");${calls}}`;
  return new Response(text, { headers: { "content-type": "text/javascript; charset=utf-8" } });
}

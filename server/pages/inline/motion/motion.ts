import { fetchPictures } from "./fetch-pictures.ts";
import { lean } from "./lean.ts";
import { pendulum } from "./pendulum.ts";
import { returnHeader } from "./return-header.ts";
import { toggleScheme } from "./toggle-scheme.ts";

/** The motion script, the only one that a page fetches before user intent: once it is idle after load (head-script.ts). */
export const MOTION_PATH = "/motion.js";

/** The texts of functions that refer to nothing outside themselves. */
export function motionScript(): Response {
  const text = [pendulum, returnHeader, toggleScheme, lean, fetchPictures]
    .map((part) => `(${part.toString()})()`)
    .join(";");
  return new Response(text, { headers: { "content-type": "text/javascript; charset=utf-8" } });
}

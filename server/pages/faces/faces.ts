import type { Faces } from "../face-tags.ts";
import nowFile from "./bricolage-grotesque.woff2?url";
import laterFile from "./instrument-sans.woff2?url";
import now from "./headlines.css?inline";
import later from "./later.css?inline";

export const faces: Faces = { now, later, files: { now: nowFile, later: laterFile } };

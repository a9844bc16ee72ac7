import type { WordsLike } from "../../words.ts";
import type { words as en } from "./en.ts";

export const words: WordsLike<typeof en> = {
  video: (host) => `Video bei ${host}`,
  play: "Abspielen",
  of: (video) => `: Video „${video}“`,
  table: "Tabelle, verschiebbar",
};

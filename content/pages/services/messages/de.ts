import { plural, type WordsLike } from "../../../../domain/words.ts";
import type { words as en } from "./en.ts";

export const words: WordsLike<typeof en> = {
  crumb: "Leistungen",
  weeks: (count) => plural("de", count, { one: "1 Woche", other: `${count} Wochen` }),
  action: "Beratung vereinbaren",
};

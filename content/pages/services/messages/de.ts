import { plural, type WordsLike } from "../../../../domain/words.ts";
import type { words as en } from "./en.ts";

export const words: WordsLike<typeof en> = {
  crumb: "Leistungen",
  position: (number, all) => `${number} von ${all}`,
  weeks: (count) => plural("de", count, { one: "1 Woche", other: `${count} Wochen` }),
  action: "Beratung vereinbaren",
  missing: {
    title: "Leistung nicht gefunden",
    text: "Die Leistung, die Sie suchen, gibt es leider nicht.",
    action: "Zu den Leistungen",
  },
};

import type { WordsLike } from "../../../../domain/words.ts";
import type { words as en } from "./en.ts";

export const words: WordsLike<typeof en> = {
  crumb: "Arbeiten",
  actions: { start: "Projekt starten", all: "Alle Projekte" },
  next: "Nächstes Projekt",
  team: (client) => `Das Team von ${client}`,
  before: "Derselbe Schritt, bevor wir begonnen haben.",
  screens: "Ansichten auf Telefonen",
  compare: "Vorher und nachher vergleichen",
  compared: { before: "Vorher", after: "Nachher" },
};

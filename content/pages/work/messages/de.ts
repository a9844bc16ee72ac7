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
  closings: [
    {
      title: "Zeigen Sie uns, wo Ihre Kunden abspringen.",
      text: "Ein Nachmittag Lesezugriff auf Ihre Zahlen genügt. Die Messung gehört Ihnen, wen Sie auch beauftragen.",
    },
    {
      title: "Bringen Sie das längste Formular mit.",
      text: "Wir gehen es Zeile für Zeile durch und fragen, wer die Antwort braucht. Was niemand braucht, fällt weg.",
    },
    {
      title: "Was klingelt den ganzen Tag?",
      text: "Sagen Sie uns, welche Frage Ihre Leute am häufigsten erreicht. Meist kann sie sich selbst beantworten.",
    },
  ],
  missing: {
    title: "Projekt nicht gefunden",
    text: "Unter diesem Namen haben wir kein Projekt. Alle, über die wir sprechen dürfen, stehen auf einer Seite.",
    action: "Zu den Arbeiten",
  },
};

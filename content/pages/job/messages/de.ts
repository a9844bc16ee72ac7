import type { WordsLike } from "../../../../domain/words.ts";
import type { words as en } from "./en.ts";

export const words: WordsLike<typeof en> = {
  crumb: "Karriere",
  apply: "Bewerben",
  file: {
    label: "Ihre Bewerbung als PDF",
    hint: "Eine Datei von höchstens 10 MB, mit allem, was wir lesen sollen.",
  },
  hint: "Zwei oder drei Sätze genügen; der Rest steht in Ihrem PDF.",
  note: (days) =>
    `Wir bewahren Ihre Bewerbung ${days} Tage auf. Über den Link in Ihrer Bestätigung löschen Sie sie früher.`,
  sent: {
    title: "Sie ist bei uns.",
    reference: "Vorgang",
    stored: "Ihre Bewerbung und Ihr PDF sind gespeichert.",
    receipt:
      "Mit dem Link in der Bestätigung, die Sie per E-Mail bekommen, sehen Sie, was wir gespeichert haben, und können es löschen. Kommt keine, nennen Sie uns bitte diesen Vorgang, wenn Sie schreiben.",
  },
};

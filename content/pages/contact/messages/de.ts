import type { WordsLike } from "../../../../domain/words.ts";
import type { words as en } from "./en.ts";

export const words: WordsLike<typeof en> = {
  details: "Kontaktdaten",
  hint: "Zwei oder drei Sätze genügen.",
  note: (messageDays) =>
    `Wir bewahren Ihre Nachricht ${messageDays} Tage auf. Über den Link in Ihrer Bestätigung löschen Sie sie früher.`,
  sent: {
    title: "Sie ist bei uns.",
    reference: "Vorgang",
    stored: "Ihre Nachricht ist gespeichert.",
    receipt:
      "Mit dem Link in der Bestätigung, die Sie per E-Mail bekommen, sehen Sie, was wir gespeichert haben, und können es löschen. Kommt keine, nennen Sie uns bitte diesen Vorgang, wenn Sie schreiben.",
  },
};

import type { WordsLike } from "../../../../domain/words.ts";
import type { words as en } from "./en.ts";

export const words: WordsLike<typeof en> = {
  title: "Ihre Nachricht",
  heading: "Was Sie geschrieben haben.",
  lead: (name) => `Das ist Ihre Nachricht, wie ${name} sie gespeichert hat. Den Link zu dieser Seite haben nur Sie.`,
  reference: "Vorgang",
  reply: (name) => `Antwort von ${name}`,
  answer: "Ihre Antwort",
  otherAnswer: (sender) => `Antwort von ${sender}`,
  automatic: "Automatische Antwort",
  files: "Dateien",
  stored: "Gespeichert",
  file: "Datei",
  mailed: "Sie ist in unserem Postfach.",
  notMailed: "Sie ist noch nicht in unserem Postfach.",
  erasedOn: "Wird automatisch gelöscht am",
  erase: {
    action: "Diese Nachricht löschen",
    warning:
      "Sie wird mit allem, was zu ihr gehört, sofort und endgültig aus unserer Datenbank gelöscht. Beantworten können " +
      "wir sie dann nicht mehr. Ist sie schon in unserem Postfach, löschen wir sie dort, wenn Sie uns darum bitten.",
    confirm: "Endgültig löschen",
    failed: "Sie ließ sich gerade nicht löschen. Bitte versuchen Sie es in einer Minute noch einmal.",
  },
  erased: {
    title: "Nachricht gelöscht",
    heading: "Sie ist fort.",
    lead: "Ihre Nachricht ist gelöscht, mit allen Antworten und E-Mails, die zu ihr gehörten. Wenn Sie es sich anders überlegen, schreiben Sie uns gern noch einmal.",
    action: "Zurück zur Website",
  },
};

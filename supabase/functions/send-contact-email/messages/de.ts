import { plural, type WordsLike } from "../../../../domain/words.ts";
import type { words as en } from "./en.ts";

export const words: WordsLike<typeof en> = {
  language: "de",
  checkFields: "Bitte prüfen Sie die markierten Felder.",
  tooLong: "Diese Nachricht ist zu lang.",
  closed: "Diese Stelle ist nicht mehr offen. Schreiben Sie uns gern trotzdem, unter /contact.",
  manyAtOnce: "Gerade kommen viele Nachrichten an. Bitte versuchen Sie es in einer Minute noch einmal.",
  quarantineFull:
    "Gerade kommen viele Nachrichten an. Bitte versuchen Sie es später noch einmal, oder schreiben Sie uns eine E-Mail.",
  manyFromNetwork: (minutes) =>
    `Aus Ihrem Netzwerk kamen viele Nachrichten. Bitte versuchen Sie es in ${describeMinutes(minutes)} noch einmal.`,
  later: "Bitte versuchen Sie es später noch einmal.",
  notification: {
    subject: (service, name, reference) => `${service}: Nachricht von ${name} (${reference})`,
    reference: "Vorgang",
  },
  receipt: {
    subject: (reference) => `Ihre Nachricht ist angekommen (${reference})`,
    arrived: (site) => `Vielen Dank für Ihre Nachricht an ${site}. Sie ist angekommen, und wir antworten Ihnen.`,
    link: (reference) =>
      `Ihre Vorgangsnummer ist ${reference}. Über diesen Link lesen Sie, was wir gespeichert haben, oder löschen es. Nur Sie haben ihn:`,
    ignore:
      "Falls Sie uns nicht geschrieben haben, hat jemand versehentlich Ihre Adresse angegeben. Sie können die Nachricht löschen oder nichts tun.",
  },
};

function describeMinutes(minutes: number): string {
  if (minutes > 90) return `${Math.ceil(minutes / 60)} Stunden`;
  return `${minutes} ${plural("de", minutes, { one: "Minute", other: "Minuten" })}`;
}

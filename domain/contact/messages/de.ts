import type { WordsLike } from "../../words.ts";
import type { words as en } from "./en.ts";

export const words: WordsLike<typeof en> = {
  fields: {
    name: {
      label: "Name",
      formLabel: "Vor- und Nachname",
      phrase: "Ihrem Namen",
      missing: "Bitte nennen Sie uns Ihren Namen.",
      tooLong: "Bitte bleiben Sie beim Namen unter 120 Zeichen.",
    },
    email: {
      label: "E-Mail",
      phrase: "Ihrer E-Mail-Adresse",
      missing: "Bitte nennen Sie eine Adresse, an die wir antworten können.",
      tooLong: "Diese Adresse ist zu lang, um echt zu sein.",
    },
    phone: { label: "Telefon", tooLong: "Bitte bleiben Sie bei der Telefonnummer unter 40 Zeichen." },
    company: { label: "Firma", tooLong: "Bitte bleiben Sie beim Namen der Firma unter 160 Zeichen." },
    service: {
      label: "Leistung",
      phrase: "der Leistung, um die es geht",
      missing: "Bitte wählen Sie, worum es geht.",
    },
    message: {
      label: "Nachricht",
      phrase: "Ihrer Nachricht",
      missing: "Bitte schreiben Sie ein oder zwei Sätze.",
      tooLong: "Bitte bleiben Sie bei der Nachricht unter 5.000 Zeichen.",
    },
    source: { label: "Gesendet von", tooLong: "Die Adresse der Seite ist zu lang." },
    job: { label: "Stelle" },
    came_from: { label: "Gekommen von" },
    came_via: { label: "Gefunden über" },
  },
  other: "Etwas anderes",
  missing: "Bitte füllen Sie dieses Feld aus.",
  tooLong: (max) => `Bitte bleiben Sie unter ${max} Zeichen.`,
  unsafe: "Bitte verwenden Sie hier nur sichtbare Zeichen.",
  consent: "Bitte setzen Sie hier ein Häkchen.",
  date: "Bitte wählen Sie ein Datum.",
  email: "Diese Adresse ist nicht vollständig. Sie braucht einen Namen, ein @ und eine Endung, etwa sie@firma.example.",
  later: "Bitte versuchen Sie es später noch einmal.",
  file: {
    missing: "Bitte wählen Sie Ihre Bewerbung als PDF.",
    again: "Bitte wählen Sie Ihr PDF noch einmal: Browser behalten es nicht.",
    tooLarge: "Bitte wählen Sie ein PDF von höchstens 10 MB.",
    notPdf: "Das ist kein vollständiges PDF. Bitte speichern Sie die Datei als PDF und wählen Sie dieses.",
    notOnlyPdf:
      "Diese Datei ist ein PDF und zugleich etwas anderes. Bitte speichern Sie sie noch einmal als PDF und wählen Sie dieses.",
    harmful:
      "Ein Virenscanner würde diese Datei aufhalten. Bitte speichern Sie sie noch einmal als PDF und wählen Sie dieses.",
  },
  list: "de",
  inSentence: (label) => label,
  optional: (labels, count) => `${labels} ${count > 1 ? "sind" : "ist"} freiwillig`,
};

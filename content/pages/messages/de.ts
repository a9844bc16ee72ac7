import type { WordsLike } from "../../../domain/words.ts";
import type { words as en } from "./en.ts";

export const words: WordsLike<typeof en> = {
  alts: {
    home: "Ein Lot aus Messing hängt über einer Zielscheibe, eine Haaresbreite über ihrer Mitte.",
    about:
      "Ein Mobile im Gleichgewicht: Eine rote und eine dunkle Kugel und ein hellblauer Würfel hängen an Stäben aus Messing.",
    careers: "Ein roter Würfel schwebt über der Lücke, die er in einem Block aus hellen füllen würde.",
    contact: "Das Modell einer weißen Stadt von oben; eine rote Nadel markiert einen Block.",
    hole: "Eine Reihe kleiner Kugeln führt zu einem Loch; eine rote Kugel steckt halb darin fest.",
  },
  missing: {
    service: {
      title: "Leistung nicht gefunden",
      text: "Die Leistung, die Sie suchen, gibt es leider nicht.",
      action: "Zu den Leistungen",
    },
    project: {
      title: "Projekt nicht gefunden",
      text: "Unter diesem Namen haben wir kein Projekt. Alle, über die wir sprechen dürfen, stehen auf einer Seite.",
      action: "Zu den Arbeiten",
    },
    post: {
      title: "Beitrag nicht gefunden",
      text: "Unter dieser Adresse gibt es keinen Beitrag. Vielleicht wurde er verschoben oder zurückgezogen.",
      action: "Zurück zum Blog",
    },
    tag: {
      title: "Schlagwort nicht gefunden",
      text: "Kein Beitrag hat dieses Schlagwort. Vielleicht heißt es jetzt anders, oder seine Beiträge wurden zurückgezogen.",
      action: "Zurück zum Blog",
    },
    author: { title: "Niemand gefunden", text: "Unter dieser Adresse schreibt niemand.", action: "Zurück zum Blog" },
    job: {
      title: "Stelle nicht gefunden",
      text: "Sie ist besetzt, oder die Adresse ist unvollständig. Diese Stellen sind offen.",
      action: "Zu den offenen Stellen",
    },
    message: {
      title: "Dieser Link ist nicht gültig",
      text: "Die Nachricht dahinter wurde gelöscht, oder der Link ist unvollständig. Bitte sehen Sie in Ihrer Bestätigung nach oder schreiben Sie uns.",
      action: "Kontakt",
    },
  },
  types: { "Full-time": "Vollzeit", "Part-time": "Teilzeit", Contract: "Befristet", Internship: "Praktikum" },
  tag: { description: (tag) => `Beiträge zum Thema ${tag}.` },
  service: { position: (number, all) => `${number} von ${all}` },
  prefill: {
    apply: (job) => `Ich möchte mich auf die Stelle „${job}“ bewerben. `,
    ask: (service) => `Ich möchte mit Ihnen über „${service}“ sprechen. `,
  },
  closings: [
    {
      title: "Wo gehen Ihre Leute verloren?",
      text: "Einen Nachmittag lang Ihre Zahlen lesen, mehr wollen wir nicht. Die Messung behalten Sie, wer auch den Auftrag bekommt.",
    },
    {
      title: "Das längste Formular, bitte.",
      text: "Wir gehen es Zeile für Zeile durch und fragen, wer die Antwort braucht. Was niemand braucht, wird gestrichen.",
    },
    {
      title: "Was klingelt dauernd?",
      text: "Sagen Sie uns, welche Frage Ihre Leute am häufigsten erreicht. Meist kann sie sich selbst beantworten.",
    },
  ],
};

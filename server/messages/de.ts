import type { WordsLike } from "../../domain/words.ts";
import type { words as en } from "./en.ts";

export const words: WordsLike<typeof en> = {
  answers: {
    moved: "Diese Seite ist umgezogen.",
    tooLong: "Diese Adresse ist zu lang.",
    malformed: "Diese Adresse ist fehlerhaft.",
    malformedHost: "Die Kopfzeile Host fehlt oder ist fehlerhaft.",
    readOnly: "Diese Adresse beantwortet nur GET und HEAD.",
    failed: "Bei uns ist etwas schiefgegangen. Bitte versuchen Sie es noch einmal.",
    formTooLarge: "Das ist mehr, als ein Formular fassen darf.",
    applicationTooLarge:
      "Das ist mehr, als ein Formular fassen darf. Bitte gehen Sie zurück und wählen Sie ein PDF von höchstens 10 MB.",
    manyApplications:
      "Gerade kommen viele Bewerbungen an. Bitte gehen Sie zurück und versuchen Sie es in einer Minute noch einmal.",
    foreignForm: "Dieses Formular lässt sich nur von dieser Website aus senden.",
    noCard: "Diese Karte gibt es nicht.",
    cardLater: "Die Karte lässt sich gerade nicht zeichnen. Bitte versuchen Sie es noch einmal.",
    previewLater: "Die Vorschau lässt sich gerade nicht abrufen. Bitte versuchen Sie es noch einmal.",
    nothingHere: "Hier ist nichts.",
    noContent: "Die Inhalte dieser Website lassen sich gerade nicht abrufen. Bitte versuchen Sie es noch einmal.",
    noPosts: "Die Beiträge dieser Website lassen sich gerade nicht abrufen. Bitte versuchen Sie es noch einmal.",
  },
  preview: {
    title: "Vorschau",
    text: (until) =>
      `<b>Vorschau.</b> Diese Seite ist nicht veröffentlicht. Der Link funktioniert längstens bis zum ${until}.`,
    partsMissing: "Der Entwurf ist noch nicht vollständig, daher fehlen Teile davon.",
    published: "Der Entwurf ist noch nicht vollständig, daher steht hier die veröffentlichte Fassung.",
  },
  answerNotice: {
    subject: "Antwort auf die Nachricht {reference}",
    text: "Auf die Nachricht {reference} gibt es eine Antwort. Sie lesen sie hier:",
  },
  invite: {
    signIn: "Bitte melden Sie sich zuerst an.",
    malformed: "Bitte geben Sie eine E-Mail-Adresse ein, und wählen Sie die Rolle.",
    sessionEnded: "Ihre Sitzung ist beendet. Bitte melden Sie sich wieder an.",
    denied: "Sie dürfen niemanden einladen.",
    unavailable: "Unsere Datenbank ist gerade nicht erreichbar. Bitte versuchen Sie es später noch einmal.",
    tooMany: "Sie haben innerhalb einer Stunde 30 Einladungen gesendet. Bitte warten Sie ein wenig.",
    sent: (address) => `Eine Einladung ist unterwegs an ${address}.`,
    known: (address) => `${address} hat schon ein Konto. Es wurde nichts geändert.`,
    admin: (address) => `${address} hat die Admin-Rolle schon. Es wurde nichts geändert.`,
    offered: (address) =>
      `${address} hat schon ein Konto. Wir haben einen Link geschickt, mit dem sich die Admin-Rolle annehmen lässt; er gilt sieben Tage.`,
  },
  source: "Quelle",
  llms: {
    markdown: "Jeden Beitrag und jede Leistung gibt es auch als Markdown: unter ihrer Adresse mit .md am Ende.",
    details: "Was wir im Einzelnen anbieten",
    posts: "Beiträge",
    more: "Mehr",
    feed: "Feed",
    aboutFeed: (path) => `Neue Beiträge als RSS, auch unter ${path}.atom und ${path}.json.`,
  },
  abouts: {
    About: "Wer wir sind, seit wann und wie viele.",
    Careers: "Offene Stellen.",
    Contact: "Ein Formular, das nichts verliert, unsere Büros und ein Telefon.",
    Work: "Fallstudien mit ihren Ergebnissen.",
  },
  names: {
    "Add Blog Post": "Beitrag schreiben",
    About: "Über uns",
    Blog: "Blog",
    Careers: "Karriere",
    Contact: "Kontakt",
    Home: "Startseite",
    "Privacy Policy": "Datenschutz",
    Search: "Suche",
    Services: "Leistungen",
    "Sign In": "Anmelden",
    Sitemap: "Seitenübersicht",
    "Terms of Service": "Nutzungsbedingungen",
    Work: "Arbeiten",
    "How we work": "Wie wir arbeiten",
    "What you get": "Was Sie davon haben",
  },
};

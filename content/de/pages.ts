import type { caseStudyPage as englishCaseStudy } from "../pages/case-study.ts";
import type { homePage as englishHome } from "../pages/home.ts";
import type { newsletter as englishNewsletter } from "../pages/newsletter.ts";
import type { Words } from "./words.ts";

/** The agency's own words among content/pages; the others are words of the software. */

export const newsletter = {
  heading: "Der Brief. Monatlich, kurz, mit Zahlen.",
  short: "Der Brief, monatlich",
  note: "Noch gibt es keinen Newsletter. Dieses Formular prüft nur eine Adresse; nichts wird gesendet oder behalten.",
} as const satisfies Words<typeof englishNewsletter>;

export const homeAlt: Words<(typeof englishHome)["alt"]> =
  "Ein Lot aus Messing hängt über einer Zielscheibe, eine Haaresbreite über ihrer Mitte.";

export const contactAlt = "Ein Modell einer weißen Stadt, von oben gesehen; eine rote Nadel markiert einen Block.";

/** One for each case in turn. */
export const caseStudyClosings = [
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
] as const satisfies Words<(typeof englishCaseStudy)["closings"]>;

import type { benefits as englishBenefits, jobs as english } from "../jobs.ts";
import type { Words } from "./words.ts";

export const jobs = {
  "senior-digital-strategist": {
    slug: "digitalstrategie-senior",
    title: "Senior Digitalstrategie (m/w/d)",
    department: "Strategie",
    location: "New York",
    description:
      "Sie finden heraus, was das Unternehmen unserer Kunden braucht; selten ist es das, was im Briefing steht. Sie führen " +
      "die Interviews, rechnen durch, was sich lohnt, und verteidigen eine Seite vor einem Vorstand. Bringen Sie acht Jahre " +
      "davon mit und einen Plan, den Sie heute falsch nennen würden, samt Gründen. Gehalt:\u00a0138.000\u00a0bis\u00a0162.000\u00a0US-Dollar.",
  },
  "uxui-designer": {
    slug: "ux-ui-design",
    title: "UX/UI-Design (m/w/d)",
    department: "Design",
    location: "New York oder Portland",
    description:
      "Sie zeichnen Oberflächen, sehen zu, wie Menschen sie missverstehen, und zeichnen neu. Die Wörter auf Ihren Knöpfen " +
      "schreiben Sie selbst, und was Sie gebaut haben, bedienen Sie mit der Tastatur und mit geschlossenen Augen. Zeigen Sie " +
      "uns drei Projekte, eines davon in dem Zustand, in dem es noch nicht ging. Gehalt:\u00a096.000\u00a0bis\u00a0118.000\u00a0US-Dollar.",
  },
  "analytics-specialist": {
    slug: "datenanalyse",
    title: "Datenanalyse (m/w/d)",
    department: "Analyse",
    location: "Portland oder remote in den USA",
    description:
      "Sie verfolgen eine Zahl von der Folie zurück bis zum Klick und wundern sich nicht über das, was Sie unterwegs finden. " +
      "SQL ist Ihre zweite Sprache, und ein Konfidenzintervall können Sie auch jemandem erklären, der ein Budget in der Hand " +
      "hält. Sie verantworten die Messungen von vier Kunden. Gehalt:\u00a092.000\u00a0bis\u00a0114.000\u00a0US-Dollar.",
  },
} as const satisfies Words<typeof english>;

export const benefits = [
  {
    title: "Krankenversichert ab Tag eins",
    text: "Arzt, Zahnarzt und Augenarzt, für Sie und Ihre Familie. Die Beiträge zahlen wir ganz.",
  },
  {
    title: "25 Urlaubstage",
    text: "Dazu die letzte Dezemberwoche, in der das Büro geschlossen ist und nur die Server arbeiten.",
  },
  {
    title: "Sechzehn Wochen Elternzeit",
    text: "Voll bezahlt, für alle frischgebackenen Eltern.",
  },
  {
    title: "Kurze Freitage",
    text: "Um elf wird gezeigt, um zwei geht es heim. Nach dem Essen fängt nichts Neues an.",
  },
  {
    title: "Geld für Irrtümer",
    text: "2.000 Dollar im Jahr für einen Versuch, den niemand genehmigt hat. Sie schulden uns eine Seite darüber, was geschah.",
  },
  {
    title: "Alle Gehälter offen",
    text: "Jede Stufe und was man auf ihr verdient, auf einem Blatt, das wir alle lesen können.",
  },
] as const satisfies Words<typeof englishBenefits>;

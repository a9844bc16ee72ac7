import type { approach as englishApproach, phases as englishPhases, pillars as englishPillars } from "../method.ts";
import type { Words } from "./words.ts";

export const pillars = [
  {
    note: "der Projekte beginnen mit einem Ausgangswert",
    title: "Daten statt Vermutungen",
    text: "Wir hängen das Lot auf, bevor wir die Mauer bauen. Zuerst messen wir, was da ist. Später sehen Sie genau, was wir verändert haben.",
  },
  {
    note: "Fächer an einem Tisch: Strategie, Design, Code, Zahlen",
    title: "Alle Fächer an einem Tisch",
    text: "120+ Menschen und keine Abteilung, die etwas über den Zaun wirft. Wer zeichnet, sitzt neben der, die baut.",
  },
  {
    note: "unserer eigenen Versuche gelangen letztes Jahr",
    title: "Immer neue Versuche",
    text: "Getestet wird zuerst an uns selbst. 29 Ideen sind auf unserer Website gescheitert, damit sie es nicht auf Ihrer tun.",
  },
] as const satisfies Words<typeof englishPillars>;

export const approach = [
  {
    title: "Verstehen",
    text: "Wir lesen Ihre Zahlen, Ihren Posteingang und den Ordner mit Beschwerden. Dann sprechen wir mit den Menschen dahinter.",
  },
  {
    title: "Festlegen",
    text: "Auf einer Seite steht, was sich ändert, welche Zahl sich bewegen soll, wie weit, und was uns widerlegen würde.",
  },
  {
    title: "Entwickeln",
    text: "In kleinen Stücken, jeden Freitag gezeigt. Das erste ist online, bevor das letzte gezeichnet ist.",
  },
  {
    title: "Liefern & verbessern",
    text: "Wir liefern, warten und zählen noch einmal, neben einer Kontrollgruppe. Was nicht wirkt, kommt heraus. Die Notizen gehören Ihnen.",
  },
] as const satisfies Words<typeof englishApproach>;

export const phases = [
  { title: "Recherche & Messung", text: "Wir messen. Sie beantworten Fragen." },
  { title: "Strategie & Planung", text: "Eine Seite. Sie widersprechen ihr, dann unterschreiben Sie." },
  {
    title: "Design & Entwicklung",
    text: "Gezeichnet und gebaut wird nebeneinander. Jeden Freitag um elf gibt es etwas zum Klicken.",
  },
  {
    title: "Start & Optimierung",
    text: "Online, beobachtet, nachgestellt. Dann messen wir wieder und zeigen Ihnen beide Zahlen.",
  },
] as const satisfies Words<typeof englishPhases>;

import type { serviceDetails as english } from "../service-details.ts";
import { services } from "./services.ts";
import type { Words } from "./words.ts";

const { strategy, design, conversion, analytics } = services;

export const serviceDetails = {
  "digital-strategy": {
    title: "Digitalstrategie",
    shortDesc: "Eine Position, ein Plan und ein Preis, auf einer Seite.",
    longDesc:
      "Eine Position, ein Plan und ein Preis, auf einer Seite. Wir befragen acht Ihrer Leute und zwanzig Ihrer Kunden und " +
      "sagen Ihnen dann, wo sie sich widersprechen. Der Plan reicht über vier Quartale und nennt, wer was tut.",
    image: strategy.image,
    offerings: [
      {
        title: "Markt- und Kundenforschung",
        description:
          "Zwanzig Kunden, acht Kollegen und jeder Wettbewerber, von dem Ihr Vertrieb nichts mehr hören will.",
        items: [
          "Interviews, aufgenommen und abgeschrieben",
          "Preise der Konkurrenz, durch Einkaufen geprüft",
          "Eine Karte, wer entscheidet und wer bezahlt",
        ],
      },
      {
        title: "Fahrplan für vier Quartale",
        description: "Was zu tun ist, in welcher Reihenfolge und womit Sie aufhören, damit Platz dafür ist.",
        items: [
          "Ein Name an jeder Zeile",
          "Kosten in Wochen und in Dollar",
          "Ein Prüftermin in jedem Quartal",
          "Eine Liste dessen, was fehlt, und warum",
        ],
      },
      {
        title: "Rechnung mit Ausgangswert",
        description: "Die Zahl von heute, die Zahl, die wir erwarten, und der Tag, an dem jemand nachsieht.",
        items: [
          "Ausgangswert, vom Controlling bestätigt",
          "Bester, wahrscheinlicher und schlechtester Fall",
          "Das Ergebnis, das uns widerlegen würde",
        ],
      },
    ],
  },
  "ux-design": {
    title: "UX-Design",
    shortDesc: "Gezeichnet, getestet und neu gezeichnet, bis niemand mehr fragt, was ein Knopf tut.",
    longDesc:
      "Wir zeichnen, testen und zeichnen neu, bis niemand mehr fragt, was ein Knopf tut. Prototypen bis zur dritten Woche, " +
      "vor echten Menschen, auf echten Telefonen. Sie sehen hinter der Scheibe zu.",
    image: design.image,
    offerings: [
      {
        title: "Interviews und Nutzertests",
        description: "Fünf Menschen je Runde, wenn möglich Ihre Kunden. Bezahlung und Dank bekommen alle.",
        items: [
          "Ein Leitfaden, den Sie freigeben",
          "Filme mit Zeitmarken",
          "Befunde, geordnet danach, wie oft sie schmerzen",
        ],
      },
      {
        title: "Prototypen und Designsystem",
        description: "Klickbar bis zur dritten Woche, danach zerlegt in Teile, die Ihr Team wiederverwenden kann.",
        items: [
          "Drei Richtungen, eine gewählt",
          "Etwa vierzig dokumentierte Teile",
          "Hell und dunkel, Telefon und Schreibtisch",
          "Code, der zu den Zeichnungen passt",
        ],
      },
      {
        title: "Barrierefrei nach WCAG 2.2 AA",
        description: "Von der ersten Skizze an eingebaut, denn Nachbessern kostet etwa sechsmal so viel.",
        items: [
          "Rundgänge mit Tastatur und Screenreader",
          "Kontraste gerechnet, nie nach Augenmaß",
          "Eine Prüfung von außen, mit Bericht",
        ],
      },
    ],
  },
  cro: {
    title: "Conversion",
    shortDesc: "Mehr Abschlüsse, ohne Aberglauben.",
    longDesc:
      "Mehr Abschlüsse, ohne Aberglauben. Keine ablaufenden Uhren, keine künstliche Knappheit. Wir reparieren Formular, " +
      "Tempo und Text, in der Reihenfolge, die die Daten vorgeben.",
    image: conversion.image,
    offerings: [
      {
        title: "Trichter- und Formularanalyse",
        description: "Zwei Wochen zählen, bis wir sagen können, welcher Schritt wen verliert und wie viele.",
        items: ["Abbrüche nach Schritt und Gerät", "Zeit und Korrekturen je Feld", "Zwölf aufgezeichnete Kaufversuche"],
      },
      {
        title: "A/B- und multivariate Tests",
        description: "Eine Hypothese nach der anderen, gegen eine Kontrollgruppe, das Ende vorher festgelegt.",
        items: [
          "Stichprobe im Voraus berechnet",
          "Tests, die auf dem Server laufen",
          "Ein schriftliches Urteil, auch über Verlierer",
        ],
      },
      {
        title: "Tempobudget und Überwachung",
        description: "Eine Grenze in Kilobyte und Sekunden, mit einem Alarm für alle, die sie überschreiten.",
        items: [
          "Ein Budget je Seitentyp",
          "Gemessen auf einem 120-Dollar-Telefon",
          "Builds, die scheitern, wenn sie schwer werden",
          "Ein Diagramm im Monat für die, die unterschreiben",
        ],
      },
    ],
  },
  analytics: {
    title: "Analyse",
    shortDesc: "Was geschehen ist, einmal gezählt, in verständlichen Worten.",
    longDesc:
      "Was geschehen ist, einmal gezählt, in verständlichen Worten. Wir prüfen die Zählcodes, verlegen das Zählen auf Ihren " +
      "Server und bauen ein Dashboard aus sieben Zahlen. Die übrigen Dashboards löschen wir, wenn Sie es erlauben.",
    image: analytics.image,
    offerings: [
      {
        title: "Prüfung der Messung",
        description: "Wir geben 200 Testbestellungen auf und folgen jeder vom Knopf bis in den Vorstandsbericht.",
        items: [
          "Jeder Zählcode, aufgelistet und gestoppt",
          "Was doppelt gezählt wird oder nie",
          "Eine Reparaturliste, nach Kosten sortiert",
        ],
      },
      {
        title: "Sieben Zahlen, ein Dashboard",
        description:
          "Die Zahlen, nach denen Sie entscheiden, auf einem Bildschirm, die Definition einen Klick entfernt.",
        items: ["Jede Zahl hat einen Besitzer", "Stündlich aktualisiert", "Lesbar auf dem Telefon, im Aufzug"],
      },
      {
        title: "Versuche und Prognosen",
        description: "Ob es gewirkt hat, wie sicher wir sind und was im nächsten Quartal zu erwarten ist.",
        items: [
          "Kontrollgruppen nach Region oder Besucher",
          "Prognosen mit Spannweite",
          "Die letzte Prognose neben dem Ergebnis",
        ],
      },
      {
        title: "Schulung für Ihr Team",
        description: "Zwei Nachmittage, nach denen Ihre Leute die nächste Frage selbst beantworten.",
        items: ["Ihre Daten, keine Spielbeispiele", "Übungen mit bekannter Lösung", "Drei Monate lang Sprechstunde"],
      },
    ],
  },
} as const satisfies Words<typeof english>;

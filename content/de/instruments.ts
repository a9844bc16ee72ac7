import { instruments as english } from "../instruments.ts";
import { layOver } from "./words.ts";

export const instruments = layOver(english, {
  strategy: {
    title: "Die Strichliste",
    intro: "Ein Plan ist so viel wert, wie nach einem Jahr von ihm übrig ist. Also gehen wir hin und sehen nach.",
    readings: [
      { title: "Pläne geschrieben", text: "Alle seit 2021, auch die, die wir lieber nicht mitzählen würden." },
      {
        title: "Noch in Gebrauch",
        text: "In den vier Wochen vor unserer Frage hatte sie jemand geöffnet und wusste, wozu.",
      },
      {
        title: "Umgefallen",
        text: "Fünf, weil jemand Neues übernahm. Drei waren falsch, und das steht jetzt auf der Seite.",
      },
    ],
  },
  design: {
    title: "Die Denkpausen",
    intro: "Fünf Menschen, vier Runden. Ein Ring ist jemand, der über einer Ansicht ins Grübeln kam.",
    readings: [
      { title: "In der ersten Runde", text: "Alle hielten am selben Feld an. Im Raum hatte damit niemand gerechnet." },
      { title: "In der zweiten", text: "Wörter und Reihenfolge waren geändert. Zweien fiel das Feld nicht mehr auf." },
      { title: "In der vierten", text: "Erst jetzt schreibt jemand Code. Die Aufnahmen gehören Ihnen." },
    ],
  },
  conversion: {
    title: "Der Trichter",
    intro: "Gezeichnet nach Oakmeres Kasse: alle, die sie öffnen, und die, die am Ende herauskommen.",
    readings: [
      {
        figure: "1.000",
        title: "Öffnen die Kasse",
        text: "Auf dem Server gezählt, damit kein blockiertes Skript jemanden verschluckt.",
      },
      { title: "Kamen bisher an", text: "Das größte Leck war eine Telefonnummer, die nie jemand anrief." },
      {
        title: "Kommen jetzt an",
        text: "Vierzehn Tage neben einer Kontrollgruppe, um sicher zu sein, dass wir es waren.",
      },
    ],
  },
  analytics: {
    title: "Der Maßstab",
    intro:
      "Wir geben 200 Testbestellungen auf und sehen, was jedes Werkzeug meldet. Die Linie zeigt den Zahlungseingang.",
    readings: [
      {
        title: "Webanalyse",
        text: "Banner, blockierte Skripte, geschlossene Tabs. Im Browser lässt sich das nicht heilen.",
      },
      {
        title: "Bestellsystem",
        text: "Eine wurde am Telefon bezahlt. Auf dieser Quelle bauen wir auf, die Toleranz steht dabei.",
      },
      {
        title: "Werbekonten",
        text: "Drei Plattformen beanspruchen denselben Kunden, jede nach eigener Regel.",
      },
    ],
  },
  "search-content": {
    title: "Das Regal",
    intro: "Jede Seite steht hier einmal. Wir nehmen heraus, was niemand liest, und zählen, wer wegen des Rests kommt.",
    readings: [
      {
        title: "Seiten vorher",
        text: "Auf einem Drittel war nie jemand länger geblieben, als das Logo zum Laden braucht.",
      },
      {
        title: "Seiten nachher",
        text: "Zusammengelegt, neu geschrieben oder entfernt, jede mit einer Adresse, die weiterführt.",
      },
      {
        figure: "2,3×",
        title: "Besuche im Jahr",
        text: "Der Median unserer Kunden. Weniger Antworten, jede leichter zu finden.",
      },
    ],
  },
  "social-email": {
    title: "Der Kalender",
    intro: "Ein Monat bei einer Kundin, oben wie er war, unten wie er ist. Ein Strich ist ein Brief an alle.",
    readings: [
      {
        title: "Briefe im Monat",
        text: "Bei zweien konnte eine Stunde später niemand mehr sagen, wovon sie gehandelt hatten.",
      },
      {
        title: "Briefe jetzt",
        text: "Unterschrieben von dem Menschen, der antwortet. Auf die Antworten kommt es uns an.",
      },
      {
        figure: "31\u00a0%",
        title: "Mehr verdient",
        text: "Mit dem kleineren Verteiler. Die stummen Adressen hatten mehr gekostet als gebracht.",
      },
    ],
  },
  "paid-media": {
    title: "Die Waage",
    intro: "Ein Budget als hundert Münzen. Wir schalten Region für Region ab und sehen, ob es der Umsatz merkt.",
    readings: [
      { title: "Münzen ausgegeben", text: "Im Schnitt der ersten Prüfungen, bevor etwas abgeschaltet war." },
      { title: "Kauften nichts", text: "Diese Kunden wären ohnehin gekommen. Sie kamen, auch ohne Anzeige." },
      {
        title: "Arbeiten weiter",
        text: "Dort, wo die Kontrollgruppe zurückbleibt. Das Honorar bleibt, wo es ist.",
      },
    ],
  },
  "web-technology": {
    title: "Die Stoppuhr",
    intro:
      "Drei Sekunden, maßstäblich gezeichnet. Das Feld endet am Budget, das wir unterschreiben, der rote Balken bei dem, was wir erreichen.",
    readings: [
      {
        figure: "1,1\u00a0s",
        title: "Erste Ansicht",
        text: "Der Median unserer letzten zwanzig Starts, auf einem Telefon für 120 Dollar.",
      },
      {
        figure: "1,5\u00a0s",
        title: "Das Budget",
        text: "Es steht im Vertrag. Eine Änderung, die es sprengt, geht nicht online.",
      },
      {
        figure: "2\u00a0Balken",
        title: "Empfang",
        text: "Auch im Zug. Tempo in einem Büro mit Glasfaser beweist nichts.",
      },
    ],
  },
});

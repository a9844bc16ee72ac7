import type { story as englishStory, values as englishValues } from "../about.ts";
import type { Words } from "./words.ts";

export const story = [
  "Gegründet wurde {name} {founded} im dritten Stock eines ehemaligen Eisenwarenlagers. Der Vormieter hatte ein Lot aus " +
    "Messing im Fenster hängen lassen. Ein besserer Name fiel uns nicht ein, ein billigeres Firmenschild auch nicht.",
  "Zu den 25+ Jahren auf der Startseite: Im Jahr 2000 eröffnete Constance Vail ein Webstudio mit zwei Zimmern, und " +
    "dieselben Leute arbeiteten dort zehn Jahre lang, bevor sie ein Stockwerk höher zogen und es umbenannten. Die Kunden " +
    "zogen mit, also zählen wir diese Jahre. Die älteste Rechnung im Schrank ist vom März 2000.",
  "2011 sagten wir einem Kunden, dass eine Kampagne von uns nichts bewirkt hatte. Sie sah gut aus, sie hatte etwas " +
    "gewonnen, und die Kontrollgruppe hatte ohne sie genauso viel gekauft. Wir rechneten mit der Kündigung. Der Auftrag " +
    "wurde verdoppelt. In dieser Woche begriffen wir, was wir verkaufen.",
  "Heute sind wir 120+ Menschen in {cities}. Das zweite Büro entstand, weil zwei aus der Entwicklung des Wetters wegen " +
    "nach Westen zogen. Wir schlugen das Wetter nach, sagten es ihnen und mieteten dort trotzdem eine Etage.",
] as const satisfies Words<typeof englishStory>;

export const values = [
  {
    title: "Neugier",
    text: "Vierzig Versuche liefen letztes Jahr auf unserer eigenen Website. Elf gelangen. Eine neue Idee bekommt zwei Wochen, eine Kontrollgruppe und keine Punkte dafür, dass sie neu ist.",
  },
  {
    title: "Sorgfalt",
    text: "Die 54 Preise stehen im Flur zu den Toiletten, wo alle vorbeikommen und niemand arbeitet. Der Maßstab hängt im Fenster. Er kennt zwei Noten: gerade und nicht gerade.",
  },
  {
    title: "Zusammenarbeit",
    text: "Wer zeichnet, sitzt neben der, die baut. Jede Besprechung hat eine Frage als Titel. Ist die Frage beantwortet, ist die Besprechung vorbei.",
  },
  {
    title: "Wirkung",
    text: "Bevor wir anfangen, schreiben wir auf, welche Zahl sich bewegen soll und wie weit. Hat sie es nicht getan, steht das auf der ersten Seite des Berichts, über dem Logo.",
  },
] as const satisfies Words<typeof englishValues>;

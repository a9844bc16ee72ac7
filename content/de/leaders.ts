import type { leaders as english } from "../leaders.ts";
import type { Words } from "./words.ts";

export const leaders = {
  "constance-vail": {
    title: "Gründerin und Geschäftsführerin",
    bio: "Begann im Jahr 2000 mit einem Modem, zwei Kunden und einem Lineal. Unterschreibt jedes Angebot selbst und hat drei davon nach dem Lesen zurückgezogen.",
  },
  "emil-hartwell": {
    title: "Leiter Technik",
    bio: "Hat vierzig alte Telefone in der Schublade und probiert jeden Start auf dem schlechtesten aus. Den Satz „Bei mir läuft es“ hat noch niemand von ihm gehört.",
  },
  "ruth-amadi": {
    title: "Leiterin Design",
    bio: "Hat neun Jahre lang Steuerformulare gestaltet und ist seitdem von Zierrat geheilt. Sieht sie besorgt aus, hat jemand eine dritte Schrift vorgeschlagen.",
  },
  "ari-santoro": {
    title: "Leiter Analyse",
    bio: "War Seismologe und unterscheidet einen Trend von einem vorbeifahrenden Lastwagen. Schrieb die Alarme, die uns andere wecken, und schläft gut.",
  },
} as const satisfies Words<typeof english>;

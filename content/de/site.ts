import type { site as english } from "../site.ts";
import type { Words } from "./words.ts";

type NotWords = "credit" | "name" | "founded" | "timeZone" | "email" | "phone" | "offices" | "social";

export const site = {
  tagline: "Genau die Besten!",
  description:
    "Plumbline ist eine Digitalagentur in New York und Portland. Erst messen, dann machen: Strategie, Design, " +
    "Conversion, Analyse, Suche, E-Mail, Werbung und die Webtechnik darunter.",
  claim: {
    text: "Jahre genaue Arbeit",
    note: "15+ davon unter diesem Namen. Genau waren wir auch vorher schon.",
  },
  stats: [{ label: "Jahre" }, { label: "Projekte" }, { label: "Auszeichnungen" }, { label: "Menschen im Team" }],
  footerServices: [
    { label: "Strategie" },
    { label: "UX & Design" },
    { label: "Conversion" },
    { label: "Analyse" },
    { label: "Suche & Inhalte" },
  ],
  headerLinks: [{ label: "Leistungen" }, { label: "Projekte" }, { label: "Blog" }, { label: "Über uns" }],
  companyLinks: [
    { label: "Über uns" },
    { label: "Projekte" },
    { label: "Blog" },
    { label: "Karriere" },
    { label: "Kontakt" },
  ],
  closing: {
    title: "Bringen Sie etwas Schiefes.",
    text:
      "Vierzig Minuten, eine Messung, keine Folien. Stellt sich heraus, dass alles im Lot ist, sagen wir das, und Sie " +
      "schulden uns nichts.",
    action: "Kontakt aufnehmen",
  },
} as const satisfies Words<Omit<typeof english, NotWords>>;

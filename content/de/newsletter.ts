import type { newsletter as english } from "../pages/newsletter.ts";
import type { Words } from "./words.ts";

export const newsletter = {
  heading: "Der Brief. Monatlich, kurz, mit Zahlen.",
  short: "Der Brief, monatlich",
  note: "Noch gibt es keinen Newsletter. Dieses Formular prüft nur eine Adresse; nichts wird gesendet oder behalten.",
} as const satisfies Words<typeof english>;

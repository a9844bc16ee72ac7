import type { WordsLike } from "../../../domain/words.ts";
import type { words as en } from "./en.ts";

export const words: WordsLike<typeof en> = {
  send: "Nachricht senden",
  sending: "Wird gesendet …",
  offline: "Sie sind offline. Ihre Nachricht bleibt in diesem Tab; senden Sie sie, sobald Sie wieder online sind.",
  sent: { title: "Nachricht gesendet", text: "Vielen Dank! Wir melden uns in Kürze bei Ihnen." },
  failed: "Nicht gesendet",
  choose: "Bitte wählen",
  optional: "(freiwillig)",
  read: "Lesen",
  honeypot: "Bitte leer lassen",
};

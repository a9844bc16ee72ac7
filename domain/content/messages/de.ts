import type { WordsLike } from "../../words.ts";
import type { words as en } from "./en.ts";

export const words: WordsLike<typeof en> = {
  // One is a figure, because its word depends on the gender of the noun.
  numbers:
    "keine 1 zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig",
};

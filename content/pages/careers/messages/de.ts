import type { WordsLike } from "../../../../domain/words.ts";
import type { words as en } from "./en.ts";

export const words: WordsLike<typeof en> = {
  alt: "Ein roter Würfel schwebt über der Lücke, die er in einem Block aus hellen füllen würde.",
  apply: "Jetzt bewerben",
  types: { "Full-time": "Vollzeit", "Part-time": "Teilzeit", Contract: "Befristet", Internship: "Praktikum" },
};

import type { Catalogue, WordsLike } from "../../../domain/words.ts";
import { words as en } from "./messages/en.ts";

export const words: Catalogue<WordsLike<typeof en>> = { en, others: { de: () => import("./messages/de.ts") } };

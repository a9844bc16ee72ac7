import type { Catalogue, WordsLike } from "../words.ts";
import { words as en } from "./messages/en.ts";

export type AccountWords = WordsLike<typeof en>;

export const accountWords: Catalogue<AccountWords> = { en, others: { de: () => import("./messages/de.ts") } };

import type { Catalogue, WordsLike } from "../../../domain/words.ts";
import { wordsOfDocument } from "../../data/words.ts";
import { useWords } from "../../ui/words.ts";
import { words as en } from "./messages/en.ts";

export type DraftWords = WordsLike<typeof en>;

const catalogue: Catalogue<DraftWords> = { en, others: { de: () => import("./messages/de.ts") } };

export const useDraftWords = () => useWords(catalogue);

export const draftWords = () => wordsOfDocument(catalogue);

import type { Catalogue, WordsLike } from "../../../domain/words.ts";
import { useWords } from "../../ui/words.ts";
import { words as en } from "./messages/en.ts";

export type WritingWords = WordsLike<typeof en>;

const catalogue: Catalogue<WritingWords> = { en, others: { de: () => import("./messages/de.ts") } };

export const useWritingWords = () => useWords(catalogue);

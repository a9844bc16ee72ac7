import type { Catalogue, WordsLike } from "../../../domain/words.ts";
import { useWords } from "../../ui/words.ts";
import { words as en } from "./messages/en.ts";

export type EditorWords = WordsLike<typeof en>;

const catalogue: Catalogue<EditorWords> = { en, others: { de: () => import("./messages/de.ts") } };

export const useEditorWords = () => useWords(catalogue);

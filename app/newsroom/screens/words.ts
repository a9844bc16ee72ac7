import type { Catalogue, WordsLike } from "../../../domain/words.ts";
import { useWords } from "../../ui/words.ts";
import { words as en } from "./messages/en.ts";

export type ScreenWords = WordsLike<typeof en>;

export const screenWords: Catalogue<ScreenWords> = { en, others: { de: () => import("./messages/de.ts") } };

/** Of the screens that have no folder of their own. */
export const useScreenWords = () => useWords(screenWords);

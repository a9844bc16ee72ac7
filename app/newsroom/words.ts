import type { Catalogue, WordsLike } from "../../domain/words.ts";
import { useWords } from "../ui/words.ts";
import { words as en } from "./messages/en.ts";

export type NewsroomWords = WordsLike<typeof en>;

/** The titles of all screens, and the words of people. */
export const newsroomWords: Catalogue<NewsroomWords> = { en, others: { de: () => import("./messages/de.ts") } };

export const useNewsroomWords = () => useWords(newsroomWords);

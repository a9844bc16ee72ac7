import type { Catalogue, WordsLike } from "../../../domain/words.ts";
import { useWords } from "../../ui/words.ts";
import { words as en } from "./messages/en.ts";

export type PictureWords = WordsLike<typeof en>;

export const pictureWords: Catalogue<PictureWords> = { en, others: { de: () => import("./messages/de.ts") } };

export const usePictureWords = () => useWords(pictureWords);

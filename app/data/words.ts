import { type Catalogue, loadWords, type WordsLike } from "../../domain/words.ts";
import { useWords } from "../ui/words.ts";
import { words as en } from "./messages/en.ts";

export type DataWords = WordsLike<typeof en>;

const catalogue: Catalogue<DataWords> = { en, others: { de: () => import("./messages/de.ts") } };

export const useDataWords = () => useWords(catalogue);

/** For code that is no component: the words in the language of the document, English if they cannot be loaded. */
export const wordsOfDocument = async <Words>(of: Catalogue<Words>): Promise<Words> =>
  Promise.resolve(loadWords(of, document.documentElement.lang)).catch(() => of.en);

export const dataWords = () => wordsOfDocument(catalogue);

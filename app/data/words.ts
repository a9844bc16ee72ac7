import { type Catalogue, loadWords, type WordsLike } from "../../domain/words.ts";
import { useWords } from "../ui/words.ts";
import { words as en } from "./messages/en.ts";

export type DataWords = WordsLike<typeof en>;

const catalogue: Catalogue<DataWords> = { en, others: { de: () => import("./messages/de.ts") } };

export const useDataWords = () => useWords(catalogue);

/** For code that is no component: the words in the language of the document. */
export const wordsOfDocument = <Words>(of: Catalogue<Words>): Words | Promise<Words> =>
  loadWords(of, document.documentElement.lang);

/** A failure to load the words must not hide the text that needs them. */
export const dataWords = async (): Promise<DataWords> =>
  Promise.resolve(wordsOfDocument(catalogue)).catch(() => catalogue.en);

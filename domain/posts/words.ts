import type { Catalogue, WordsLike } from "../words.ts";
import { words as en } from "./messages/en.ts";

export type ArticleWords = WordsLike<typeof en>;

export const articleWords: Catalogue<ArticleWords> = { en, others: { de: () => import("./messages/de.ts") } };

import type { Catalogue, WordsLike } from "../../../domain/words.ts";
import { useWords } from "../../ui/words.ts";
import { words as en } from "./messages/en.ts";

export type PostsWords = WordsLike<typeof en>;

export const postsWords: Catalogue<PostsWords> = { en, others: { de: () => import("./messages/de.ts") } };

export const usePostsWords = () => useWords(postsWords);

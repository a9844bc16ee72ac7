import type { Catalogue, WordsLike } from "../../words.ts";
import { words as en } from "./messages/en.ts";

export type PostFieldWords = WordsLike<typeof en>;

/** Of the fields of a post, for its writers. What readers get is in domain/posts/messages. */
export const postFieldWords: Catalogue<PostFieldWords> = { en, others: { de: () => import("./messages/de.ts") } };

import { contactWords } from "../../../domain/contact/words.ts";
import type { Catalogue, WordsLike } from "../../../domain/words.ts";
import { useWords } from "../../ui/words.ts";
import { words as en } from "./messages/en.ts";

export type InboxWords = WordsLike<typeof en>;

export const inboxWords: Catalogue<InboxWords> = { en, others: { de: () => import("./messages/de.ts") } };

export const useInboxWords = () => useWords(inboxWords);

/** Of the contact form's fields. */
export const useContactWords = () => useWords(contactWords);

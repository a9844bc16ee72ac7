import type { Catalogue, WordsLike } from "../words.ts";
import { words as en } from "./messages/en.ts";

/** What the form calls its fields, and what may be wrong with them. */
export type ContactWords = WordsLike<typeof en>;

export const contactWords: Catalogue<ContactWords> = { en, others: { de: () => import("./messages/de.ts") } };

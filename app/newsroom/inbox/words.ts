import { OTHER } from "../../../domain/contact/contact-fields.ts";
import { contactWords } from "../../../domain/contact/words.ts";
import type { Catalogue, WordsLike } from "../../../domain/words.ts";
import { useWords } from "../../ui/words.ts";
import { words as en } from "./messages/en.ts";

export type InboxWords = WordsLike<typeof en>;

export const inboxWords: Catalogue<InboxWords> = { en, others: { de: () => import("./messages/de.ts") } };

export const useInboxWords = () => useWords(inboxWords);

/** Of the contact form's fields. */
export const useContactWords = () => useWords(contactWords);

/** The name of a service as the form shows it: "Other" is stored in English. */
export function useServiceNames(): (service: string) => string {
  const { other } = useContactWords();
  return (service) => (service === OTHER ? other : service);
}

import { useMemo } from "react";
import { createSay, type FieldWords, type Say } from "../../../domain/content/field-words.ts";
import type { Catalogue, WordsLike } from "../../../domain/words.ts";
import { reportFailure } from "../../data/save.ts";
import { wordsOfDocument } from "../../data/words.ts";
import { useWords } from "../../ui/words.ts";
import { words as en } from "./messages/en.ts";

export type { Say };
export type SiteWords = WordsLike<typeof en>;

const catalogue: Catalogue<SiteWords> = { en, others: { de: () => import("./messages/de.ts") } };

/** The words of the owner's texts: site, design, languages, first steps and download. */
export const useSiteWords = () => useWords(catalogue);

/** In English the schemas have the words already. */
const fieldWords: Catalogue<FieldWords> = {
  en: {},
  others: { de: () => import("../../../domain/content/messages/fields-de.ts") },
};

export function useFieldWords(): Say {
  const words = useWords(fieldWords);
  return useMemo(() => createSay(words), [words]);
}

/** For loaders. */
export const loadFieldWords = async (): Promise<Say> => createSay(await wordsOfDocument(fieldWords));

export const loadSiteWords = () => wordsOfDocument(catalogue);

/** The SQLSTATE of errors that triggers raise with a message for admins. */
const RAISED = "P0001";

/** Shows why a write failed: the database's own message if a trigger raised it, otherwise a general one. */
export async function reportRefused(failure: unknown): Promise<void> {
  const cause = failure instanceof Error ? (failure.cause as { code?: string; message: string } | null) : undefined;
  const [words, say] = await Promise.all([loadSiteWords(), loadFieldWords()]);
  await reportFailure(cause?.code === RAISED ? say(cause.message) : words.failed, failure);
}

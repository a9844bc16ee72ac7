import type { Catalogue, WordsLike } from "../../domain/words.ts";
import { useLanguage, useWords } from "../ui/words.ts";
import { words as en } from "./messages/en.ts";

export type SettingsWords = WordsLike<typeof en>;

const catalogue: Catalogue<SettingsWords> = { en, others: { de: () => import("./messages/de.ts") } };

export const useSettingsWords = () => useWords(catalogue);

/** Formats in the reader's time zone, so it must not run on the server. */
export function useMoments(): (instant: string) => string {
  const language = useLanguage();
  const format = new Intl.DateTimeFormat(language === "en" ? "en-US" : language, {
    dateStyle: "medium",
    timeStyle: "short",
  });
  return (instant) => format.format(new Date(instant));
}

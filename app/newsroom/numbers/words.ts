import type { Catalogue, WordsLike } from "../../../domain/words.ts";
import { useLanguage, useWords } from "../../ui/words.ts";
import { words as en } from "./messages/en.ts";

export type NumbersWords = WordsLike<typeof en>;

const catalogue: Catalogue<NumbersWords> = { en, others: { de: () => import("./messages/de.ts") } };

export const useNumbersWords = () => useWords(catalogue);

export function useFormats() {
  const language = useLanguage();
  return {
    inDigits: (number: number) => number.toLocaleString(language),
    /** "1.5", without a separator of thousands. */
    inTenths: (number: number, minimumFractionDigits = 0) =>
      number.toLocaleString(language, { useGrouping: false, minimumFractionDigits, maximumFractionDigits: 1 }),
    /** "Sat, Nov 14" */
    dayName: (day: string, options: Intl.DateTimeFormatOptions = { weekday: "short" }) =>
      new Date(`${day}T12:00:00Z`).toLocaleDateString(language, {
        timeZone: "UTC",
        month: "short",
        day: "numeric",
        ...options,
      }),
  };
}

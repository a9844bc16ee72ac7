import { use } from "react";
import { useRouteLoaderData } from "react-router";
import { type Catalogue, loadWords, type WordsLike } from "../../domain/words.ts";
import { words as en } from "./messages/en.ts";

/** The tag of the page's language. */
export function useLanguage(): string {
  const site = useRouteLoaderData("root") as { readonly language?: string } | undefined;
  return site?.language ?? "en";
}

/** A catalogue's words in the page's language. Hydration waits for them; the page is shown already. */
export function useWords<Words>(catalogue: Catalogue<Words>): Words {
  const words = loadWords(catalogue, useLanguage());
  return words instanceof Promise ? use(words) : words;
}

/** The words of all parts of app/ui, which every page has. */
export const uiWords: Catalogue<WordsLike<typeof en>> = { en, others: { de: () => import("./messages/de.ts") } };

export const useUiWords = () => useWords(uiWords);

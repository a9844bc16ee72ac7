import { use } from "react";
import { useRouteLoaderData } from "react-router";
import { type Catalogue, loadingWords, type WordsLike } from "../../domain/words.ts";
import { words as en } from "./messages/en.ts";

/** The tag of the page's language. */
export function useLanguage(): string {
  const site = useRouteLoaderData("root") as { readonly language?: string } | undefined;
  return site?.language ?? "en";
}

/**
 * A catalogue's words in the page's language. Hydration waits for them; the page is shown already. Loaded words go through
 * use() too: a component that has waited for them may only go on with further hooks after it (React error 467).
 */
export function useWords<Words>(catalogue: Catalogue<Words>): Words {
  const loading: Promise<Words> | undefined = loadingWords(catalogue, useLanguage());
  return loading ? use(loading) : catalogue.en;
}

/** The words of all parts of app/ui, which every page has. */
export const uiWords: Catalogue<WordsLike<typeof en>> = { en, others: { de: () => import("./messages/de.ts") } };

export const useUiWords = () => useWords(uiWords);

import { useMatches } from "react-router";
import type { PageHandle } from "../../../domain/content/page-facts.ts";
import { GateError, GateFallback, screenHandle } from "../../auth/gate.tsx";
import { type NewsroomWords, newsroomWords, useNewsroomWords } from "../words.ts";

type ScreenName = keyof NewsroomWords["screens"];

/** The handle of a screen of the newsroom, with its name in the catalogue. */
export function newsroomHandle(screen: ScreenName, shows?: PageHandle["shows"]) {
  const { title, noscript } = newsroomWords.en.screens[screen];
  return { ...screenHandle(title, noscript, shows), screen };
}

/** For noindexMeta, which cannot wait for words: the titles of screens in a language other than English. */
export function titlesOf({ screens }: NewsroomWords): { readonly titles?: Readonly<Record<string, string>> } {
  if (screens === newsroomWords.en.screens) return {};
  return { titles: Object.fromEntries(Object.entries(screens).map(([name, { title }]) => [name, title])) };
}

function useScreen() {
  const handle = useMatches().at(-1)?.handle as { readonly screen: ScreenName } | undefined;
  return useNewsroomWords().screens[handle?.screen ?? "overview"];
}

export const ScreenFallback = () => <GateFallback screen={useScreen()} />;
export const ScreenError = () => <GateError screen={useScreen()} />;

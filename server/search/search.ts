import type { Page, PageSource } from "../../domain/content/page-facts.ts";
import { type SearchResult, searchScore, searchWords } from "../../domain/search-match.ts";
import type { Posts } from "../posts/posts.ts";

/** Without words it suggests where to begin. Undefined if the posts cannot be searched: a part would look like all. */
export type Search = (query: string) => Promise<readonly SearchResult[] | undefined>;

const MAX_RESULTS = 20;
/** Equal results are in this order. */
const KINDS = ["Service", "Work", "Page", "Post"] as const;

/** Searches pages in memory, and posts through `Posts`. */
export function createSearch(posts: Posts, listPages: (posts: PageSource["posts"]) => readonly Page[]): Search {
  return async (query) => {
    const words = searchWords(query);
    if (words.length === 0) return suggest(listPages(await posts.latest(1)));
    const matching = await posts.search(words, MAX_RESULTS);
    if (!matching) return undefined;
    const pages = listPages(matching.map(({ post }) => post));
    const candidates = KINDS.flatMap((kind) =>
      findable(pages, kind).map(({ result, body }, index) => ({
        result,
        score:
          kind === "Post" ? (matching[index]?.score ?? 0) : searchScore(words, { title: result.title, text: body }),
      })),
    );
    return candidates
      .filter(({ score }) => score > 0)
      .toSorted((a, b) => b.score - a.score)
      .slice(0, MAX_RESULTS)
      .map(({ result }) => result);
  };
}

/** One of each kind. */
function suggest(pages: readonly Page[]): readonly SearchResult[] {
  return (["Post", "Service", "Work", "Page"] as const).flatMap((kind) => {
    const { result } = findable(pages, kind).find(({ isSuggested = kind !== "Page" }) => isSuggested) ?? {};
    return result ?? [];
  });
}

function findable(pages: readonly Page[], kind: SearchResult["kind"]) {
  return pages.flatMap(({ path, found, isSuggested, picture }) => {
    if (found?.kind !== kind || !picture) return [];
    const { title, text, body } = found;
    return [{ result: { kind, title, text, to: path, image: { alt: "", ...picture } }, body, isSuggested }];
  });
}

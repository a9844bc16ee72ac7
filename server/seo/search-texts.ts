import type { Content } from "../../domain/content/collections.ts";
import type { PostSummary } from "../../domain/posts/post.ts";
import type { SearchTexts } from "../../domain/search-texts.ts";

/** The texts that an admin wrote for search engines and link previews, if the page has any. */
export function findSearchTexts(path: string, post: PostSummary | undefined, content: Content): SearchTexts {
  if (post) return post.search ?? {};
  const [, area, name] = path.split("/");
  const entries = area === "services" ? content.services : area === "work" ? content["case-studies"] : [];
  return entries.find(({ id }) => id === name)?.search ?? {};
}

/** Search engines list another address instead of this one. */
export function isListedElsewhere({ canonical }: SearchTexts = {}, address: string): boolean {
  return canonical !== undefined && canonical !== address;
}

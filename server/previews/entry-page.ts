import type { CollectionName, Content } from "../../domain/content/collections.ts";
import { ENTRY_PAGES } from "../../domain/content/entry-pages.ts";

type Entry = { readonly collection: string; readonly key: string };

export function entryPage({ collection, key }: Entry, content: Content, newestPost: string): string {
  const page = Object.hasOwn(ENTRY_PAGES, collection) ? ENTRY_PAGES[collection as CollectionName] : "/";
  return page
    .replace("{key}", key)
    .replace("{service}", content.services.find(({ id }) => id !== "strategy")?.id ?? "strategy")
    .replace("{study}", content["case-studies"][0]?.id ?? "")
    .replace("{post}", newestPost);
}

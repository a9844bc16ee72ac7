import type { Content } from "../../../domain/content/collections.ts";
import type { Tag } from "../../../domain/posts/tags.ts";

const MAX_SUGGESTED_TAGS = 200;

type Site = { readonly content: Content; readonly posts: { readonly tags: () => Promise<readonly Tag[]> } };

/** For the server's loaders: what a post can be filed under and signed with, and the tags that other posts have. */
export async function editorChoices({ content, posts }: Site) {
  const tags = await posts.tags();
  return {
    categories: content.categories.map(({ name }) => name),
    authors: content.authors.map(({ id, name, bio, image }) => ({ id, name, bio, image })),
    tags: tags.slice(0, MAX_SUGGESTED_TAGS).map(({ label }) => label),
    timeZone: content.contact.timeZone,
  };
}

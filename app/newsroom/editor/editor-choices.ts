import { posts as samples } from "../../../content/posts.ts";
import type { Site } from "../../../server/context.ts";

const MAX_SUGGESTED_TAGS = 200;

/** For the server's loaders: what a post can be filed under and signed with, and the tags that other posts have. */
export async function editorChoices({ content, posts }: Pick<Site, "content" | "posts">) {
  const tags = await posts.tags();
  return {
    categories: content.categories.map(({ name }) => name),
    authors: content.authors.map(({ id, name, bio }) => ({ id, name, bio })),
    tags: tags.slice(0, MAX_SUGGESTED_TAGS).map(({ label }) => label),
    timeZone: content.contact.timeZone,
    sampleIds: samples.map(({ id }) => id),
  };
}

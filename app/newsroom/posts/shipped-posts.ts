import { LAST_SHIPPED_ID, type Post } from "../../../domain/posts/post.ts";
import { searchScore, searchWords } from "../../../domain/search-match.ts";
import { instantOfLocal } from "../../../domain/time-zone.ts";
import type { Supabase } from "../../auth/supabase-client.ts";
import { unwrap } from "../shell/rows.ts";
import { timeZone } from "../shell/times.ts";
import type { ListedPost } from "./list-posts.ts";

/** Stores a shipped post as it is, so that it can be edited like any other. */
export async function adoptPost(supabase: Supabase, post: Post): Promise<void> {
  const { id, title, excerpt, content, category, tags, author, image } = post;
  const adopted = supabase.rpc("adopt_shipped_post", {
    post_id: id,
    title,
    excerpt,
    content: content.trim(),
    category,
    tags: [...tags],
    author_name: author.name,
    author_bio: author.bio,
    image_url: `${image.src}-1200.webp`,
    published_at: timeOf(post),
    authors: [...(post.authors ?? [])],
  });
  await unwrap(adopted, "The shipped post could not be opened");
}

/** The shipped posts that are not stored, as rows of the list. Version 0 marks them as not stored. */
export async function listShipped(
  supabase: Supabase,
  search: string,
  shipped: readonly Post[],
): Promise<readonly ListedPost[]> {
  const replaced = supabase.from("blog_posts").select("id").lte("id", LAST_SHIPPED_ID);
  const stored = new Set((await unwrap(replaced, "The list could not be read")).map(({ id }) => id));
  const words = searchWords(search);
  const matches = ({ title, excerpt, category, tags, author, content }: Post) =>
    !search || searchScore(words, { title, text: [excerpt, category, ...tags, author.name, content].join(" ") }) > 0;
  return shipped
    .filter((post) => !stored.has(post.id) && matches(post))
    .map((post) => ({
      id: post.id,
      slug: post.slug,
      title: post.title,
      category: post.category,
      author_name: post.author.name,
      status: "published",
      published_at: timeOf(post),
      version: 0,
      deleted_at: null,
      image_url: `${post.image.src}-${post.image.widths[0]}.webp`,
    }));
}

/** A stored version without changes counts as the shipped one. */
export const isAsShipped = ({ id, version }: Pick<ListedPost, "id" | "version">): boolean =>
  id <= LAST_SHIPPED_ID && version <= 1;

/** So that pages show the same day as before. */
const timeOf = ({ date }: Post): string => instantOfLocal(`${date}T12:00`, timeZone()).toISOString();

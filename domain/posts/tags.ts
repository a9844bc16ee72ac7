import { slugify } from "./slug.ts";

/** A tag as its page is addressed; an empty slug has no page. */
export type Tag = { readonly label: string; readonly slug: string };

/** "Design Systems" becomes design-systems. public.tag_slugs() has the same rule. */
export function tagSlug(tag: string): string {
  const slug = slugify(tag.trim());
  return /^-*$/.test(slug) ? "" : slug;
}

/** Different spellings of one tag count once. */
export function tagsOf(labels: readonly string[]): readonly Tag[] {
  const tags = labels.map((label) => ({ label, slug: tagSlug(label) }));
  return [...new Map(tags.map((tag) => [tag.slug || tag.label, tag])).values()];
}

/** Whatever its spelling. */
export function hasTag(labels: readonly string[], tag: string): boolean {
  const slug = tagSlug(tag);
  return labels.some((label) => label === tag || (slug !== "" && tagSlug(label) === slug));
}

import { URL_WORDS } from "../../../search-texts.ts";

export const words = {
  fields: {
    title: "Title",
    excerpt: "Excerpt",
    content: "Content",
    category: "Category",
    tags: "Tags",
    author_name: "Author name",
    author_bio: "Author bio",
    image_url: "Picture",
    slug: "Address",
    published_on: "Date",
    search_title: "Headline for search engines",
    search_description: "Summary for search engines",
    canonical_url: "Original",
    card_url: "Card",
    authors: "Authors",
  },
  missing: {
    title: "Please give the post a title.",
    excerpt: "Please say in a sentence or two what the post is about.",
    content: "Please write the post.",
    category: "Please choose a category.",
    author_name: "Please say who wrote this.",
  },
  tooLong: (max: number) => `Please keep this under ${max.toLocaleString("en-US")} characters.`,
  longTag: (max: number) => `Please keep each tag under ${max} characters.`,
  manyTags: (max: number) => `Please keep it to ${max} tags.`,
  manyAuthors: (max: number) => `At most ${max} authors.`,
  future: "This day is in the future. To publish later, use Schedule.",
  notAnAddress: URL_WORDS,
  /** Advice only, not validated. */
  excerptLength: (length: number, from: number, to: number) =>
    `${length} ${length === 1 ? "character" : "characters"}. ${from} to ${to} read best.`,
} as const;

import { plural } from "../../../../domain/words.ts";

export const words = {
  crumb: "Blog",
  categories: "Categories",
  all: "All",
  position: (category: string, page: number, pages: number) => `${category}: page ${page} of ${pages}`,
  empty: {
    title: "Nothing filed here yet.",
    text: "No post has this category yet.",
    action: "Show all posts",
  },
  pastTheEnd: {
    title: "That is past the end.",
    text: (page: number) => `There is no page ${page}. The posts stop before it.`,
    action: "Back to the newest",
  },
  back: "Back to Blog",
  minutes: (count: number) => plural("en", count, { one: "1 minute", other: `${count} minutes` }),
  tags: "Tags",
  aside: "About this post, and more",
  share: {
    on: (network: string) => `Share on ${network} (opens a new tab)`,
    email: "Email",
    byEmail: "Share by email",
  },
  tag: {
    label: "Tag",
    feed: "Subscribe to this tag",
    posts: (count: number) => plural("en", count, { one: "1 post.", other: `${count} posts.` }),
  },
  author: {
    label: "Author",
    feed: "Subscribe to these posts",
    posts: "Posts",
    none: "No posts yet.",
  },
} as const;

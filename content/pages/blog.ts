export const blogPage = {
  all: "All",
  empty: {
    title: "Nothing filed here yet.",
    text: "No post has this category yet.",
    action: "Show all posts",
  },
} as const;

export const authorPage = {
  crumb: "Blog",
  label: "Author",
  feed: "Subscribe to these posts",
  posts: "Posts",
  none: "No posts yet.",
  missing: {
    title: "Author Not Found",
    text: "There is no author at this address.",
    action: "Back to Blog",
    to: "/blog",
  },
} as const;

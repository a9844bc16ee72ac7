export const postPage = {
  crumb: "Blog",
  back: "Back to Blog",
  missing: {
    title: "Post Not Found",
    text: "There is no post at this address. It may have been moved or taken down.",
    action: "Back to Blog",
    to: "/blog",
  },
} as const;

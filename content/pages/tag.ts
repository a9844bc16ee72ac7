export const tagPage = {
  crumb: "Blog",
  label: "Tag",
  feed: "Subscribe to this tag",
  title: (tag: string, page: number) => (page > 1 ? `${tag}, page ${page}` : tag),
  description: (tag: string) => `Posts about ${tag}.`,
  missing: {
    title: "Tag Not Found",
    text: "No post has this tag. It may have been renamed, or its posts were taken down.",
    action: "Back to Blog",
    to: "/blog",
  },
} as const;

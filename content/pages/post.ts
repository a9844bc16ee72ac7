export const postPage = {
  crumb: "Blog",
  sections: {
    share: { title: "Share" },
    recent: { title: "Recent posts" },
    categories: { title: "Categories" },
    related: { title: "Related", intro: "More from the same category." },
    others: { title: "Keep Reading", intro: "The latest from other categories." },
  },
  back: "Back to Blog",
  missing: {
    title: "Post Not Found",
    text: "There is no post at this address. It may have been moved or taken down.",
    action: "Back to Blog",
    to: "/blog",
  },
} as const;

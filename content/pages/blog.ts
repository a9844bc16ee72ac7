export const blogPage = {
  title: "Insights",
  description: "What we measured, what we changed and what happened. Notes from a digital agency, failures included.",
  heading: "Insights",
  lead: "What we measured, what we changed, what happened. Including the times nothing did.",
  all: "All",
  empty: {
    title: "Nothing filed here yet.",
    text: "No post has this category yet.",
    action: "Show all posts",
  },
} as const;

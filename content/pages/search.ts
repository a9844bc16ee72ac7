export const searchPage = {
  title: "Search",
  description: "Search services, work, posts and pages.",
  heading: "Search",
  lead: "Services, work, posts and pages. Press\u00a0/ anywhere to get here.",
  label: "What are you looking for?",
  action: "Search",
  lost: "The search failed. Check your connection, then try again.",
  empty: { text: "Nothing matches. Try fewer letters, or", ask: "ask a person" },
} as const;

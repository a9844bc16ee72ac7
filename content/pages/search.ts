export const searchPage = {
  label: "What are you looking for?",
  action: "Search",
  shortcut: { press: "Press\u00a0", key: "/", effect: "anywhere to get here." },
  suggested: "Or begin here",
  lost: "We cannot search right now. Check your connection, or try again in a few minutes.",
  empty: { text: "Nothing matches. Try fewer letters, or", ask: "ask a person" },
} as const;

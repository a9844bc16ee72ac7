/** These words are the same in all lists of the newsroom; each list has its own nouns. */
export const words = {
  undo: "Undo",
  select: (name: string) => `Select ${name}`,
  selectAll: (noun: string | undefined) => `Select all ${noun} on this page`,
  selectedOf: (noun: string | undefined) => `Selected ${noun}`,
  selected: (count: number) => `${count} selected`,
  clear: "Clear",
  escape: "Esc",
  count: (count: string, noun: string) => `${count} ${noun}`,
  older: (noun: string) => `Older ${noun}`,
  /** `notFound` begins the sentence: "No post contains". */
  notFound: (notFound: string, search: string) => `${notFound} “${search}”.`,
  empty: {
    title: "Nothing here.",
    notFound: "Nothing found.",
    showAll: "Show everything",
    pastEnd: "That is past the end.",
    pastEndText: "The list stops before this page.",
    first: "Back to the first page",
  },
  csv: { action: "Export as CSV", busy: "Exporting..." },
} as const;

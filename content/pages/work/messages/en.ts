export const words = {
  crumb: "Work",
  actions: { start: "Start a Project", all: "All case studies" },
  next: "Next case",
  team: (client: string) => `The ${client} team`,
  before: "The same step before we began.",
  screens: "Screens on phones",
  compare: "Compare before and after",
  compared: { before: "Before", after: "After" },
  /** One for each case in turn. */
  closings: [
    {
      title: "Show us where they leave.",
      text: "Read access to your numbers for one afternoon. You keep the measurement, whoever you hire.",
    },
    {
      title: "Bring the longest form.",
      text: "We go through it line by line and ask who needs the answer. Whatever nobody needs is struck out.",
    },
    {
      title: "What rings all day?",
      text: "Tell us which question reaches your people most often. It can usually answer itself.",
    },
  ],
  missing: {
    title: "Project Not Found",
    text: "We have no project under this name. The ones we can talk about are all on one page.",
    action: "Back to Work",
  },
} as const;

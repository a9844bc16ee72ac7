export const words = {
  crumb: "Work",
  actions: { start: "Start a Project", all: "All case studies" },
  next: "Next case",
  team: (client: string) => `The ${client} team`,
  before: "The same step before we began.",
  screens: "Screens on phones",
  compare: "Compare before and after",
  compared: { before: "Before", after: "After" },
} as const;

export const caseStudyPage = {
  crumb: "Work",
  actions: { start: "Start a Project", all: "All case studies" },
  next: "Next case",
  before: "The same step before we began: a crowded form in small type.",
  compare: "Compare before and after",
  missing: {
    title: "Project Not Found",
    text: "We have no project under this name. The ones we can talk about are all on one page.",
    action: "Back to Work",
    to: "/work",
  },
} as const;

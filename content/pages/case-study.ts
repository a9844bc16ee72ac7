export const caseStudyPage = {
  crumb: "Work",
  sections: {
    overview: { title: "Overview" },
    keyResults: { title: "Key results" },
    services: { title: "Services" },
    technologies: { title: "Technologies" },
    challenge: { title: "The challenge" },
    solution: { title: "The solution" },
    results: { title: "The results" },
  },
  actions: { start: "Start a Project", all: "All case studies" },
  missing: {
    title: "Project Not Found",
    text: "We have no project under this name. The ones we can talk about are all on one page.",
    action: "Back to Work",
    to: "/work",
  },
} as const;

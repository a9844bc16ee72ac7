export const servicePage = {
  crumb: "Services",
  sections: {
    help: {
      title: "How We Can Help",
      intro: "Ten promises. Each can be checked.",
      approach: "Our approach",
      benefits: "What you get",
    },
    offerings: {
      title: "Three Ways to Start",
      intro: "The same three offers beside every service. Most clients begin with one of them.",
    },
    process: { title: "Our Process", intro: "Sixteen weeks, drawn to scale. One tick is one week." },
  },
  action: "Schedule a Consultation",
  missing: {
    title: "Service Not Found",
    text: "Sorry, the service you're looking for doesn't exist.",
    action: "Back to Services",
    to: "/services",
  },
} as const;

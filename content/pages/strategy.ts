export const strategyPage = {
  title: "Strategy & Consulting",
  description:
    "Digital strategy and consulting on one page: where you stand, where to go, what it costs, and who does what.",
  heading: "Strategy & Consulting",
  sections: {
    help: { title: "How We Can Help", intro: "Ten promises. The last one is on paper." },
    offer: { title: "What It Includes", intro: "One offer in three parts." },
    process: {
      title: "Our Process",
      intro: "Sixteen weeks if you also let us build it. The plan alone takes five.",
    },
  },
} as const;

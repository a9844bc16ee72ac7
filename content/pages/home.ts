export const homePage = {
  lead: "A plumb line always tells the truth. We are a digital agency that hangs one first: we measure, then we make.",
  alt: "A brass plumb bob hangs over a target, a hair above its center.",
  actions: { start: "Get Started", work: "View Our Work" },
  sections: {
    services: {
      title: "Our Services",
      intro:
        "Eight trades under one roof. Take one, or take the set. Each starts with a number and ends with a better one.",
    },
    work: {
      title: "Featured Work",
      intro: "Three clients, three numbers. The clients checked the numbers.",
      action: "View Case Study",
    },
    why: {
      title: "Why Choose {name}",
      intro: "Three reasons, each with a number behind it.",
    },
    testimonials: {
      title: "Client Success Stories",
      intro: "Quoted in full. We asked for nothing kinder.",
    },
    insights: {
      title: "Latest Insights",
      intro: "What we learned, with the work shown.",
    },
  },
} as const;

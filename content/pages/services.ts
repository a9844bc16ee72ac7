export const servicesPage = {
  title: "Services",
  description: "Eight services, from strategy to code. Each one starts with a baseline and ends with a second number.",
  heading: "Eight ways to get it straight.",
  lead: "Most clients arrive asking for one service and need a different one. The first measurement is there to find out.",
  sections: {
    list: {
      title: "Our Services",
      intro: "Book one alone, or several together.",
    },
    approach: {
      title: "Our Approach",
      intro: "Four steps. We have never found a way to skip the first.",
    },
    testimonials: {
      title: "Client Success Stories",
      intro: "Three clients, in their own words. We corrected one comma.",
    },
  },
  closing: {
    title: "Tell us where it hurts.",
    text: "You need not know what the service is called. Two sentences will do, and we tell you which one fits.",
    action: "Get in Touch",
  },
} as const;

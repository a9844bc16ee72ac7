export const workPage = {
  title: "Work",
  description: "Three case studies with the numbers before and after: a gift shop, a mutual bank and six clinics.",
  heading: "Before, after, and the number between.",
  lead: "Three projects we can talk about. Each began with a measurement, and each client let us publish the second one.",
  action: "View Case Study",
  sections: {
    services: {
      title: "Our Services",
      intro: "What the work was made with. Most projects take three or four of these.",
    },
  },
  closing: {
    title: "Be the fourth.",
    text: "Tell us which number bothers you. We will tell you whether we can move it, and what we would need to find out first.",
    action: "Get in Touch",
  },
} as const;

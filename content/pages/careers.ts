import { pictures } from "../pictures.ts";

export const careersPage = {
  title: "Careers",
  description:
    "Open positions at a digital agency that measures first: strategist, UX/UI designer, analytics specialist.",
  heading: "One cube is missing.",
  lead: "Three, to be exact. We hire people who would rather know than be right, and who can say so kindly.",
  image: {
    ...pictures["careers-cubes"],
    alt: "A red cube hovers above the gap it would fill in a block of pale ones.",
  },
  sections: {
    positions: {
      title: "Open Positions",
      intro: "Each written by the person you would work for. The pay is in the last sentence.",
      action: "Apply Now",
    },
    benefits: {
      title: "Benefits",
      intro: "Six things that are in every contract.",
    },
  },
} as const;

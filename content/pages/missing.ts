import { pictures } from "../pictures.ts";

export const missingPage = {
  title: "Oops! Page not found",
  text: "We measured twice. There is nothing at this address, and the mistake may well be ours.",
  action: "Return to Home",
  to: "/",
  image: {
    ...pictures["not-found"],
    alt: "A row of small balls leads to a hole; a red ball is stuck halfway into it.",
  },
} as const;

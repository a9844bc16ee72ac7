import { pictures } from "../pictures.ts";
import { site } from "../site.ts";

export const contactPage = {
  title: "Contact",
  description: `Write to ${site.name}, call, or visit in New York or Portland. A person answers within one working day.`,
  heading: "Say what is crooked.",
  lead: "A person reads this. Answers come within one working day, median 3 hours 40 minutes.",
  hint: "Two or three sentences are enough.",
  note: (messageDays: number) =>
    `We keep what you write for ${messageDays} days. Your receipt has a link to erase it sooner.`,
  sections: {
    direct: { title: "Write or call" },
    social: { title: "Elsewhere" },
  },
  location: {
    image: {
      ...pictures["contact-location"],
      alt: "A model of a white city seen from above; a red pin marks one block.",
    },
    caption: "The red one. New York, third floor.",
  },
} as const;

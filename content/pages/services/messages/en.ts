import { plural } from "../../../../domain/words.ts";

export const words = {
  crumb: "Services",
  position: (number: number, all: number) => `${number} of ${all}`,
  weeks: (count: number) => plural("en", count, { one: "1 week", other: `${count} weeks` }),
  action: "Schedule a Consultation",
  missing: {
    title: "Service Not Found",
    text: "Sorry, the service you're looking for doesn't exist.",
    action: "Back to Services",
  },
} as const;

import { plural } from "../../../../domain/words.ts";

export const words = {
  crumb: "Services",
  weeks: (count: number) => plural("en", count, { one: "1 week", other: `${count} weeks` }),
  action: "Schedule a Consultation",
} as const;

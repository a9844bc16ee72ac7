import type { StoredContent } from "../../domain/content/collections.ts";

export const newsletter = {
  form: "shown",
  heading: "The letter. Monthly, short, with numbers.",
  short: "The letter, monthly",
  note: "There is no newsletter yet. This form only checks an address; nothing is sent or kept.",
} as const satisfies StoredContent["newsletter"];

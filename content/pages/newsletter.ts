import type { StoredContent } from "../../domain/content/collections.ts";

export const newsletter = {
  form: "shown",
  heading: "The letter. Monthly, short, with numbers.",
  short: "The letter, monthly",
  note: "There is no newsletter yet. This form only checks an address; nothing is sent or kept.",
} as const satisfies StoredContent["newsletter"];

/** Words that the owner cannot change. */
export const newsletterForm = {
  label: "Email",
  placeholder: "you@company.example",
  action: "Check Address",
  valid: "The address looks right. Nothing was sent, and nothing was kept.",
  invalid: "This address is not complete. It needs a name, an @ and an ending.",
} as const;

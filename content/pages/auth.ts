import { site } from "../site.ts";

export const authPage = {
  title: "Sign in",
  description: `Sign in to ${site.name} or create an account.`,
  heading: "Sign in",
  caption: "True or false?",
} as const;

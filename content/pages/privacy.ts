import { site } from "../site.ts";

export const privacyPage = {
  title: "Privacy Policy",
  description: `What ${site.name} stores about you, for how long, and how to erase it. No cookies, no trackers.`,
  heading: "Privacy Policy",
  lead: "No cookies, no trackers, nobody else’s servers. Here is the little that remains.",
} as const;

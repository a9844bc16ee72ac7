import { site } from "../site.ts";

export const sitemapPage = {
  title: "Sitemap",
  description: `Every page of the ${site.name} website in four lists.`,
  heading: "Sitemap",
  lead: "Every page there is, in four lists. If you need a map to find something, tell us; that is a bug.",
  sections: {
    main: "Main Pages",
    services: "Services",
    content: "Work & Content",
    legal: "Legal",
  },
} as const;

/** Fixed texts; the others are in content/page-texts.ts. */
export const homePage = {
  alt: "A brass plumb bob hangs over a target, a hair above its center.",
  actions: { start: "Get Started", work: "View Our Work", study: "View Case Study" },
} as const;

export const words = {
  /** Of the hero. */
  introduction: "Introduction",
  alt: "A brass plumb bob hangs over a target, a hair above its center.",
  actions: { start: "Get Started", work: "View Our Work", study: "View Case Study" },
} as const;

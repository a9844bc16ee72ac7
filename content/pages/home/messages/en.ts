export const words = {
  /** Of the hero. */
  introduction: "Introduction",
  actions: { start: "Get Started", work: "View Our Work", study: "View Case Study" },
} as const;

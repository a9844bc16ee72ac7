export const words = {
  apply: "Apply Now",
} as const;

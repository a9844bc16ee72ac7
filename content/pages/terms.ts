export const termsPage = {
  title: "Terms of Service",
  description: `The terms for using this website and an account on it, in plain words, under the law of New York.`,
  heading: "Terms of Service",
  lead: "The rules of this website, in the same language as the rest of it.",
} as const;

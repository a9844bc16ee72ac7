/** By their keys. */
export const categories = {
  technology: { name: "Technik" },
  strategy: { name: "Strategie" },
  design: { name: "Design" },
  marketing: { name: "Marketing" },
  business: { name: "Wirtschaft" },
} as const;

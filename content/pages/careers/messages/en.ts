export const words = {
  alt: "A red cube hovers above the gap it would fill in a block of pale ones.",
  apply: "Apply Now",
  types: { "Full-time": "Full-time", "Part-time": "Part-time", Contract: "Contract", Internship: "Internship" },
} as const;

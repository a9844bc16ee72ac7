export const words = {
  apply: "Apply Now",
  types: { "Full-time": "Full-time", "Part-time": "Part-time", Contract: "Contract", Internship: "Internship" },
} as const;

/** The options of the contact form, in this order. */
export const CONTACT_SERVICES = [
  "Strategy & Consulting",
  "Experience & Design",
  "Conversion & Optimization",
  "Analytics & Insights",
  "Search & Content Marketing",
  "Social & Email Marketing",
  "Paid Media & Advertising",
  "Web & Technology",
  "Other",
] as const;

export const servicePage = {
  crumb: "Services",
  action: "Schedule a Consultation",
  missing: {
    title: "Service Not Found",
    text: "Sorry, the service you're looking for doesn't exist.",
    action: "Back to Services",
    to: "/services",
  },
} as const;

/** The page of a job with a form. */
export const words = {
  crumb: "Careers",
  apply: "Apply",
  file: {
    label: "Your application as a PDF",
    hint: "One file of at most 10 MB, with everything you want us to read.",
  },
  hint: "Two or three sentences are enough; the rest is in your PDF.",
  note: (days: number) => `We keep your application for ${days} days. Your receipt has a link to erase it sooner.`,
  sent: {
    title: "We have it.",
    reference: "Reference",
    stored: "Your application and your PDF are stored.",
    receipt:
      "The receipt in your mailbox has a link to see what we stored and to erase it. If none comes, name this reference when you write.",
  },
} as const;

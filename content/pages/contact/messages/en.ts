export const words = {
  details: "Contact details",
  hint: "Two or three sentences are enough.",
  note: (messageDays: number) =>
    `We keep what you write for ${messageDays} days. Your receipt has a link to erase it sooner.`,
  sent: {
    title: "We have it.",
    reference: "Reference",
    stored: "Your message is stored.",
    receipt:
      "The receipt in your mailbox has a link to see what we stored and to erase it. If none comes, name this reference when you write.",
  },
} as const;

export const contactPage = {
  hint: "Two or three sentences are enough.",
  note: (messageDays: number) =>
    `We keep what you write for ${messageDays} days. Your receipt has a link to erase it sooner.`,
  sent: {
    title: "We have it.",
    stored: "Your message is stored.",
    receipt:
      "The receipt in your mailbox has a link to see what we stored and to erase it. If none comes, name this reference when you write.",
  },
  alt: "A model of a white city seen from above; a red pin marks one block.",
} as const;

export const contactPage = {
  hint: "Two or three sentences are enough.",
  note: (messageDays: number) =>
    `We keep what you write for ${messageDays} days. Your receipt has a link to erase it sooner.`,
  alt: "A model of a white city seen from above; a red pin marks one block.",
} as const;

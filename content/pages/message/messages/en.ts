/** The page that the link in a receipt leads to. */
export const words = {
  title: "Your message",
  heading: "What you wrote.",
  lead: (name: string) => `This is your message as ${name} has stored it. Only you have the link to this page.`,
  reference: "Reference",
  reply: (name: string) => `Reply from ${name}`,
  answer: "Your answer",
  otherAnswer: (sender: string) => `Answer from ${sender}`,
  automatic: "Automatic answer",
  files: "Files",
  stored: "Stored",
  file: "File",
  mailed: "It is in our mailbox.",
  notMailed: "It is not in our mailbox yet.",
  erasedOn: "Erased automatically on",
  erase: {
    action: "Erase this message",
    warning:
      "It is removed from our database with everything that belongs to it, at once and for good. We can then no " +
      "longer answer it. If it has reached our mailbox, we remove it there when you ask us to.",
    confirm: "Erase it for good",
    failed: "It could not be erased just now. Please try again in a minute.",
  },
  erased: {
    title: "Message erased",
    heading: "It is gone.",
    lead: "Your message is erased, with the replies and emails that belonged to it. If you change your mind, write it again.",
    action: "Back to the site",
  },
} as const;

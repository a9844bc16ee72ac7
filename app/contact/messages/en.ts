export const words = {
  send: "Send Message",
  sending: "Sending...",
  offline: "You are offline. Your message stays in this tab; send it when you are back online.",
  sent: { title: "Message sent", text: "Thank you! We'll get back to you shortly." },
  failed: "Failed to send",
  choose: "Choose one",
  optional: "(optional)",
  read: "Read it",
  /** Of a field that people do not see, and that bots fill in. */
  honeypot: "Please leave this empty",
} as const;

import { site } from "../site.ts";

/** What the link in a receipt leads to. */
export const messagePage = {
  title: "Your message",
  heading: "What you wrote.",
  lead: `This is your message as ${site.name} has stored it. Nobody but you has the link to this page.`,
  stored: "Stored",
  mailed: "It is in our mailbox.",
  notMailed: "It is not in our mailbox yet.",
  erasedOn: "Erased by itself on",
  erase: {
    action: "Erase this message",
    warning:
      "It is removed from our database with everything that belongs to it, at once and for good. We then cannot answer " +
      "it any more. What has already reached our mailbox we remove there when you ask us to.",
    confirm: "Erase it for good",
  },
  missing: {
    title: "This link is not valid",
    text: "The message behind it was erased, or its address was cut short. Look at your receipt again, or write to us.",
    action: "Contact",
    to: "/contact",
  },
  erased: {
    title: "Message erased",
    heading: "It is gone.",
    lead: "Your message is erased, with the mails that belonged to it. If you change your mind, write it again.",
    action: "Back to the site",
  },
} as const;

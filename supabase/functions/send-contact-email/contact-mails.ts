import { compose } from "../../../domain/compose-mail.ts";
import type { ContactFields } from "../../../domain/contact/contact.ts";

/** A mail as the database function submit_contact_message puts it into the outbox. */
export type ContactMail = {
  readonly kind: "contact-notification" | "contact-receipt";
  readonly to: string;
  readonly message_id: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly reply_to?: string;
};

/** Who the agency is to its visitors. */
export type Sender = {
  readonly siteName: string;
  /** Public address without a trailing slash. */
  readonly siteUrl: string;
  /** Where the agency reads its messages. */
  readonly contactTo: string;
};

/** To the agency; an answer to it goes to the visitor. */
export function notificationMail(
  contact: ContactFields,
  { reference, contactTo }: Sender & { reference: string },
): ContactMail {
  const facts = [
    ["Name", contact.name],
    ["Email", contact.email],
    ["Phone", contact.phone],
    ["Company", contact.company],
    ["Service", contact.service],
    ["Sent from", contact.source],
    ["Reference", reference],
  ].filter(([, value]) => value);
  const paragraphs = [facts.map(([label, value]) => `${label}: ${value}`).join("\n"), contact.message];
  return {
    kind: "contact-notification",
    to: contactTo,
    reply_to: contact.email,
    message_id: messageId(contactTo),
    subject: `${contact.service}: message from ${contact.name} (${reference})`,
    ...compose(paragraphs),
  };
}

/** To the visitor, without a word of theirs: otherwise anybody could send anything to anybody through this form. */
export function receiptMail(
  { email }: ContactFields,
  { siteName, contactTo, reference, link }: Sender & { reference: string; link: string },
): ContactMail {
  return {
    kind: "contact-receipt",
    to: email,
    reply_to: contactTo,
    message_id: messageId(contactTo),
    subject: `We have your message (${reference})`,
    ...compose([
      `Thank you for writing to ${siteName}. Your message has arrived and somebody will answer it.`,
      `Its reference is ${reference}. Use this link to read what we stored, or to erase it. Only you have it:`,
      { link },
      "If you did not write to us, somebody entered your address by mistake. You may erase their message, or do nothing.",
    ]),
  };
}

/** Made once, when the mail is stored, so that a second delivery is recognised as the same mail. */
function messageId(contactTo: string): string {
  return `<${crypto.randomUUID()}@${contactTo.slice(contactTo.lastIndexOf("@") + 1)}>`;
}

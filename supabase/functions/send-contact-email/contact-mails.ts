import { composeMail } from "../../../domain/compose-mail.ts";
import { type ContactValues, listContactFields } from "../../../domain/contact/contact-fields.ts";

/** A mail in the format that submit_contact_message stores in the outbox. */
export type ContactMail = {
  readonly kind: "contact-notification" | "contact-receipt";
  readonly to: string;
  readonly message_id: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly reply_to?: string;
};

export type Sender = {
  readonly siteName: string;
  /** Public address without a trailing slash. */
  readonly siteUrl: string;
  /** The agency's own mail address. */
  readonly contactTo: string;
};

/** Tells the agency about a message; Reply-To is the visitor. */
export function notificationMail(
  contact: ContactValues,
  { reference, contactTo }: Sender & { reference: string },
): ContactMail {
  const details = [...listContactFields(contact, ["message"]), ["Reference", reference]];
  const paragraphs = [details.map(([label, value]) => `${label}: ${value}`).join("\n"), contact.message];
  return {
    kind: "contact-notification",
    to: contactTo,
    reply_to: contact.email,
    message_id: messageId(contactTo),
    subject: `${contact.service}: message from ${contact.name} (${reference})`,
    ...composeMail(paragraphs),
  };
}

/** Confirms a message to its sender. It repeats none of their text, so that the form cannot be used to send spam to others. */
export function receiptMail(
  { email }: ContactValues,
  { siteName, contactTo, reference, link }: Sender & { reference: string; link: string },
): ContactMail {
  return {
    kind: "contact-receipt",
    to: email,
    reply_to: contactTo,
    message_id: messageId(contactTo),
    subject: `We have your message (${reference})`,
    ...composeMail([
      `Thank you for writing to ${siteName}. Your message has arrived and somebody will answer it.`,
      `Its reference is ${reference}. Use this link to read what we stored, or to erase it. Only you have it:`,
      { link },
      "If you did not write to us, somebody entered your address by mistake. You may erase their message, or do nothing.",
    ]),
  };
}

/** Created when the mail is stored, so that a mail server recognises a second delivery. */
function messageId(contactTo: string): string {
  return `<${crypto.randomUUID()}@${contactTo.slice(contactTo.lastIndexOf("@") + 1)}>`;
}

import type { InferOutput } from "valibot";
import { site } from "../../../content/site.ts";
import type { ContactMessage } from "../../../domain/contact.ts";
import { compose } from "../../mail/compose.ts";

export type Contact = InferOutput<typeof ContactMessage>;

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

type Sending = { readonly reference: string; readonly contactTo: string };

/** To the agency; an answer to it goes to the visitor. */
export function notificationMail(contact: Contact, { reference, contactTo }: Sending): ContactMail {
  const facts = [
    ["Name", contact.name],
    ["E-mail", contact.email],
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
export function receiptMail({ email }: Contact, { reference, contactTo }: Sending): ContactMail {
  return {
    kind: "contact-receipt",
    to: email,
    reply_to: contactTo,
    message_id: messageId(contactTo),
    subject: `We have your message (${reference})`,
    ...compose([
      `Thank you for writing to ${site.name}. Your message has arrived and somebody will answer it.`,
      `Its reference is ${reference}.`,
      "If you have not written to us, somebody gave your address by mistake. There is nothing to do.",
    ]),
  };
}

/** Made once, when the mail is stored, so that a second delivery is recognised as the same mail. */
function messageId(contactTo: string): string {
  return `<${crypto.randomUUID()}@${contactTo.slice(contactTo.lastIndexOf("@") + 1)}>`;
}

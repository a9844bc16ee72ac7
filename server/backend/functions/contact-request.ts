import * as v from "valibot";
import { type ContactErrors, type ContactField, contactErrors, ContactMessage } from "../../../domain/contact.ts";
import type { Contact } from "./contact-mails.ts";

export type ContactRefusal = { readonly message: string; readonly fields: ContactErrors };

const CHECK_FIELDS = "Please check the fields that are marked.";
const NOT_A_MESSAGE = "Please send the message as a JSON object with name, email, service and message.";
const OPTIONAL = { phone: "", company: "", source: "" };
const UNSAFE_CHARACTERS = "Please use only visible characters here.";

/** A line break in a line would be another header in a mail. */
const CONTROL = /[\p{Cc}\u2028\u2029]/u;
const CONTROL_IN_TEXT = /[^\P{Cc}\t\n\r]/u;

export function readContact(body: string): { contact: Contact } | { refusal: ContactRefusal } {
  const given = v.safeParse(v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown())), body);
  if (!given.success) return { refusal: { message: NOT_A_MESSAGE, fields: {} } };
  const checked = v.safeParse(ContactMessage, { ...OPTIONAL, ...given.output });
  if (!checked.success) return { refusal: { message: CHECK_FIELDS, fields: contactErrors(checked.issues) } };
  const fields = unsafeFields(checked.output);
  return Object.keys(fields).length > 0 ? { refusal: { message: CHECK_FIELDS, fields } } : { contact: checked.output };
}

function unsafeFields(contact: Contact): ContactErrors {
  const fields: ContactErrors = {};
  for (const [field, text] of Object.entries(contact) as [ContactField, string][]) {
    const control = field === "message" ? CONTROL_IN_TEXT : CONTROL;
    // Half a surrogate pair is no character, and PostgreSQL does not take it.
    if (control.test(text) || !text.isWellFormed()) fields[field] = UNSAFE_CHARACTERS;
  }
  return fields;
}

const KEY = /^[\u0021-\u007e]{8,200}$/;

/**
 * The sender's key together with what was sent: a retry makes one message, while another text under a key that was
 * used before, by mistake or by somebody else, is not lost.
 */
export async function readIdempotencyKey(
  header: string | null,
  contact: Contact,
): Promise<{ key: string | undefined } | { refusal: ContactRefusal }> {
  if (header === null) return { key: undefined };
  if (!KEY.test(header)) {
    return { refusal: { message: "An idempotency-key has 8 to 200 visible ASCII characters.", fields: {} } };
  }
  const fields = Object.entries(contact).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const sent = new TextEncoder().encode(JSON.stringify([header, fields]));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", sent));
  return { key: Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("") };
}

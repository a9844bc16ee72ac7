import * as v from "valibot";
import {
  type ContactErrors,
  type ContactField,
  type ContactFields,
  contactErrors,
  ContactMessage,
} from "../../../domain/contact/contact.ts";

/** A message as somebody sent it, checked, and what came along with it. */
export type ContactRequest = {
  readonly contact: ContactFields;
  readonly stamp: unknown;
  readonly solution: unknown;
  /** What stood in the field that people do not see. */
  readonly honeypot: string;
  readonly key: string | undefined;
};

type ContactRefusal = {
  readonly status: 400 | 415;
  readonly refusal: { readonly message: string; readonly fields: ContactErrors };
};

const CHECK_FIELDS = "Please check the fields that are marked.";
const NOT_JSON = "Please send the message as application/json.";
const NOT_A_MESSAGE = "Please send the message as a JSON object with name, email, service and message.";
const NOT_A_KEY = "An idempotency-key has 8 to 200 visible ASCII characters.";
const UNSAFE_CHARACTERS = "Please use only visible characters here.";
const OPTIONAL = { phone: "", company: "", source: "" };
const KEY = /^[\u0021-\u007e]{8,200}$/;

export async function readContactRequest(request: Request): Promise<ContactRequest | ContactRefusal> {
  if (!/^application\/json\b/i.test(request.headers.get("content-type") ?? "")) return refuse(NOT_JSON, {}, 415);
  const given = v.safeParse(v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown())), await request.text());
  if (!given.success) return refuse(NOT_A_MESSAGE);
  const checked = v.safeParse(ContactMessage, { ...OPTIONAL, ...given.output });
  const fields = checked.success ? unsafeFields(checked.output) : contactErrors(checked.issues);
  if (!checked.success || Object.keys(fields).length > 0) return refuse(CHECK_FIELDS, fields);
  const header = request.headers.get("idempotency-key");
  if (header !== null && !KEY.test(header)) return refuse(NOT_A_KEY);
  const { stamp, solution, homepage } = given.output;
  return {
    contact: checked.output,
    stamp,
    solution,
    honeypot: typeof homepage === "string" ? homepage : "",
    key: header === null ? undefined : await keyOf(header, checked.output),
  };
}

function refuse(message: string, fields: ContactErrors = {}, status: 400 | 415 = 400): ContactRefusal {
  return { status, refusal: { message, fields } };
}

/** A line break in a line would be another header in a mail. */
const CONTROL = /[\p{Cc}\u2028\u2029]/u;
const CONTROL_IN_TEXT = /[^\P{Cc}\t\n\r]/u;

function unsafeFields(contact: ContactFields): ContactErrors {
  const fields: ContactErrors = {};
  for (const [field, text] of Object.entries(contact) as [ContactField, string][]) {
    const control = field === "message" ? CONTROL_IN_TEXT : CONTROL;
    // Half a surrogate pair is no character, and PostgreSQL does not take it.
    if (control.test(text) || !text.isWellFormed()) fields[field] = UNSAFE_CHARACTERS;
  }
  return fields;
}

/**
 * The sender's key together with what was sent: a retry makes one message, while another text under a key that was
 * used before, by mistake or by somebody else, is not lost.
 */
async function keyOf(header: string, contact: ContactFields): Promise<string> {
  const fields = Object.entries(contact).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const sent = new TextEncoder().encode(JSON.stringify([header, fields]));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", sent));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

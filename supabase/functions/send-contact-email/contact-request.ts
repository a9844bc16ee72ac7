import * as v from "valibot";
import {
  type ContactErrors,
  type ContactField,
  type ContactFields,
  contactErrors,
  ContactMessage,
} from "../../../domain/contact/contact.ts";

/** A valid contact request. */
export type ContactRequest = {
  readonly contact: ContactFields;
  readonly formToken: unknown;
  readonly solution: unknown;
  /** The value of the hidden field, which people leave empty. */
  readonly honeypot: string;
  readonly key: string | undefined;
};

type InvalidContactRequest = {
  readonly status: 400 | 415;
  readonly error: { readonly message: string; readonly fields: ContactErrors };
};

const CHECK_FIELDS = "Please check the fields that are marked.";
const NOT_JSON = "Please send the message as application/json.";
const NOT_A_MESSAGE = "Please send the message as a JSON object with name, email, service and message.";
const NOT_A_KEY = "An idempotency-key has 8 to 200 visible ASCII characters.";
const UNSAFE_CHARACTERS = "Please use only visible characters here.";
const DEFAULTS = { phone: "", company: "", source: "" };
const IDEMPOTENCY_KEY = /^[\u0021-\u007e]{8,200}$/;

export async function readContactRequest(request: Request): Promise<ContactRequest | InvalidContactRequest> {
  if (!/^application\/json\b/i.test(request.headers.get("content-type") ?? "")) return invalid(NOT_JSON, {}, 415);
  const input = v.safeParse(v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown())), await request.text());
  if (!input.success) return invalid(NOT_A_MESSAGE);
  const checked = v.safeParse(ContactMessage, { ...DEFAULTS, ...input.output });
  const fields = checked.success ? unsafeFields(checked.output) : contactErrors(checked.issues);
  if (!checked.success || Object.keys(fields).length > 0) return invalid(CHECK_FIELDS, fields);
  const header = request.headers.get("idempotency-key");
  if (header !== null && !IDEMPOTENCY_KEY.test(header)) return invalid(NOT_A_KEY);
  const { stamp: formToken, solution, homepage } = input.output;
  return {
    contact: checked.output,
    formToken,
    solution,
    honeypot: typeof homepage === "string" ? homepage : "",
    key: header === null ? undefined : await hashKey(header, checked.output),
  };
}

function invalid(message: string, fields: ContactErrors = {}, status: 400 | 415 = 400): InvalidContactRequest {
  return { status, error: { message, fields } };
}

/** A line break in a single-line field could add a header to a mail. */
const CONTROL = /[\p{Cc}\u2028\u2029]/u;
const CONTROL_IN_TEXT = /[^\P{Cc}\t\n\r]/u;

function unsafeFields(contact: ContactFields): ContactErrors {
  const fields: ContactErrors = {};
  for (const [field, text] of Object.entries(contact) as [ContactField, string][]) {
    const control = field === "message" ? CONTROL_IN_TEXT : CONTROL;
    // PostgreSQL does not accept half a surrogate pair.
    if (control.test(text) || !text.isWellFormed()) fields[field] = UNSAFE_CHARACTERS;
  }
  return fields;
}

/** Hashes the key with the fields: a retry is stored once, but a different message with a key already in use is not lost. */
async function hashKey(header: string, contact: ContactFields): Promise<string> {
  const fields = Object.entries(contact).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const sent = new TextEncoder().encode(JSON.stringify([header, fields]));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", sent));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

import * as v from "valibot";
import { EMAIL } from "../email.ts";
import {
  CONSENT,
  CONTACT_FIELDS,
  CONTACT_SERVICES,
  contactFields,
  type ContactField,
  type ContactValues,
  type OwnForm,
  withLabels,
} from "./contact-fields.ts";
import { contactWords, type ContactWords } from "./words.ts";

/** By the name of the field. */
export type ContactErrors = Readonly<Record<string, string>>;

const DATE = v.pipe(v.string(), v.isoDate());
/** A line break in a single-line field could add a header to a mail. */
const UNSAFE = /[\p{Cc}\p{Cs}\u2028\u2029]/u;
/** Also half a surrogate pair, which PostgreSQL does not accept. */
const UNSAFE_IN_PARAGRAPH = /[^\P{Cc}\t\n\r]|\p{Cs}/u;

// Checks the fields in the form, in its action without JavaScript and in the function. Own fields arrive as `fields`; a
// call without them has the specification's fields only.
export function checkContact(
  { fields: own, ...specified }: Readonly<Record<string, unknown>>,
  form?: OwnForm,
  words = contactWords.en,
): { readonly values: ContactValues } | { readonly errors: ContactErrors } {
  const values: Record<string, string> = {};
  const errors: Record<string, string> = {};
  const hasOwn = typeof own === "object" && own !== null;
  const input: Readonly<Record<string, unknown>> = hasOwn ? { ...own, ...specified } : specified;
  const fields = contactFields(hasOwn || !form ? form : { ...form, fields: [] }, words);
  for (const field of fields) {
    const { [field.name]: given = "" } = input;
    const value = typeof given === "string" ? given.trim() : undefined;
    const error = value === undefined ? missingIn(field, words) : findError(field, value, words);
    if (error) errors[field.name] = error;
    else values[field.name] = value ?? "";
  }
  return Object.keys(errors).length > 0 ? { errors } : { values: withLabels(values, fields) as ContactValues };
}

const missingIn = ({ kind, missing }: ContactField, words: ContactWords) =>
  missing ?? (kind === "consent" ? words.consent : words.missing);

function findError(field: ContactField, value: string, words: ContactWords): string | undefined {
  const { kind, required, options, maxLength } = field;
  const missing = missingIn(field, words);
  if (value === "") return required ? missing : undefined;
  if (value.length > maxLength) return field.tooLong ?? words.tooLong(maxLength);
  const isSpecified = field.name === "service" && CONTACT_SERVICES.some((service) => service === value);
  if (kind === "choice" && !isSpecified && !options?.includes(value)) return missing;
  if (kind === "consent" && value !== CONSENT) return missing;
  if (kind === "date" && !v.is(DATE, value)) return words.date;
  if (kind === "email" && !EMAIL.test(value)) return words.email;
  return (kind === "paragraph" ? UNSAFE_IN_PARAGRAPH : UNSAFE).test(value) ? words.unsafe : undefined;
}

/** The URL of the page with the form, shortened, because a visitor cannot correct it in the form. */
export function contactSource(url: string): string {
  return url.slice(0, CONTACT_FIELDS.find(({ kind }) => kind === "page")?.maxLength);
}

/** The function's answer to a stored message; a function of another version may send no reference. */
export const SentContact = v.fallback(v.object({ reference: v.string() }), { reference: "" });

/** The function's answer to a refused message, which may give no reason. */
export const RefusedContact = v.fallback(
  v.object({ message: v.optional(v.string()), fields: v.optional(v.record(v.string(), v.string()), {}) }),
  { fields: {} },
);

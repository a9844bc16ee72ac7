import * as v from "valibot";
import { EMAIL, INCOMPLETE_EMAIL } from "../email.ts";
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

/** By the name of the field. */
export type ContactErrors = Readonly<Record<string, string>>;

const DATE = v.pipe(v.string(), v.isoDate());
const MISSING = "Please fill this in.";
const UNSAFE_CHARACTERS = "Please use only visible characters here.";
/** A line break in a single-line field could add a header to a mail. */
const UNSAFE = /[\p{Cc}\p{Cs}\u2028\u2029]/u;
/** Also half a surrogate pair, which PostgreSQL does not accept. */
const UNSAFE_IN_PARAGRAPH = /[^\P{Cc}\t\n\r]|\p{Cs}/u;

/**
 * Checks the fields in the form, in its action without JavaScript and in the function. Own fields arrive as `fields`; a
 * call without them has the specification's fields only.
 */
export function checkContact(
  { fields: own, ...specified }: Readonly<Record<string, unknown>>,
  form?: OwnForm,
): { readonly values: ContactValues } | { readonly errors: ContactErrors } {
  const values: Record<string, string> = {};
  const errors: Record<string, string> = {};
  const hasOwn = typeof own === "object" && own !== null;
  const input: Readonly<Record<string, unknown>> = hasOwn ? { ...own, ...specified } : specified;
  const fields = contactFields(hasOwn || !form ? form : { ...form, fields: [] });
  for (const field of fields) {
    const { [field.name]: given = "" } = input;
    const value = typeof given === "string" ? given.trim() : undefined;
    const error = value === undefined ? (field.missing ?? MISSING) : findError(field, value);
    if (error) errors[field.name] = error;
    else values[field.name] = value ?? "";
  }
  return Object.keys(errors).length > 0 ? { errors } : { values: withLabels(values, fields) as ContactValues };
}

function findError(field: ContactField, value: string): string | undefined {
  const { kind, required, options, maxLength, missing = MISSING } = field;
  if (value === "") return required ? missing : undefined;
  if (value.length > maxLength) return field.tooLong ?? `Please keep this under ${maxLength} characters.`;
  const isSpecified = field.name === "service" && CONTACT_SERVICES.some((service) => service === value);
  if (kind === "choice" && !isSpecified && !options?.includes(value)) return missing;
  if (kind === "consent" && value !== CONSENT) return missing;
  if (kind === "date" && !v.is(DATE, value)) return "Please choose a date.";
  if (kind === "email" && !EMAIL.test(value)) return INCOMPLETE_EMAIL;
  return (kind === "paragraph" ? UNSAFE_IN_PARAGRAPH : UNSAFE).test(value) ? UNSAFE_CHARACTERS : undefined;
}

/** The URL of the page with the form, shortened, because a visitor cannot correct it in the form. */
export function contactSource(url: string): string {
  return url.slice(0, CONTACT_FIELDS.find(({ kind }) => kind === "page")?.maxLength);
}

/** The function's answer to a stored message; a function of another version may send no reference. */
export const SentContact = v.fallback(v.object({ reference: v.string() }), { reference: "" });

const TRY_LATER = "Please try again later.";

/** The function's answer to a refused message. */
export const RefusedContact = v.fallback(
  v.object({
    message: v.optional(v.string(), TRY_LATER),
    fields: v.optional(v.record(v.string(), v.string()), {}),
  }),
  { message: TRY_LATER, fields: {} },
);

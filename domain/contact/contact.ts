import * as v from "valibot";
import { EMAIL, INCOMPLETE_EMAIL } from "../email.ts";
import { CONTACT_SERVICES } from "./contact-services.ts";

const shortText = (maxLength: number, tooLong: string) => v.pipe(v.string(), v.trim(), v.maxLength(maxLength, tooLong));

const MAX_SOURCE_LENGTH = 2_000;

/** Checked by the form, by its action without JavaScript and by the function. */
export const ContactMessage = v.object({
  name: v.pipe(shortText(120, "Please keep your name under 120 characters."), v.nonEmpty("Please tell us your name.")),
  email: v.pipe(
    shortText(254, "This address is too long to be real."),
    v.nonEmpty("Please give an address we can answer to."),
    v.regex(EMAIL, INCOMPLETE_EMAIL),
  ),
  phone: shortText(40, "Please keep the phone number under 40 characters."),
  company: shortText(160, "Please keep the company name under 160 characters."),
  service: v.picklist(CONTACT_SERVICES, "Please choose what this is about."),
  message: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty("Please write a sentence or two."),
    v.maxLength(5_000, "Please keep the message under 5,000 characters."),
  ),
  source: shortText(MAX_SOURCE_LENGTH, "The page address is too long."),
});

export type ContactField = keyof v.InferInput<typeof ContactMessage>;
export type ContactFields = v.InferOutput<typeof ContactMessage>;
export type ContactErrors = Partial<Record<ContactField, string>>;

/** The URL of the page with the form, shortened, because a visitor cannot correct it in the form. */
export function contactSource(url: string): string {
  return url.slice(0, MAX_SOURCE_LENGTH);
}

/** The first error of each field. */
export function contactErrors(issues: readonly v.InferIssue<typeof ContactMessage>[]): ContactErrors {
  const errors: ContactErrors = {};
  for (const issue of issues) {
    const field = v.getDotPath(issue) as ContactField | null;
    if (field) errors[field] ??= issue.message;
  }
  return errors;
}

/** The function's answer to a stored message; a function of another version may send no reference. */
export const SentContact = v.fallback(v.object({ reference: v.string() }), { reference: "" });

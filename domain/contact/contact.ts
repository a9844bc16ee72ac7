import * as v from "valibot";
import { CONTACT_SERVICES } from "./contact-services.ts";

const line = (most: number, tooLong: string) => v.pipe(v.string(), v.trim(), v.maxLength(most, tooLong));

const MAX_SOURCE_LENGTH = 2_000;

/** A contact message as the form, the no-script action and the function check it. */
export const ContactMessage = v.object({
  name: v.pipe(line(120, "Please keep your name under 120 characters."), v.nonEmpty("Please tell us your name.")),
  email: v.pipe(
    line(254, "This address is too long to be real."),
    v.nonEmpty("Please give an address we can answer to."),
    v.email("This address is not complete. It needs a name, an @ and an ending, such as you@company.example."),
  ),
  phone: line(40, "Please keep the phone number under 40 characters."),
  company: line(160, "Please keep the company name under 160 characters."),
  service: v.picklist(CONTACT_SERVICES, "Please choose what this is about."),
  message: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty("Please write a sentence or two."),
    v.maxLength(5_000, "Please keep the message under 5,000 characters."),
  ),
  source: line(MAX_SOURCE_LENGTH, "The page address is too long."),
});

export type ContactField = keyof v.InferInput<typeof ContactMessage>;
/** A message that has been checked. */
export type ContactFields = v.InferOutput<typeof ContactMessage>;
export type ContactErrors = Partial<Record<ContactField, string>>;

/** The page that a message is sent from, as much of its address as is kept: nobody can mend it in the form. */
export function contactSource(address: string): string {
  return address.slice(0, MAX_SOURCE_LENGTH);
}

/** The first thing to mend in each field, in words for the visitor. */
export function contactErrors(issues: readonly v.InferIssue<typeof ContactMessage>[]): ContactErrors {
  const errors: ContactErrors = {};
  for (const issue of issues) {
    const field = v.getDotPath(issue) as ContactField | null;
    if (field) errors[field] ??= issue.message;
  }
  return errors;
}

import { INCOMPLETE_EMAIL } from "../../email.ts";

export const words = {
  /** The labels are also those of mails, the newsroom, its export and the receipt; the phrases of the privacy text. */
  fields: {
    name: {
      label: "Name",
      formLabel: "Full name",
      phrase: "your name",
      missing: "Please tell us your name.",
      tooLong: "Please keep your name under 120 characters.",
    },
    email: {
      label: "Email",
      phrase: "your email address",
      missing: "Please give an address we can answer to.",
      tooLong: "This address is too long to be real.",
    },
    phone: { label: "Phone", tooLong: "Please keep the phone number under 40 characters." },
    company: { label: "Company", tooLong: "Please keep the company name under 160 characters." },
    service: {
      label: "Service",
      phrase: "the service you are interested in",
      missing: "Please choose what this is about.",
    },
    message: {
      label: "Message",
      phrase: "your message",
      missing: "Please write a sentence or two.",
      tooLong: "Please keep the message under 5,000 characters.",
    },
    source: { label: "Sent from", tooLong: "The page address is too long." },
    job: { label: "Job" },
    came_from: { label: "Came from" },
    came_via: { label: "Found us through" },
  },
  /** The service that is none of those listed. */
  other: "Other",
  missing: "Please fill this in.",
  tooLong: (max: number) => `Please keep this under ${max} characters.`,
  unsafe: "Please use only visible characters here.",
  consent: "Please tick this box.",
  date: "Please choose a date.",
  email: INCOMPLETE_EMAIL,
  later: "Please try again later.",
  /** Why the file of an application is not taken. */
  file: {
    missing: "Please choose your application as a PDF.",
    again: "Please choose your PDF once more: browsers do not keep it.",
    tooLarge: "Please choose a PDF of at most 10 MB.",
    notPdf: "This is no complete PDF. Please save it as a PDF and choose that.",
    notOnlyPdf: "This file is a PDF and something else at once. Please save it as a PDF again and choose that.",
    harmful: "A virus scanner would stop this file. Please save it as a PDF again and choose that.",
  },
  /** For the privacy text: the labels of optional fields in the middle of a sentence, and what is said of them. */
  list: "en-GB",
  inSentence: (label: string) => label.toLowerCase(),
  optional: (labels: string, count: number) => `${labels} ${count > 1 ? "are" : "is"} optional`,
} as const;

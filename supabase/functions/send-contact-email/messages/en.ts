import { plural } from "../../../../domain/words.ts";

/** What the function answers and mails. Answers to requests that no form sends stay in English, where they are made. */
export const words = {
  language: "en",
  checkFields: "Please check the fields that are marked.",
  tooLong: "This message is too long.",
  closed: "This position is no longer open. You are welcome to write to us all the same, at /contact.",
  manyAtOnce: "Many messages are arriving at once. Please try again in a minute.",
  quarantineFull: "Many messages are arriving at once. Please try again later, or write to us by email.",
  manyFromNetwork: (minutes: number) =>
    `Many messages came from your network. Please try again in ${describeMinutes(minutes)}.`,
  later: "Please try again later.",
  notification: {
    subject: (service: string, name: string, reference: string) => `${service}: message from ${name} (${reference})`,
    reference: "Reference",
  },
  receipt: {
    subject: (reference: string) => `We have your message (${reference})`,
    arrived: (site: string) =>
      `Thank you for writing to ${site}. Your message has arrived and somebody will answer it.`,
    link: (reference: string) =>
      `Its reference is ${reference}. Use this link to read what we stored, or to erase it. Only you have it:`,
    ignore:
      "If you did not write to us, somebody entered your address by mistake. You may erase their message, or do nothing.",
  },
} as const;

function describeMinutes(minutes: number): string {
  if (minutes > 90) return `${Math.ceil(minutes / 60)} hours`;
  return `${minutes} ${plural("en", minutes, { one: "minute", other: "minutes" })}`;
}

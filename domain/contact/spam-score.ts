import type { ContactValues } from "./contact-fields.ts";

/** The reasons why a message may be spam. The newsroom has their words. */
export const SPAM_REASONS = [
  "honeypot",
  "too-quick",
  "links",
  "markup",
  "spam-words",
  "shouting",
  "link-as-name",
  "nothing-but-links",
  "many-from-network",
  "many-at-once",
  "no-conversation",
] as const;

export type SpamReason = (typeof SPAM_REASONS)[number];

type SpamFields = Pick<ContactValues, "name" | "message">;

type SpamSignals = {
  /** The value of the hidden field, which people leave empty. */
  readonly honeypot: string;
  /** The time between the first input and sending; undefined without JavaScript. */
  readonly ageMs: number | undefined;
};

/** Messages with this score or more wait in quarantine for an admin's decision. */
export const QUARANTINE_SCORE = 5;

/** A single habit of legitimate senders stays below QUARANTINE_SCORE; several together, or clear signs of spam, reach it. */
export function scoreSpam(contact: SpamFields, signals: SpamSignals): { score: number; reasons: SpamReason[] } {
  const found = Object.entries(pointsByReason(contact, signals)).filter(([, points]) => points > 0);
  return {
    score: found.reduce((sum, [, points]) => sum + points, 0),
    reasons: found.map(([reason]) => reason as SpamReason),
  };
}

const MIN_FORM_TIME_MS = 2_000;
const LINK = /\b(?:https?:\/\/|www\.)\S+/gi;
const MARKUP = /<a\s[^<>]*href|\[(?:url|link)\b/i;
const SPAM_WORDS =
  /\b(?:viagra|cialis|levitra|casinos?|porn\w*|escorts?|payday loans?|forex signals?|binary options|replica watch\w*|cheap (?:pills|meds)|buy followers|double your bitcoin|make money fast|work from home and earn)\b/gi;

function pointsByReason(
  { name, message }: SpamFields,
  { honeypot, ageMs }: SpamSignals,
): Partial<Record<SpamReason, number>> {
  const links = message.match(LINK)?.length ?? 0;
  const textWithoutLinks = message.replaceAll(LINK, " ");
  return {
    honeypot: honeypot.trim() ? 10 : 0,
    "too-quick": ageMs !== undefined && ageMs < MIN_FORM_TIME_MS ? 3 : 0,
    links: links >= 6 ? 4 : links >= 3 ? 2 : 0,
    markup: MARKUP.test(message) ? 5 : 0,
    "spam-words": Math.min(6, 3 * new Set(`${name} ${message}`.toLowerCase().match(SPAM_WORDS)).size),
    shouting: isShouted(textWithoutLinks) ? 2 : 0,
    "link-as-name": name.search(LINK) >= 0 ? 5 : 0,
    "nothing-but-links": links > 0 && countLetters(textWithoutLinks) < 10 ? 4 : 0,
  };
}

function isShouted(text: string): boolean {
  const capitals = text.match(/\p{Lu}/gu)?.length ?? 0;
  const lowerCase = text.match(/\p{Ll}/gu)?.length ?? 0;
  return capitals >= 20 && capitals > 2 * lowerCase;
}

const countLetters = (text: string) => text.match(/\p{L}/gu)?.length ?? 0;

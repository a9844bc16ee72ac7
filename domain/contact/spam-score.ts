import type { ContactFields } from "./contact.ts";

/** Why a message may be spam, in words for the people who decide about it. */
export const SPAM_REASONS = {
  honeypot: "A field that people do not see was filled in.",
  "too-quick": "It was sent within two seconds.",
  links: "It has many links.",
  markup: "It has links written as markup.",
  "spam-words": "It has words that spam is made of.",
  shouting: "It is written in capitals.",
  "link-as-name": "The name is an address of a website.",
  "nothing-but-links": "It has links and hardly a word.",
  "many-from-network": "Many messages came from the same network.",
  "many-at-once": "Many messages came at the same time.",
} as const;

export type SpamReason = keyof typeof SPAM_REASONS;

type Signs = {
  /** What stood in the field that people do not see. */
  readonly honeypot: string;
  /** Between the first touch of the form and its sending; undefined without scripts. */
  readonly ageMs: number | undefined;
};

/** From this score on a message is kept apart, until somebody has looked at it. */
export const QUARANTINE_SCORE = 5;

/** No single habit of honest people makes a suspect: only what they never do, or several of these together. */
export function findSpamReasons(contact: ContactFields, signs: Signs): { score: number; reasons: SpamReason[] } {
  const found = Object.entries(findSigns(contact, signs)).filter(([, points]) => points > 0);
  return {
    score: found.reduce((sum, [, points]) => sum + points, 0),
    reasons: found.map(([reason]) => reason as SpamReason),
  };
}

const QUICKEST_MS = 2_000;
const LINK = /\b(?:https?:\/\/|www\.)\S+/gi;
const MARKUP = /<a\s[^<>]*href|\[(?:url|link)\b/i;
const SPAM_WORDS =
  /\b(?:viagra|cialis|levitra|casinos?|porn\w*|escorts?|payday loans?|forex signals?|binary options|replica watch\w*|cheap (?:pills|meds)|buy followers|double your bitcoin|make money fast|work from home and earn)\b/gi;

function findSigns({ name, message }: ContactFields, { honeypot, ageMs }: Signs): Partial<Record<SpamReason, number>> {
  const links = message.match(LINK)?.length ?? 0;
  const words = message.replaceAll(LINK, " ");
  return {
    honeypot: honeypot.trim() ? 10 : 0,
    "too-quick": ageMs !== undefined && ageMs < QUICKEST_MS ? 3 : 0,
    links: links >= 6 ? 4 : links >= 3 ? 2 : 0,
    markup: MARKUP.test(message) ? 5 : 0,
    "spam-words": Math.min(6, 3 * new Set(`${name} ${message}`.toLowerCase().match(SPAM_WORDS)).size),
    shouting: isShouted(words) ? 2 : 0,
    "link-as-name": name.search(LINK) >= 0 ? 5 : 0,
    "nothing-but-links": links > 0 && countLetters(words) < 10 ? 4 : 0,
  };
}

function isShouted(text: string): boolean {
  const capitals = text.match(/\p{Lu}/gu)?.length ?? 0;
  const small = text.match(/\p{Ll}/gu)?.length ?? 0;
  return capitals >= 20 && capitals > 2 * small;
}

const countLetters = (text: string) => text.match(/\p{L}/gu)?.length ?? 0;

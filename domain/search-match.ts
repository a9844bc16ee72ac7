import type { Picture } from "./picture.ts";
const MAX_QUERY_LENGTH = 100;
const MAX_WORDS = 8;
const TITLE_POINTS = 3;
const TEXT_POINTS = 1;
/** Accents and vowel points; public.words_in() removes the same ones. */
const ACCENTS = /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u3099\u309a]/g;

/** The words of a query, without case, accents and punctuation. */
export function searchWords(query: string): string[] {
  return (
    normalizeText(query.slice(0, MAX_QUERY_LENGTH))
      .match(/[\p{L}\p{M}\p{N}]+/gu)
      ?.slice(0, MAX_WORDS) ?? []
  );
}

/** 0 unless every query word is the beginning of a word in the entry; words in the title score higher. */
export function searchScore(words: readonly string[], entry: { title: string; text: string }): number {
  const text = ` ${normalizeText(`${entry.title} ${entry.text}`)}`;
  return words.every((word) => hasWordPrefix(text, word)) ? titleScore(words, entry.title) : 0;
}

/** The score of an entry that is known to contain every word. */
export function titleScore(words: readonly string[], title: string): number {
  const normalized = ` ${normalizeText(title)}`;
  return words.reduce((score, word) => score + (hasWordPrefix(normalized, word) ? TITLE_POINTS : TEXT_POINTS), 0);
}

function hasWordPrefix(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!/[\p{L}\p{M}\p{N}]/u.test(text.charAt(at - 1))) return true;
  }
  return false;
}

const normalizeText = (text: string): string => text.normalize("NFKD").replace(ACCENTS, "").toLowerCase();

export type SearchResult = {
  readonly kind: "Service" | "Work" | "Post" | "Page";
  readonly title: string;
  readonly text: string;
  readonly to: string;
  readonly image: Picture;
};

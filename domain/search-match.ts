const MAX_QUERY_LENGTH = 100;
const MAX_WORDS = 8;
const IN_TITLE = 3;
const IN_TEXT = 1;
/** Accents and vowel points; public.words_in() takes the same ones away. */
const ACCENTS = /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u3099\u309a]/g;

/** The words of a query as they are compared: no case, no accents, no signs. */
export function searchWords(query: string): string[] {
  return (
    fold(query.slice(0, MAX_QUERY_LENGTH))
      .match(/[\p{L}\p{M}\p{N}]+/gu)
      ?.slice(0, MAX_WORDS) ?? []
  );
}

/** How well a thing fits: 0 unless every word begins a word of it; words of the title count most. */
export function searchScore(words: readonly string[], thing: { title: string; text: string }): number {
  const text = ` ${fold(`${thing.title} ${thing.text}`)}`;
  return words.every((word) => beginsAWord(text, word)) ? scoreOfTitle(words, thing.title) : 0;
}

/** How well a thing fits that is known to hold every word. */
export function scoreOfTitle(words: readonly string[], title: string): number {
  const folded = ` ${fold(title)}`;
  return words.reduce((score, word) => score + (beginsAWord(folded, word) ? IN_TITLE : IN_TEXT), 0);
}

function beginsAWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!/[\p{L}\p{M}\p{N}]/u.test(text.charAt(at - 1))) return true;
  }
  return false;
}

function fold(text: string): string {
  return text.normalize("NFKD").replace(ACCENTS, "").toLowerCase();
}

const LONGEST_QUERY = 100;
const MOST_WORDS = 8;

/** The words of a query as they are compared: no case, no accents, no signs. */
export function searchWords(query: string): string[] {
  return (
    fold(query.slice(0, LONGEST_QUERY))
      .match(/[\p{L}\p{N}]+/gu)
      ?.slice(0, MOST_WORDS) ?? []
  );
}

/** How well a thing fits: 0 unless every word begins a word of it; words of the title count most. */
export function searchScore(words: readonly string[], thing: { title: string; text: string }): number {
  const title = ` ${fold(thing.title)}`;
  const text = ` ${fold(thing.text)}`;
  let score = 0;
  for (const word of words) {
    if (beginsAWord(title, word)) score += 3;
    else if (beginsAWord(text, word)) score += 1;
    else return 0;
  }
  return score;
}

function beginsAWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!/[\p{L}\p{N}]/u.test(text.charAt(at - 1))) return true;
  }
  return false;
}

function fold(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

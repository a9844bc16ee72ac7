/** The front page sets the tagline in two lines that are about as long as each other. */
export function splitTagline(text: string): readonly [string, string] {
  const middle = text.length / 2;
  const spaces = [...text.matchAll(/ /g)].map(({ index }) => index);
  const [first = text.length] = spaces.toSorted((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
  return [text.slice(0, first), text.slice(first + 1)];
}

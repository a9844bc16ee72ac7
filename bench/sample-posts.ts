import { posts as shipped } from "../content/posts.ts";

const CATEGORIES = ["Technology", "Strategy", "Design", "Marketing", "Business"];
const MINUTE_MS = 60_000;
const NEWEST = 10_000;

const vocabulary = [
  ...new Set(shipped.flatMap(({ content }) => content.replace(/<[^<>]*>/g, " ").match(/\p{L}{2,}/gu) ?? [])),
];

/** Deterministic: about 500 words, taken from the posts of content/. */
export function samplePost(number: number) {
  return {
    title: `Note ${number} ${pickWords(6, number)}`,
    slug: `note-${number}`,
    excerpt: pickWords(25, number + 1),
    content: `<p>${pickWords(250, number + 2)}</p><h2>${pickWords(4, number)}</h2><p>${pickWords(250, number + 3)} because</p>`,
    category: CATEGORIES[number % CATEGORIES.length],
    tags: ["one", "two"],
    author_name: "Ada",
    published_at: new Date(Date.now() - (NEWEST - number) * MINUTE_MS).toISOString(),
  };
}

function pickWords(count: number, seed: number): string {
  const indexes = Array.from({ length: count }, (_, n) => (seed * 7_919 + n * n * 31 + n * 17) % vocabulary.length);
  return indexes.map((index) => vocabulary[index]).join(" ");
}

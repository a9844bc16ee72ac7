import { words as en } from "./messages/en.ts";

/** Values that texts may name in braces: facts as text, and the lengths of lists as numbers. */
export type Facts = Readonly<Record<string, string | number>>;

/** {phone}, {leaders}, or with its noun {leaders:person|people}. */
const FACT = /\{(\w+)(?::([^{}|]*)\|([^{}|]*))?\}/g;

type Filled<Value> = Value extends string ? string : { readonly [Key in keyof Value]: Filled<Value[Key]> };

// Replaces the facts in all texts of a value; braces around other words stay. Numbers are written as words of
// the language, with a capital where the name has one: "{Leaders:person|people} answer" becomes "Four people answer".
export function fillFacts<Value>(value: Value, facts: Facts, words: string = en.numbers): Filled<Value> {
  const numbers = words.split(" ");
  return fill(value) as Filled<Value>;

  function fill(part: unknown): unknown {
    if (typeof part === "string") return fillText(part, facts, numbers);
    if (Array.isArray(part)) return part.map(fill);
    if (typeof part !== "object" || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, fill(inner)]));
  }
}

function fillText(text: string, facts: Facts, numbers: readonly string[]): string {
  return text.replace(FACT, (braces, name: string, singular?: string, plural?: string) => {
    const isCapital = /^[A-Z]/.test(name);
    const fact = facts[isCapital ? name.charAt(0).toLowerCase() + name.slice(1) : name];
    if (typeof fact !== "number") return fact ?? braces;
    const word = numbers[fact] ?? String(fact);
    const written = isCapital ? word.charAt(0).toUpperCase() + word.slice(1) : word;
    return singular === undefined ? written : `${written} ${fact === 1 ? singular : plural}`;
  });
}

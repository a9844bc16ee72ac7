import { diffArrays } from "diff";

/** Texts with more changes than this are shown as replaced, because comparing them would block the screen. */
const MAX_CHANGES = 800;

type Change = { readonly value: string; readonly added?: boolean; readonly removed?: boolean };

/** The differences between two texts, word by word. A space belongs to the word before it, so that changes stay together. */
export function findChanges(before: string, after: string): readonly Change[] {
  const found = diffArrays(words(before), words(after), { maxEditLength: MAX_CHANGES });
  return (
    found?.map(({ value, added, removed }) => ({ value: value.join(""), added, removed })) ?? [
      { value: before, removed: true },
      { value: after, added: true },
    ]
  );
}

const words = (text: string) => text.match(/\S+\s*|\s+/g) ?? [];

/** Two texts as one: words that are only in the first are struck, those that are only in the second are underlined. */
export default function TextChanges({ before, after }: { before: string; after: string }) {
  return findChanges(before, after).map(({ value, added, removed }, index) => {
    const key = `${index} ${added} ${removed}`;
    if (added) return <ins key={key}>{value}</ins>;
    if (removed) return <del key={key}>{value}</del>;
    return <span key={key}>{value}</span>;
  });
}

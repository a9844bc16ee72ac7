export type Part = { readonly kind: "same" | "gone" | "new"; readonly text: string };

/** Longer texts are shown as one change, because the table grows with the product of their lengths. */
const MAX_WORDS = 1_000;

/** The differences between two texts, word by word. */
export function differences(before: string, after: string): readonly Part[] {
  const [old, now] = [words(before), words(after)];
  if (Math.max(old.length, now.length) > MAX_WORDS) return join([part("gone", before), part("new", after)]);
  const common = commonLengths(old, now);
  const parts: Part[] = [];
  for (let i = 0, j = 0; i < old.length || j < now.length;) {
    const [gone, added] = [old[i], now[j]];
    if (gone !== undefined && gone === added) {
      parts.push(part("same", gone));
      i++;
      j++;
    } else if (
      added === undefined ||
      (gone !== undefined && lengthAt(common, i + 1, j) >= lengthAt(common, i, j + 1))
    ) {
      parts.push(part("gone", gone ?? ""));
      i++;
    } else {
      parts.push(part("new", added));
      j++;
    }
  }
  return join(parts);
}

const part = (kind: Part["kind"], text: string): Part => ({ kind, text });
const words = (text: string) => text.match(/\S+\s*|\s+/g) ?? [];
const lengthAt = (common: readonly Uint16Array[], i: number, j: number) => common[i]?.[j] ?? 0;

/** The length of the longest common sequence from each pair of places on. */
function commonLengths(old: readonly string[], now: readonly string[]): readonly Uint16Array[] {
  const common = Array.from({ length: old.length + 1 }, () => new Uint16Array(now.length + 1));
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = now.length - 1; j >= 0; j--) {
      const longest =
        old[i] === now[j]
          ? lengthAt(common, i + 1, j + 1) + 1
          : Math.max(lengthAt(common, i + 1, j), lengthAt(common, i, j + 1));
      common[i]?.fill(longest, j, j + 1);
    }
  }
  return common;
}

function join(parts: readonly Part[]): readonly Part[] {
  const joined: Part[] = [];
  for (const one of parts) {
    const last = joined.at(-1);
    if (last?.kind === one.kind) joined[joined.length - 1] = { ...last, text: last.text + one.text };
    else if (one.text) joined.push(one);
  }
  return joined;
}

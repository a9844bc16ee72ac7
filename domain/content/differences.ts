export type Part = { readonly kind: "same" | "gone" | "new"; readonly text: string };

/** Longer changes are shown as one change, because the table grows with the product of their lengths. */
const MAX_WORDS = 1_000;

/** The differences between two texts, word by word. */
export function differences(before: string, after: string): readonly Part[] {
  const [allOld, allNow] = [words(before), words(after)];
  const [start, end] = commonEnds(allOld, allNow);
  const [old, now] = [allOld.slice(start, allOld.length - end), allNow.slice(start, allNow.length - end)];
  const changed = Math.max(old.length, now.length) > MAX_WORDS ? wholesale(old, now) : compare(old, now);
  const [first, last] = [allOld.slice(0, start), allOld.slice(allOld.length - end)];
  return join([part("same", first.join("")), ...changed, part("same", last.join(""))]);
}

const wholesale = (old: readonly string[], now: readonly string[]) => [
  part("gone", old.join("")),
  part("new", now.join("")),
];

/** How many words are the same at the start and at the end. */
function commonEnds(old: readonly string[], now: readonly string[]): readonly [number, number] {
  const shortest = Math.min(old.length, now.length);
  let start = 0;
  while (start < shortest && old[start] === now[start]) start++;
  let end = 0;
  while (end < shortest - start && old.at(-1 - end) === now.at(-1 - end)) end++;
  return [start, end];
}

function compare(old: readonly string[], now: readonly string[]): readonly Part[] {
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
  return parts;
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

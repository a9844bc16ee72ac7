const LIKE_ENOUGH = 0.6;
const MAX_NAME_LENGTH = 63;

/** The known name that a mistyped one most resembles, if any does. Names from outside longer than PostgreSQL's match none. */
export function findNearestName(wanted: string, known: Iterable<string>): string | undefined {
  if (wanted.length > MAX_NAME_LENGTH) return undefined;
  let best: { name: string; likeness: number } | undefined;
  for (const name of known) {
    const likeness = 1 - editDistance(wanted, name) / Math.max(wanted.length, name.length, 1);
    if (likeness >= LIKE_ENOUGH && likeness > (best?.likeness ?? 0)) best = { name, likeness };
  }
  return best?.name;
}

function editDistance(one: string, other: string): number {
  let previous = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    for (let column = 1; column <= other.length; column++) {
      const swap = (previous[column - 1] ?? 0) + (one[row - 1] === other[column - 1] ? 0 : 1);
      current.push(Math.min(swap, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[other.length] ?? 0;
}

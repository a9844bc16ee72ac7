const MIN_SIMILARITY = 0.6;
const MAX_NAME_LENGTH = 63;

/** The known name most similar to a mistyped one. Names longer than PostgreSQL allows are not compared. */
export function findNearestName(mistyped: string, known: Iterable<string>): string | undefined {
  if (mistyped.length > MAX_NAME_LENGTH) return undefined;
  let best: { name: string; similarity: number } | undefined;
  for (const name of known) {
    const similarity = 1 - editDistance(mistyped, name) / Math.max(mistyped.length, name.length, 1);
    if (similarity >= MIN_SIMILARITY && similarity > (best?.similarity ?? 0)) best = { name, similarity };
  }
  return best?.name;
}

function editDistance(one: string, other: string): number {
  let previous = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    for (let column = 1; column <= other.length; column++) {
      const substitution = (previous[column - 1] ?? 0) + (one[row - 1] === other[column - 1] ? 0 : 1);
      current.push(Math.min(substitution, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[other.length] ?? 0;
}

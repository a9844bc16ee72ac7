const MAX_DEPTH = 100;

/** Returns undefined for text that is not JSON, or nested too deeply. */
export function parseJson(text: string): unknown {
  if (isDeeperThan(text, MAX_DEPTH)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** JSON.stringify and PostgreSQL work recursively, so deep nesting is refused before it could exhaust their stack. */
function isDeeperThan(text: string, maxDepth: number): boolean {
  let depth = 0;
  let isQuoted = false;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (isQuoted) {
      if (character === "\\") index++;
      else if (character === '"') isQuoted = false;
    } else if (character === '"') isQuoted = true;
    else if (character === "[" || character === "{") {
      if (++depth > maxDepth) return true;
    } else if (character === "]" || character === "}") depth--;
  }
  return false;
}

/** Where programs that do not mark quoted lines begin the mail that is answered. */
const HEAD_OF_QUOTED = /^-{2,}\s*(?:original message|forwarded message|urspr\u00fcngliche nachricht)\s*-{2,}$/i;
/** "On Friday Ada wrote:", also over two lines. */
const ATTRIBUTION = /:$/;

/** Splits the quoted mail at the end of an answer off; quotations between answers stay. */
export function splitQuote(text: string): { readonly own: string; readonly quoted: string } {
  const lines = text.split("\n");
  const head = lines.findIndex((line) => HEAD_OF_QUOTED.test(line.trim()));
  const start = head >= 0 ? head : startOfQuoted(lines);
  return { own: lines.slice(0, start).join("\n").trim(), quoted: lines.slice(start).join("\n").trim() };
}

function startOfQuoted(lines: readonly string[]): number {
  const lastOwn = lines.findLastIndex((line) => line.trim() !== "" && !line.startsWith(">"));
  const hasQuote = lines.slice(lastOwn + 1).some((line) => line.startsWith(">"));
  if (!hasQuote) return lines.length;
  if (!ATTRIBUTION.test(lines[lastOwn]?.trim() ?? "")) return lastOwn + 1;
  const isOverTwoLines = lastOwn > 0 && (lines[lastOwn - 1]?.trim() ?? "") !== "";
  return isOverTwoLines && !lines[lastOwn]?.includes(" wrote") ? lastOwn - 1 : lastOwn;
}

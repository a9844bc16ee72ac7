import { escapeHtml } from "../escape-html.ts";

type ToHtml = (markdown: string) => string;

const FORMATTED = /^(?:#{1,4} |[-*+] |\d+[.)] |> |```|---$)|\*\*[^*\n]+\*\*|\[[^[\]]+\]\([^()]+\)/m;
/** Not a list item, quotation or indented code. */
const TABLE_LINE = /^ {0,3}(?![-*+>] |\d+[.)] )\S/;
/** A character of the private use area, which no text contains. */
const MARK = "\ue000";
const MARKED = /<p>\ue000(\d+)\ue000<\/p>|\n?\ue000(\d+)\ue000\n?/g;

/** Whether plain text is Markdown, rather than text that should stay as it is. */
export function isMarkdown(text: string): boolean {
  if (FORMATTED.test(text)) return true;
  const lines = linesOf(text);
  return lines.some((_, index) => endOfTable(lines, index) > index);
}

/** Adds tables, as GitHub writes them, to a converter for CommonMark, which has none. */
export function convertMarkdown(markdown: string, toHtml: ToHtml): string {
  const tables: (readonly string[])[] = [];
  const rest: string[] = [];
  const lines = linesOf(markdown);
  for (let at = 0; at < lines.length; at++) {
    const end = endOfTable(lines, at);
    if (end > at) {
      const [indent = ""] = /^ */.exec(lines[at] ?? "") ?? [];
      rest.push("", `${indent}${MARK}${tables.length}${MARK}`, "");
      tables.push(lines.slice(at, end));
      at = end - 1;
    } else rest.push(lines[at] ?? "");
  }
  const html = toHtml(rest.join("\n"));
  // A mark that did not become a paragraph is in a code block, where the lines stay as they were.
  return html.replace(MARKED, (_, paragraph, other) =>
    paragraph ? writeTable(tables[paragraph] ?? [], toHtml) : escapeHtml((tables[other] ?? []).join("\n")),
  );
}

const linesOf = (text: string) => text.split(/\r?\n/);

/** The line after the table that begins here, or this line if none does. */
function endOfTable(lines: readonly string[], start: number): number {
  const [header = "", delimiter = ""] = lines.slice(start, start + 2);
  if (!header.includes("|") || !delimiter.includes("|") || !TABLE_LINE.test(header)) return start;
  const delimiters = cellsOf(delimiter);
  const isTable = delimiters.every((cell) => /^:?-+:?$/.test(cell)) && delimiters.length === cellsOf(header).length;
  if (!isTable) return start;
  let end = start + 2;
  while (lines[end]?.includes("|")) end++;
  return end;
}

function cellsOf(line: string): readonly string[] {
  const inner = line
    .trim()
    .replace(/^\|/, "")
    .replace(/(?<!\\)\|$/, "");
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));
}

function writeTable([header = "", , ...rows]: readonly string[], toHtml: ToHtml): string {
  const names = cellsOf(header);
  const row = (tag: string, cells: readonly string[]) =>
    `<tr>${names.map((_, index) => `<${tag}>${inline(cells[index] ?? "", toHtml)}</${tag}>`).join("")}</tr>`;
  const body = rows.map((line) => row("td", cellsOf(line))).join("");
  return `<table><thead>${row("th", names)}</thead><tbody>${body}</tbody></table>`;
}

/** A cell contains no blocks. As a heading, "1. May" does not become a list. */
function inline(cell: string, toHtml: ToHtml): string {
  return toHtml(`# ${cell}`).replace(/^<h1>|<\/h1>\n?$/g, "");
}

import { micromark } from "micromark";
import { gfmTable, gfmTableHtml } from "micromark-extension-gfm-table";

const FORMATTED = /^(?:#{1,4} |[-*+] |\d+[.)] |> |```|---$)|\*\*[^*\n]+\*\*|\[[^[\]]+\]\([^()]+\)/m;
/** A line such as `|:--|--:|`. */
const BELOW_HEADER = /^(?=[^|\n]*\|)[ |:-]+\r?$/m;

/** The HTML of plain text that is Markdown; undefined if the text should stay as it is. */
export function convertMarkdown(text: string): string | undefined {
  const isFormatted = FORMATTED.test(text);
  if (!isFormatted && !BELOW_HEADER.test(text)) return undefined;
  const html = micromark(text, { extensions: [gfmTable()], htmlExtensions: [gfmTableHtml()] });
  return isFormatted || html.includes("<table>") ? html : undefined;
}

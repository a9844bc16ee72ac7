// Splits a page around its content, which authors have written. An attribute in it may contain a literal "<script", so
// code that reads or rewrites tags as text only uses the other two parts.
export function splitAtMain(html: string): readonly [before: string, content: string, after: string] {
  const start = html.indexOf("<main");
  const end = html.lastIndexOf("</main>");
  return start < 0 || end < start ? [html, "", ""] : [html.slice(0, start), html.slice(start, end), html.slice(end)];
}

/**
 * A page as what is ours, the content with whatever others have written in it, and ours again. An attribute may hold
 * "<script" as it stands, so whoever reads or rewrites tags as text keeps to the parts that are ours.
 */
export function splitAtMain(html: string): readonly [before: string, content: string, after: string] {
  const start = html.indexOf("<main");
  const end = html.lastIndexOf("</main>");
  return start < 0 || end < start ? [html, "", ""] : [html.slice(0, start), html.slice(start, end), html.slice(end)];
}

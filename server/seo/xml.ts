const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** What XML cannot hold at all. */
// oxlint-disable-next-line no-control-regex -- control characters are exactly what is looked for
const UNSPEAKABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Text for an element or an attribute of XML or HTML. */
export function escapeXml(text: string): string {
  return text.replace(UNSPEAKABLE, "").replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);
}

export const XML_HEAD = '<?xml version="1.0" encoding="utf-8"?>\n';

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** Text for an element or an attribute of XML or HTML. What XML cannot hold at all is left out. */
export function escapeXml(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are exactly what is looked for
  return text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "")
    .replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);
}

export const XML_HEAD = '<?xml version="1.0" encoding="utf-8"?>\n';

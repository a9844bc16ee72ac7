import { escapeHtml } from "../../domain/escape-html.ts";

/** Characters that XML does not allow. */
// oxlint-disable-next-line no-control-regex -- control characters are exactly what is looked for
const INVALID_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Text for an element or an attribute of XML or HTML. */
export function escapeXml(text: string): string {
  return escapeHtml(text.replace(INVALID_CHARACTERS, ""));
}

export const XML_HEAD = '<?xml version="1.0" encoding="utf-8"?>\n';

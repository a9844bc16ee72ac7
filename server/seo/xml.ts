import { escapeHtml } from "../../domain/escape-html.ts";

/** Characters that XML forbids or advises against. */
const INVALID_CHARACTERS = /(?![\t\n\r])[\p{Cc}\ufffe\uffff]/gu;

/** Text for an element or an attribute of XML or HTML. */
export const escapeXml = (text: string): string => escapeHtml(text.replace(INVALID_CHARACTERS, ""));

export const XML_HEAD = '<?xml version="1.0" encoding="utf-8"?>\n';

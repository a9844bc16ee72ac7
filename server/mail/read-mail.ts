import { createHash } from "node:crypto";
import { fromHtml } from "hast-util-from-html";
import { type ParsedMail, simpleParser } from "mailparser";

type MailFile = { readonly name: string; readonly type: string; readonly size: number; readonly bytes: Buffer | null };

export type IncomingMail = {
  readonly fingerprint: string;
  readonly internetId: string | null;
  readonly sender: string;
  readonly name: string;
  readonly subject: string;
  readonly text: string;
  /** Somebody has written it, a program has, or it tells that a mail was not delivered. */
  readonly kind: "mail" | "automatic" | "bounce";
  /** Why a mail was not delivered for good. */
  readonly returned: string | null;
  /** The headers that name recipients, also those that servers add on the way. */
  readonly recipients: string;
  readonly references: readonly string[];
  readonly files: readonly MailFile[];
};

/** Longer mails are read up to here. Their last file is cut, so it is named and not kept. */
export const MAX_MAIL_BYTES = 14 * 1024 * 1024;
const MAX_FILE_BYTES = 10 * 1024 * 1024;
const MAX_FILES = 20;
const MAX_TEXT_LENGTH = 20_000;
const MAX_HTML_LENGTH = 500_000;
const MAX_REFERENCES = 100;
const RECIPIENTS = new Set(["to", "cc", "delivered-to", "x-original-to", "envelope-to", "x-forwarded-to"]);
const ADDRESS = /^[^@\s<>]{1,200}@[^@\s<>]{1,100}$/;
const UNKNOWN_SENDER = "unknown@sender.invalid";

/** Reads any bytes as a mail. What cannot be read is kept as a file. */
export async function readMail(raw: Buffer, size: number): Promise<IncomingMail> {
  const parsed = await parse(raw);
  const isCut = size > raw.length;
  const { value: [author] = [] } = parsed?.from ?? {};
  const sender = ADDRESS.test(author?.address ?? "") ? (author?.address ?? "") : UNKNOWN_SENDER;
  const text = textOf(parsed);
  const files = await filesOf(parsed, isCut);
  if (text.length > MAX_TEXT_LENGTH) files.push(fileOf("message.txt", Buffer.from(text)));
  if (!text && (!parsed || files.length === 0)) files.push(fileOf("message.eml", raw));
  const notes = isCut ? `\n\n(This email has ${Math.ceil(size / 1024 ** 2)} MB. All of it is in the mailbox.)` : "";
  const internetId = /<[^<>\s]{1,300}>/.exec(parsed?.messageId ?? "")?.[0] ?? null;
  const kind = kindOf(parsed);
  return {
    fingerprint: fingerprintOf([internetId ?? raw, sender, text, ...files.map(({ bytes }) => bytes ?? "")]),
    internetId,
    sender,
    name:
      plain(author?.name ?? "")
        .trim()
        .slice(0, 120) || sender.slice(0, 120),
    subject:
      plain(parsed?.subject ?? "")
        .trim()
        .slice(0, 500) || "(no subject)",
    text: (text.slice(0, MAX_TEXT_LENGTH - 200).toWellFormed() || "(This email has no text.)") + notes,
    kind,
    returned: kind === "bounce" ? reasonOf(parsed) : null,
    recipients: (parsed?.headerLines ?? [])
      .filter(({ key }) => RECIPIENTS.has(key))
      .map(({ line }) => line)
      .join("\n"),
    references: [parsed?.inReplyTo ?? "", parsed?.references ?? []]
      .flat()
      .flatMap((ids) => ids.match(/<[^<>\s]{1,300}>/g) ?? [])
      .slice(-MAX_REFERENCES),
    files: files.slice(0, MAX_FILES),
  };
}

/** Copies of a mail differ in what servers have added to its head. */
function fingerprintOf(parts: readonly (string | Buffer)[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(`${part.length}\n`).update(part);
  return hash.digest("hex");
}

async function parse(raw: Buffer): Promise<ParsedMail | undefined> {
  try {
    // mailparser reads text from HTML of one part only, and nested elements block it for seconds.
    return await simpleParser(raw, {
      skipTextToHtml: true,
      skipHtmlToText: true,
      skipImageLinks: true,
      keepDeliveryStatus: true,
    });
  } catch {
    return undefined;
  }
}

/** Of HTML that says much more than the plain text, the text stands above it. */
function textOf(parsed: ParsedMail | undefined): string {
  const own = plain(parsed?.text ?? "").trim();
  const ofHtml = plain(textOfHtml(parsed?.html || "")).trim();
  return ofHtml.length > 2 * own.length + 200 || !own ? `${ofHtml}\n\n${own}`.trim() : own;
}

/** Tags are cut out, not parsed: hostile mails nest tens of thousands of elements. */
function textOfHtml(html: string): string {
  const marked = html
    .slice(0, MAX_HTML_LENGTH)
    .replaceAll(/<!--[^]*?(?:-->|$)/g, "")
    .replaceAll(/<(script|style|title|template)\b[^]*?(?:<\/\1\s*>|$)/gi, "")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/<(?:br|hr|\/(?:p|div|li|tr|h[1-6]|blockquote))\b[^<>]*>/gi, "\n")
    .replaceAll(/<[/a-z!?][^<>]*>/gi, "")
    .replaceAll("<", "&lt;");
  const [text] = fromHtml(marked, { fragment: true }).children;
  if (text?.type !== "text") return "";
  return text.value
    .replaceAll(/[ \u00a0]+/g, " ")
    .replaceAll(/ ?\n ?/g, "\n")
    .replaceAll(/\n{3,}/g, "\n\n");
}

function kindOf(parsed: ParsedMail | undefined): IncomingMail["kind"] {
  const type = header(parsed, "content-type");
  if (/^multipart\/report\b/i.test(type) && /\bdelivery-status\b/i.test(type)) return "bounce";
  const isAutomatic =
    /^(?!no\b)\S/i.test(header(parsed, "auto-submitted")) ||
    /^(?:bulk|junk|list|auto_reply)\b/i.test(header(parsed, "precedence")) ||
    header(parsed, "x-autoreply") !== "" ||
    /^<>$/.test(header(parsed, "return-path"));
  return isAutomatic ? "automatic" : "mail";
}

function header(parsed: ParsedMail | undefined, name: string): string {
  const line = parsed?.headerLines.find(({ key }) => key === name)?.line ?? "";
  return line.slice(line.indexOf(":") + 1).trim();
}

/** A delay is no failure. */
function reasonOf(parsed: ParsedMail | undefined): string | null {
  const status = parsed?.attachments.find(({ contentType }) => contentType === "message/delivery-status");
  const fields = plain(status?.content.subarray(0, 10_000).toString() ?? "").replaceAll(/\n[ \t]+/g, " ");
  if (!/^action:\s*failed/im.test(fields)) return null;
  const reason = /^diagnostic-code:(.*)$/im.exec(fields)?.[1] ?? /^status:(.*)$/im.exec(fields)?.[1];
  return `Returned: ${reason?.trim().slice(0, 1_000) || "no reason given"}`;
}

async function filesOf(parsed: ParsedMail | undefined, isCut: boolean): Promise<MailFile[]> {
  const attachments = parsed?.attachments ?? [];
  const files = attachments.map(({ filename, content }, index) => {
    const isWhole = !isCut || index < attachments.length - 1;
    return fileOf(filename ?? "", content, isWhole);
  });
  if ((parsed?.html || "").length > MAX_HTML_LENGTH)
    files.push(fileOf("message.html", Buffer.from(parsed?.html || "")));
  const more = files.length - MAX_FILES;
  if (more <= 0) return files;
  const rest = {
    name: `${more + 1} more files, in the mailbox`,
    type: "application/octet-stream",
    size: 0,
    bytes: null,
  };
  return [...files.slice(0, MAX_FILES - 1), rest];
}

function fileOf(filename: string, content: Buffer, isWhole = true): MailFile {
  const [last = ""] = plain(filename).split(/[/\\]/).slice(-1);
  const name = last
    .replaceAll(/[:*?"<>|\s]+/g, " ")
    .slice(-150)
    .replace(/^[. ]+/, "")
    .toWellFormed()
    .trim();
  const bytes = isWhole && content.length <= MAX_FILE_BYTES ? content : null;
  return { name: name || "file", type: typeOf(content), size: content.length, bytes };
}

/** The first bytes decide, whatever the mail says. */
const TYPES = [
  ["application/pdf", "%PDF-"],
  ["image/png", "\x89PNG\r\n\x1a\n"],
  ["image/jpeg", "\xff\xd8\xff"],
  ["image/gif", "GIF8"],
  ["image/webp", "RIFF"],
  ["application/zip", "PK\x03\x04"],
] as const;

function typeOf(content: Buffer): string {
  const start = content.toString("latin1", 0, 12);
  const known = TYPES.find(([, first]) => start.startsWith(first))?.[0];
  if (known && (known !== "image/webp" || start.endsWith("WEBP"))) return known;
  return content.includes(0) ? "application/octet-stream" : "text/plain";
}

/** PostgreSQL stores no NUL; control and direction characters could imitate another text. */
const plain = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/(?![\t\n])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, "");

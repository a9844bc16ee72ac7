import { createTransport } from "nodemailer";

type Mail = {
  readonly kind: string;
  readonly recipient: string;
  readonly messageId: string;
  readonly subject: string;
  readonly text: string | null;
  readonly html: string | null;
  readonly replyTo: string | null;
  /** Message-IDs of the earlier mails of a conversation, oldest first. */
  readonly referenceIds: readonly string[];
  /** Where mail servers report to; the sender's address by default. */
  readonly returnPath?: string | undefined;
};

type Outcome = { readonly sent: true } | { readonly sent: false; readonly reason: string; readonly failure: Failure };

/** The recipient does not exist, the server refused this mail, or the server was unreachable. */
type Failure = "no-recipient" | "refused" | "unreachable";

export type Transport = {
  readonly send: (mail: Mail) => Promise<Outcome>;
  readonly close: () => void;
};

const TIMEOUT_MS = 30_000;

type SmtpOptions = { readonly url: string; readonly from: () => Sender; readonly timeoutMs?: number };
/** The value of MAIL_FROM, or a name that needs no escaping with its address. */
type Sender = string | { readonly name: string; readonly address: string };

export function createSmtp({ url, from, timeoutMs = TIMEOUT_MS }: SmtpOptions): Transport {
  const server = new URL(url);
  server.searchParams.set("pool", "true");
  server.searchParams.set("connectionTimeout", String(timeoutMs));
  server.searchParams.set("greetingTimeout", String(timeoutMs));
  server.searchParams.set("socketTimeout", String(timeoutMs));
  const connection = createTransport(server.href);
  return {
    async send({ kind, recipient, messageId, subject, text, html, replyTo, referenceIds, returnPath }) {
      try {
        await connection.sendMail({
          from: sender(from()),
          // An object is never parsed as a list of addresses.
          to: { name: "", address: recipient },
          messageId,
          subject,
          text: text ?? "",
          ...(html ? { html } : {}),
          ...(replyTo ? { replyTo: { name: "", address: replyTo } } : {}),
          ...(returnPath && { envelope: { from: returnPath, to: [recipient] } }),
          ...(referenceIds.length > 0 && { inReplyTo: referenceIds.at(-1), references: [...referenceIds] }),
          // Suppresses automatic replies, except to what a person has written.
          ...(kind !== "contact-reply" && { headers: { "Auto-Submitted": "auto-generated" } }),
          disableFileAccess: true,
          disableUrlAccess: true,
        });
        return { sent: true };
      } catch (error) {
        return { sent: false, reason: messageOf(error), failure: failureOf(error) };
      }
    },
    close: () => connection.close(),
  };
}

const sender = (from: Sender) => (typeof from === "string" ? from : { ...from });

const UNREACHABLE_CODES = new Set([
  "ECONNECTION",
  "ETIMEDOUT",
  "ESOCKET",
  "EDNS",
  "ETLS",
  "EPROXY",
  "EPROTOCOL",
  "EAUTH",
  "ENOAUTH",
  "EOAUTH2",
]);

type SmtpError = Error & { readonly code?: string; readonly command?: string; readonly response?: string };

function failureOf(error: unknown): Failure {
  if (!(error instanceof Error)) return "refused";
  const { code = "", command, response = "" } = error as SmtpError;
  if (UNREACHABLE_CODES.has(code)) return "unreachable";
  return command === "RCPT TO" && deniesRecipient(response) ? "no-recipient" : "refused";
}

/** qmail appends it as (#5.7.1). */
const ENHANCED_CODE = /(?:^\d{3}[ -]|#)(5\.\d{1,3}\.\d{1,3})\b/;
/** RFC 3463 codes for the recipient's address. 5.1.0, 5.1.7 and 5.1.8 may concern the sender's. */
const NO_SUCH_RECIPIENT = /^5\.1\.(?:[1-6]|10)$/;

/** Postfix also responds to RCPT TO with errors about blocklists, relays and senders, which may be resolved later. */
function deniesRecipient(response: string): boolean {
  const enhanced = ENHANCED_CODE.exec(response)?.[1];
  return enhanced ? NO_SUCH_RECIPIENT.test(enhanced) : /^55[013]/.test(response);
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

import { createTransport } from "nodemailer";

type Letter = {
  readonly recipient: string;
  readonly messageId: string;
  readonly subject: string;
  readonly text: string | null;
  readonly html: string | null;
  readonly replyTo: string | null;
};

type Outcome = { readonly sent: true } | { readonly sent: false; readonly reason: string; readonly failure: Failure };

/** Nobody lives there; or this mail was not taken; or the server was not reached, which says nothing of the mail. */
type Failure = "no-recipient" | "refused" | "unreached";

export type Transport = {
  readonly send: (letter: Letter) => Promise<Outcome>;
  readonly close: () => void;
};

const TIMEOUT_MS = 30_000;

type SmtpOptions = { readonly url: string; readonly from: string; readonly timeoutMs?: number };

export function createSmtp({ url, from, timeoutMs = TIMEOUT_MS }: SmtpOptions): Transport {
  const server = new URL(url);
  server.searchParams.set("pool", "true");
  server.searchParams.set("connectionTimeout", String(timeoutMs));
  server.searchParams.set("greetingTimeout", String(timeoutMs));
  server.searchParams.set("socketTimeout", String(timeoutMs));
  const connection = createTransport(server.href);
  return {
    async send({ recipient, messageId, subject, text, html, replyTo }) {
      try {
        await connection.sendMail({
          from,
          // As an object: never parsed as a list of several addresses.
          to: { name: "", address: recipient },
          messageId,
          subject,
          text: text ?? "",
          ...(html ? { html } : {}),
          ...(replyTo ? { replyTo: { name: "", address: replyTo } } : {}),
          // Answered by no machine's holiday note.
          headers: { "Auto-Submitted": "auto-generated" },
          disableFileAccess: true,
          disableUrlAccess: true,
        });
        return { sent: true };
      } catch (error) {
        return { sent: false, reason: wordsOf(error), failure: failureOf(error) };
      }
    },
    close: () => connection.close(),
  };
}

const UNREACHED = new Set([
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
  if (UNREACHED.has(code)) return "unreached";
  return command === "RCPT TO" && deniesRecipient(response) ? "no-recipient" : "refused";
}

/** qmail writes it as (#5.7.1) behind its sentence. */
const ENHANCED_CODE = /(?:^\d{3}[ -]|#)(5\.\d{1,3}\.\d{1,3})\b/;
/** RFC 3463 of the recipient's address. 5.1.0, 5.1.7 and 5.1.8 are also said of the sender's. */
const NO_SUCH_RECIPIENT = /^5\.1\.(?:[1-6]|10)$/;

/** Postfix tells of blocklists, relays and senders in answer to the recipient, too: these pass, or are ours to mend. */
function deniesRecipient(response: string): boolean {
  const enhanced = ENHANCED_CODE.exec(response)?.[1];
  return enhanced ? NO_SUCH_RECIPIENT.test(enhanced) : /^55[013]/.test(response);
}

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

import { createTransport } from "nodemailer";

type Letter = {
  readonly recipient: string;
  readonly messageId: string;
  readonly subject: string;
  readonly text: string | null;
  readonly html: string | null;
  readonly replyTo: string | null;
};

type Outcome = { readonly sent: true } | { readonly sent: false; readonly reason: string; readonly permanent: boolean };

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
        return { sent: false, reason: wordsOf(error), permanent: isRefusedAddress(error) };
      }
    },
    close: () => connection.close(),
  };
}

/** 5xx to the recipient is that address's last word; any other refusal may be our own misconfiguration. */
function isRefusedAddress(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { command, responseCode } = error as Error & { command?: string; responseCode?: number };
  return command === "RCPT TO" && (responseCode ?? 0) >= 500;
}

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

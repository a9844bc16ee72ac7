import { vi } from "vitest";
import { startSmtp } from "./smtp.ts";

type ReceivedMail = {
  readonly subject: string;
  readonly text: string;
  /** Of the link in it, which leads to the screen that verifies. */
  readonly link: URL;
  readonly tokenHash: string;
  readonly code: string;
};

export type Mailbox = {
  readonly url: string;
  /** The next mail to this address that was not read yet; waits for it. */
  read(to: string): Promise<ReceivedMail>;
  readonly recipients: readonly string[];
  /** The mails as they came over the line. */
  readonly received: readonly string[];
  /** Addresses at which nobody lives. */
  readonly refused: Set<string>;
  close(): Promise<void>;
};

/** A real mail server on loopback, for all addresses. */
export async function openMailbox(): Promise<Mailbox> {
  const unread: { to: string; raw: string }[] = [];
  const recipients: string[] = [];
  const received: string[] = [];
  const refused = new Set<string>();
  const { url, close } = await startSmtp({
    refuse: (address) => (refused.has(address) ? { responseCode: 550, message: "Nobody lives here" } : undefined),
    take(raw, to) {
      received.push(raw);
      unread.push(...to.map((address) => ({ to: address, raw })));
      recipients.push(...to);
    },
  });
  return {
    url,
    refused,
    received,
    recipients,
    read: (to) =>
      vi.waitFor(
        () => {
          const at = unread.findIndex((mail) => mail.to === to);
          const [mail] = at < 0 ? [] : unread.splice(at, 1);
          if (!mail) throw new Error(`No mail to ${to}`);
          return parse(mail.raw);
        },
        { timeout: 30_000, interval: 50 },
      ),
    close,
  };
}

/** Just enough of MIME for what nodemailer writes: the plain part, quoted-printable or not. */
function parse(raw: string): ReceivedMail {
  const part = /content-type: text\/plain[\s\S]*?\r\n\r\n([\s\S]*?)(?=\r\n--|$)/i.exec(raw);
  const isQuoted = /content-transfer-encoding: quoted-printable/i.test(part?.[0] ?? "");
  const text = isQuoted ? unquote(part?.[1] ?? "") : (part?.[1] ?? "");
  const link = URL.parse(/https?:\/\/\S+/.exec(text)?.[0] ?? "") ?? new URL("none:");
  return {
    subject: /^subject: (.*)$/im.exec(raw)?.[1]?.trim() ?? "",
    text,
    link,
    tokenHash: link.searchParams.get("token_hash") ?? "",
    code: /\b\d{6}\b/.exec(text.replaceAll(/https?:\/\/\S+/g, ""))?.[0] ?? "",
  };
}

function unquote(text: string): string {
  const joined = text.replaceAll("=\r\n", "");
  return joined.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)));
}

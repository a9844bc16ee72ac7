import { createSignatures, equalsInConstantTime } from "../../domain/signatures.ts";

export type ReplyAddress = {
  /** REPLY_ADDRESS with the id of a mail and its signature after a plus. */
  readonly sign: (mailId: string) => Promise<string>;
  /** The id of the mail whose signed address is in a text, such as the header To. */
  readonly findMail: (text: string) => Promise<string | undefined>;
  readonly domain: string;
};

/** With the id and the plus, a local part has at most 64 characters (RFC 5321). */
export const MAX_REPLY_LOCAL_LENGTH = 21;
const PURPOSE = "reply address";
/** An id of 16 bytes and 10 bytes of signature as Base32, because addresses may lose their case on the way. */
const TOKEN_LENGTH = 42;
const TOKEN = /\+([0-9a-v]{42})@/gi;
const BYTES = 26;
const SIGNATURE_BYTES = 10;
/** Each candidate costs a signature. */
const MAX_CANDIDATES = 20;

export function createReplyAddress(address: string, secret: string): ReplyAddress {
  const at = address.lastIndexOf("@");
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)];
  const { sign } = createSignatures(secret);

  async function signed(mailId: string): Promise<string> {
    const signature = Buffer.from(await sign(PURPOSE, mailId), "base64url").subarray(0, SIGNATURE_BYTES);
    const whole = BigInt(`0x${mailId.replaceAll("-", "")}${signature.toString("hex")}`);
    return `${local}+${whole.toString(32).padStart(TOKEN_LENGTH, "0")}@${domain}`;
  }

  return {
    sign: signed,
    domain,
    async findMail(text) {
      for (const [, given = ""] of [...text.matchAll(TOKEN)].slice(0, MAX_CANDIDATES)) {
        const hex = toHex(given);
        const mailId = hex.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
        const expected = (await signed(mailId)).slice(local.length + 1, -domain.length - 1);
        if (equalsInConstantTime(expected, given.toLowerCase())) return mailId;
      }
      return undefined;
    },
  };
}

function toHex(token: string): string {
  const whole = Array.from(token).reduce((sum, digit) => sum * 32n + BigInt(Number.parseInt(digit, 32)), 0n);
  return whole.toString(16).padStart(BYTES * 2, "0");
}

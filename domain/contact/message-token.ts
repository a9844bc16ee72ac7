import type { Signatures } from "../signatures.ts";

/** The token in a receipt's link: the message's id and a signature. */
export async function createMessageToken(id: string, { sign }: Signatures): Promise<string> {
  return id.replaceAll("-", "") + (await sign(PURPOSE, id));
}

/** The message's id; undefined if the signature is not valid. */
export async function readMessageToken(token: string, { isSigned }: Signatures): Promise<string | undefined> {
  const [, hex, signature] = TOKEN.exec(token) ?? [];
  const id = hex?.replace(UUID_PARTS, "$1-$2-$3-$4-$5");
  return id && signature && (await isSigned(PURPOSE, id, signature)) ? id : undefined;
}

const PURPOSE = "message";
const TOKEN = /^([\da-f]{32})([\w-]{22})$/;
const UUID_PARTS = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/;

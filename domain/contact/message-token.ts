import type { Signatures } from "../signatures.ts";

/** What the link in a receipt carries: the message's id and the proof that it was we who gave it out. */
export async function createMessageToken(id: string, { sign }: Signatures): Promise<string> {
  return id.replaceAll("-", "") + (await sign(PURPOSE, id));
}

/** The id of the message that a token is for, or nothing where it was not given out by us. */
export async function readMessageToken(token: string, { isSigned }: Signatures): Promise<string | undefined> {
  const [, hex, signature] = TOKEN.exec(token) ?? [];
  const id = hex?.replace(UUID_PARTS, "$1-$2-$3-$4-$5");
  return id && signature && (await isSigned(PURPOSE, id, signature)) ? id : undefined;
}

const PURPOSE = "message";
const TOKEN = /^([\da-f]{32})([\w-]{22})$/;
const UUID_PARTS = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/;

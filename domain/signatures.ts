/** Signs short texts. Uses only Web Crypto, because edge functions run it too. */
export type Signatures = {
  readonly sign: (purpose: string, text: string) => Promise<string>;
  readonly isSigned: (purpose: string, text: string, signature: string) => Promise<boolean>;
};

/** Half of a SHA-256 hash: safe from guessing, and short enough for a URL. */
const SIGNATURE_BYTES = 16;
const HMAC = { name: "HMAC", hash: "SHA-256" };

/** Signs with a derived key, so that signatures reveal nothing about the secret. */
export function createSignatures(secret: string): Signatures {
  const key = deriveKey(secret);
  async function sign(purpose: string, text: string): Promise<string> {
    const full = await crypto.subtle.sign(HMAC, await key, bytes(`${purpose}\n${text}`));
    return base64Url(new Uint8Array(full, 0, SIGNATURE_BYTES));
  }
  return {
    sign,
    async isSigned(purpose, text, signature) {
      return equalsInConstantTime(await sign(purpose, text), signature);
    },
  };
}

async function deriveKey(secret: string): Promise<CryptoKey> {
  const root = await crypto.subtle.importKey("raw", bytes(secret), HMAC, false, ["sign"]);
  const derived = await crypto.subtle.sign(HMAC, root, bytes("contact messages"));
  return crypto.subtle.importKey("raw", derived, HMAC, false, ["sign"]);
}

/** Compares every character, so that the timing does not reveal how many match. */
export function equalsInConstantTime(one: string, other: string): boolean {
  let difference = one.length ^ other.length;
  for (let at = 0; at < one.length; at++) difference |= one.charCodeAt(at) ^ other.charCodeAt(at);
  return difference === 0;
}

function base64Url(binary: Uint8Array): string {
  return btoa(String.fromCharCode(...binary))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

const bytes = (text: string) => new TextEncoder().encode(text);

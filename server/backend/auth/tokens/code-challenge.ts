import { createHash } from "node:crypto";
import { isSameSecret } from "../../keys.ts";
import { type AuthError, invalid } from "../errors.ts";
import { optionalText } from "../request.ts";

/** PKCE: only the browser that requested a mailed link can exchange it for a session. */
export type Challenge = { readonly method: "s256" | "plain"; readonly challenge: string };

const CHALLENGE = /^[A-Za-z0-9\-._~]{43,128}$/;

export const challengeFields = { code_challenge: optionalText, code_challenge_method: optionalText };

export function readChallenge(fields: {
  code_challenge: string;
  code_challenge_method: string;
}): Challenge | undefined | AuthError {
  const { code_challenge: challenge, code_challenge_method: given } = fields;
  if (!challenge && !given) return undefined;
  if (!challenge || !given) return invalid("PKCE flow requires code_challenge_method and code_challenge");
  const method = given.toLowerCase();
  if (method !== "s256" && method !== "plain") return invalid("code challenge method has to be s256 or plain");
  if (!CHALLENGE.test(challenge)) return invalid("code challenge has to be between 43 and 128 characters");
  return { method, challenge };
}

export function matchesChallenge(verifier: string, challenge: string, method: string): boolean {
  const derived = method === "s256" ? createHash("sha256").update(verifier).digest("base64url") : verifier;
  return isSameSecret(derived, challenge);
}

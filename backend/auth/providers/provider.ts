import type { Metadata } from "../users.ts";

/** A provider's facts about a person. */
export type Profile = {
  readonly subject: string;
  readonly email: string | undefined;
  /** Whether the provider asserts that the person can read this mailbox. */
  readonly isVerified: boolean;
  /** Stored with the identity; no picture, so that no page loads one from a third party. */
  readonly claims: Metadata;
};

export type ProviderTokens = { readonly accessToken: string; readonly refreshToken: string | undefined };

/** Secrets of one sign-in, kept on the server until the provider sends the browser back. */
export type ProviderSecrets = { readonly nonce: string; readonly verifier: string };

export type Provider = {
  readonly id: string;
  /** Where the browser goes. `hints` are parameters such as `prompt` and `login_hint`. */
  authorizationUrl(flow: ProviderSecrets & { state: string; scopes: string; hints: Metadata }): Promise<string>;
  /** Exchanges the code in the callback's address. Throws if the provider's response is not valid. */
  redeem(
    callback: URL,
    flow: ProviderSecrets & { state: string },
  ): Promise<{ profile: Profile; tokens: ProviderTokens }>;
  /** Undefined for providers without ID tokens. Returns undefined if the token is not valid, throws if the provider is unreachable. */
  readonly verifyIdToken?: (token: string, accessToken: string) => Promise<IdToken | undefined>;
};

export type IdToken = {
  readonly profile: Profile;
  readonly nonce: string;
  /** The part that the signature covers. The signature itself can be written in several ways. */
  readonly signed: string;
};

const MAX_CLAIM_LENGTH = 200;
const MAX_SUBJECT_LENGTH = 255;

type Named = {
  readonly issuer: string;
  readonly subject: string;
  readonly email?: string | undefined;
  readonly isVerified: boolean;
  readonly name?: unknown;
  readonly userName?: unknown;
};

export function createProfile({ issuer, subject, email, isVerified, name, userName }: Named): Profile {
  if (!subject || subject.length > MAX_SUBJECT_LENGTH || cleanText(subject) !== subject) {
    throw new Error("The provider sent an unusable subject");
  }
  const [fullName, shortName] = [cleanText(name), cleanText(userName)];
  const claims = {
    iss: issuer,
    sub: subject,
    provider_id: subject,
    ...(fullName && { name: fullName, full_name: fullName }),
    ...(shortName && { preferred_username: shortName, user_name: shortName }),
    ...(email && { email }),
    email_verified: isVerified,
    phone_verified: false,
  };
  return { subject, email, isVerified, claims };
}

/** PostgreSQL can store neither NUL nor lone surrogates. */
function cleanText(given: unknown): string {
  if (typeof given !== "string") return "";
  return given.replaceAll(/\p{Cc}|\p{Cs}/gu, "").slice(0, Math.max(MAX_CLAIM_LENGTH, MAX_SUBJECT_LENGTH));
}

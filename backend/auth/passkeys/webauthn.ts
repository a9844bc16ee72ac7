import { isIP } from "node:net";
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import type { AuthContext } from "../auth-context.ts";
import { AuthError } from "../errors.ts";
import type { User } from "../users.ts";

/** Also the time that a browser shows its dialog. */
export const CHALLENGE_LIFETIME_MS = 5 * 60_000;
const MAX_REASON_LENGTH = 200;

export type Credential = {
  /** In base64url, as in the browser's JSON. */
  readonly id: string;
  readonly publicKey: Uint8Array<ArrayBuffer>;
  readonly counter: number;
  readonly transports: readonly string[];
};

export type NewCredential = Credential & {
  readonly aaguid: string;
  readonly isBackupEligible: boolean;
  readonly isBackedUp: boolean;
};

type Expected = {
  readonly challenge: string;
  /** A sign-in without a password needs it; after a password, the presence of the user is enough. */
  readonly requireUserVerification: boolean;
};

/** Loaded at the first use, because most sites have no passkeys at their start. */
const load = () => import("@simplewebauthn/server");

export function requireRelyingParty({ relyingParty }: AuthContext): RelyingParty {
  if (!relyingParty) throw new AuthError(404, "passkey_disabled", "Passkeys are disabled");
  return relyingParty;
}

type CreationRequest = {
  readonly user: Pick<User, "id" | "email">;
  /** Credentials that the account has: a device is not added twice. */
  readonly known: readonly Pick<Credential, "id" | "transports">[];
  /** A passkey is found by the device itself; a second factor is found by the account. */
  readonly isPasskey: boolean;
};

export async function creationOptions(
  { siteName }: AuthContext,
  party: RelyingParty,
  { user, known, isPasskey }: CreationRequest,
) {
  const { generateRegistrationOptions } = await load();
  const name = user.email ?? user.id;
  return generateRegistrationOptions({
    rpName: siteName(),
    rpID: party.id,
    userID: new Uint8Array(Buffer.from(user.id)),
    userName: name,
    userDisplayName: name,
    timeout: CHALLENGE_LIFETIME_MS,
    attestationType: "none",
    excludeCredentials: known.map(({ id, transports }) => ({ id, transports: [...transports] })),
    authenticatorSelection: isPasskey
      ? { residentKey: "required", requireResidentKey: true, userVerification: "required" }
      : { residentKey: "discouraged", requireResidentKey: false, userVerification: "preferred" },
  });
}

/** Without `known` the browser offers every passkey that the device has for this site. */
export async function requestOptions(
  party: RelyingParty,
  known: readonly Pick<Credential, "id" | "transports">[] = [],
) {
  const { generateAuthenticationOptions } = await load();
  return generateAuthenticationOptions({
    rpID: party.id,
    timeout: CHALLENGE_LIFETIME_MS,
    userVerification: known.length === 0 ? "required" : "preferred",
    allowCredentials: known.map(({ id, transports }) => ({ id, transports: [...transports] })),
  });
}

/** Checks challenge, origin, relying party, user verification and signature of a new credential. */
export async function verifyCreation(
  context: AuthContext,
  party: RelyingParty,
  given: unknown,
  expected: Expected,
): Promise<NewCredential | undefined> {
  return unlessRefused(context, async () => {
    const response = given as RegistrationResponseJSON;
    const { verifyRegistrationResponse } = await load();
    await refuseCertificates(response);
    const { registrationInfo: found } = await verifyRegistrationResponse({ response, ...toOptions(party, expected) });
    if (!found) return undefined;
    const { id, publicKey, counter } = found.credential;
    return {
      id,
      publicKey,
      counter,
      transports: readTransports(response.response.transports),
      aaguid: found.aaguid,
      isBackupEligible: found.credentialDeviceType === "multiDevice",
      isBackedUp: found.credentialBackedUp,
    };
  });
}

/** Checks everything but the counter, which the caller compares while the stored one is locked. */
export async function verifyAssertion(
  context: AuthContext,
  party: RelyingParty,
  given: unknown,
  { credential, ...expected }: Expected & { readonly credential: Omit<Credential, "counter"> },
): Promise<{ readonly counter: number; readonly isBackedUp: boolean } | undefined> {
  return unlessRefused(context, async () => {
    const { verifyAuthenticationResponse } = await load();
    const { verified, authenticationInfo: info } = await verifyAuthenticationResponse({
      response: given as AuthenticationResponseJSON,
      // The library compares counters before the signature, so that anybody could pretend a clone.
      credential: { id: credential.id, publicKey: credential.publicKey, counter: 0 },
      ...toOptions(party, expected),
    });
    return verified ? { counter: info.newCounter, isBackedUp: info.credentialBackedUp } : undefined;
  });
}

// A counter that does not grow shows that the credential was copied. Many devices have no counter and always send 0.
// `subject` names the credential in the log.
export function isCloned({ log }: AuthContext, stored: number, received: number, subject: Record<string, string>) {
  if (received > stored || (received === 0 && stored === 0)) return false;
  log.error("credential refused: its counter went back, it may have been copied", { ...subject, stored, received });
  return true;
}

/** The credential that a browser's response names, in base64url. */
export function readCredentialId(given: unknown): string {
  const id: unknown = typeof given === "object" && given !== null && "id" in given ? given.id : undefined;
  return typeof id === "string" && id.length <= 2048 ? id : "";
}

function toOptions({ id, origin }: RelyingParty, { challenge, requireUserVerification }: Expected) {
  return { expectedChallenge: challenge, expectedOrigin: origin, expectedRPID: id, requireUserVerification };
}

/** No attestation is asked for. Verifying one could fetch revocation lists from addresses that its sender chose. */
async function refuseCertificates({ response }: RegistrationResponseJSON): Promise<void> {
  const { decodeAttestationObject } = await import("@simplewebauthn/server/helpers");
  const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(response.attestationObject, "base64url")));
  const [format, statement] = [decoded.get("fmt"), decoded.get("attStmt")];
  if (format !== "none" && (format !== "packed" || statement.get("x5c"))) throw new Error("Unexpected attestation");
}

/** The library throws for every response that it refuses, malformed ones included. */
async function unlessRefused<Result>(
  { log }: AuthContext,
  verify: () => Promise<Result | undefined>,
): Promise<Result | undefined> {
  try {
    return await verify();
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, MAX_REASON_LENGTH) : "unknown";
    log.warn("credential refused", { reason });
    return undefined;
  }
}

const TRANSPORTS = new Set(["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"]);

function readTransports(given: unknown): string[] {
  return Array.isArray(given) ? given.filter((each: unknown) => typeof each === "string" && TRANSPORTS.has(each)) : [];
}

/** The site as WebAuthn knows it: credentials are bound to `id`, and responses name `origin`. */
export type RelyingParty = { readonly id: string; readonly origin: string };

/** Browsers offer passkeys on https and on localhost only, and never for an IP address. */
export function relyingPartyOf(siteUrl: string): RelyingParty | undefined {
  const { protocol, hostname, origin } = new URL(siteUrl);
  const isSecure = protocol === "https:" || hostname === "localhost";
  return isSecure && !isIP(hostname) && !hostname.startsWith("[") ? { id: hostname, origin } : undefined;
}

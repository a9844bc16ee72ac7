import type { TransactionSql } from "postgres";
import type { AuthContext } from "../auth-context.ts";
import { AuthError, invalid } from "../errors.ts";
import { type Queries, toJson } from "../queries.ts";
import type { Factor } from "../user/factors.ts";
import type { User } from "../users.ts";
import {
  type Credential,
  creationOptions,
  isCloned,
  type NewCredential,
  readCredentialId,
  requestOptions,
  verifyAssertion,
  verifyCreation,
} from "./webauthn.ts";

/** A credential of a second factor as Supabase Auth stores it; bytes are in base64. */
export type StoredKey = {
  readonly id: string;
  readonly publicKey: string;
  readonly attestationType: string;
  readonly transport: readonly string[];
  readonly flags: Readonly<Record<string, boolean>>;
  readonly authenticator: { readonly AAGUID: string; readonly signCount: number };
};

type KeyRequest = Readonly<Record<string, unknown>> | null | undefined;

/** An unverified factor gets options for a new credential, a verified one those to use its own. */
export async function challengeKey(context: AuthContext, user: User, { status, web_authn_credential: stored }: Factor) {
  const { sql, relyingParty } = context;
  if (!relyingParty) {
    throw new AuthError(422, "mfa_webauthn_verify_not_enabled", "MFA verification is disabled for WebAuthn");
  }
  const isNew = status === "unverified" || !stored;
  const options = isNew
    ? await creationOptions(context, relyingParty, { user, known: await listKeys(sql, user.id), isPasskey: false })
    : await requestOptions(relyingParty, [toCredential(stored)]);
  const webauthn = { type: isNew ? "create" : "request", credential_options: { publicKey: options } };
  return { webauthn, stored: { challenge: options.challenge } };
}

/** A new credential is accepted for a new factor only; otherwise any key could replace the right one. */
export function checkKeyResponse({ status }: Factor, webauthn: KeyRequest): void {
  if (!webauthn) throw invalid("WebAuthn config required");
  const expected = status === "unverified" ? "create" : "request";
  if (webauthn["type"] !== expected) throw invalid(`WebAuthn type must be ${expected}`);
  if (!webauthn["credential_response"]) throw invalid("credential_response required");
}

type KeyAttempt = { readonly factor: Factor; readonly webauthn: KeyRequest; readonly challenge: string };

/** Stores the credential of a new factor, or the new counter of a known one. */
export async function verifyKey(
  context: AuthContext,
  sql: TransactionSql,
  { factor, webauthn, challenge }: KeyAttempt,
): Promise<boolean> {
  const { relyingParty: party } = context;
  const response = webauthn?.["credential_response"];
  // The password was checked before; older keys cannot verify their user.
  const expected = { challenge, requireUserVerification: false };
  if (!party || !challenge) return false;
  const [locked] = await sql<Pick<Factor, "status" | "web_authn_credential">[]>`
    select status, web_authn_credential from auth.mfa_factors where id = ${factor.id} for update`;
  // The factor was removed, or verified in another tab, since it was read.
  if (locked?.status !== factor.status) return false;
  if (factor.status === "unverified") {
    const created = await verifyCreation(context, party, response, expected);
    if (created) await storeKey(sql, factor.id, toStored(created));
    return created !== undefined;
  }
  const stored = locked.web_authn_credential;
  if (!stored) return false;
  const credential = toCredential(stored);
  if (readCredentialId(response) !== credential.id) return false;
  const verified = await verifyAssertion(context, party, response, { ...expected, credential });
  if (!verified || isCloned(context, credential.counter, verified.counter, { factor: factor.id })) return false;
  await storeKey(sql, factor.id, {
    ...stored,
    authenticator: { ...stored.authenticator, signCount: verified.counter },
  });
  return true;
}

async function storeKey(sql: Queries, factorId: string, key: StoredKey): Promise<void> {
  await sql`update auth.mfa_factors set web_authn_credential = ${toJson(sql, key)} where id = ${factorId}`;
}

async function listKeys(sql: Queries, userId: string): Promise<Credential[]> {
  const rows = await sql<{ key: StoredKey }[]>`
    select web_authn_credential as key from auth.mfa_factors
    where user_id = ${userId} and web_authn_credential is not null`;
  return rows.map(({ key }) => toCredential(key));
}

function toCredential({ id, publicKey, transport, authenticator }: StoredKey): Credential {
  return {
    id: Buffer.from(id, "base64").toString("base64url"),
    publicKey: new Uint8Array(Buffer.from(publicKey, "base64")),
    counter: authenticator.signCount,
    transports: transport,
  };
}

function toStored({ id, publicKey, counter, transports, aaguid, ...flags }: NewCredential): StoredKey {
  return {
    id: Buffer.from(id, "base64url").toString("base64"),
    publicKey: Buffer.from(publicKey).toString("base64"),
    attestationType: "none",
    transport: transports,
    flags: { userPresent: true, backupEligible: flags.isBackupEligible, backupState: flags.isBackedUp },
    authenticator: { AAGUID: Buffer.from(aaguid.replaceAll("-", ""), "hex").toString("base64"), signCount: counter },
  };
}

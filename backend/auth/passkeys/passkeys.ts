import { randomUUID } from "node:crypto";
import type { TransactionSql } from "postgres";
import * as v from "valibot";
import { findRequested } from "../admin/admin-users.ts";
import { SERVICE, writeAudit } from "../admin/audit.ts";
import type { AuthContext } from "../auth-context.ts";
import { type Caller, lockCaller } from "../caller.ts";
import { AuthError, invalid, userBanned } from "../errors.ts";
import { sendNotice } from "../mail/send-link.ts";
import { type Queries, toJson } from "../queries.ts";
import {
  type AuthRequest,
  equalizeTiming,
  isUuid,
  json,
  noContent,
  optionalRecord,
  optionalText,
  readFields,
} from "../request.ts";
import { startSession } from "../sessions.ts";
import { checkFreshProof, hasOwnProof } from "../user/session-proof.ts";
import { findUser, isBanned, lockUser, omitEmpty, type User } from "../users.ts";
import {
  CHALLENGE_LIFETIME_MS,
  creationOptions,
  isCloned,
  type NewCredential,
  readCredentialId,
  type RelyingParty,
  requestOptions,
  requireRelyingParty,
  verifyAssertion,
  verifyCreation,
} from "./webauthn.ts";

const MAX_PASSKEYS = 10;
const DEFAULT_NAME = "Passkey";

/** POST /passkeys/registration/options */
export async function startRegistration(
  context: AuthContext,
  _request: AuthRequest,
  caller: Caller,
): Promise<Response> {
  const party = requireRelyingParty(context);
  const { user } = caller;
  checkPasskeyProof(context, caller);
  await checkCount(context.sql, user.id);
  await context.rateLimits.consume("enroll-by-account", user.id);
  const known = await context.sql<{ id: string; transports: string[] }[]>`
    select translate(encode(credential_id, 'base64'), E'+/=\n', '-_') as id, transports
    from auth.webauthn_credentials where user_id = ${user.id}`;
  const options = await creationOptions(context, party, { user, known, isPasskey: true });
  return sendChallenge(context, "registration", options, user.id);
}

/** POST /passkeys/registration/verify */
export async function finishRegistration(
  context: AuthContext,
  request: AuthRequest,
  caller: Caller,
): Promise<Response> {
  const party = requireRelyingParty(context);
  const used = await consumeChallenge(context, request, "registration", caller.user.id);
  const expected = { challenge: used.challenge, requireUserVerification: true };
  const credential = await verifyCreation(context, party, used.credential, expected);
  if (!credential) throw verificationFailed();
  const passkey = await context.sql.begin(async (sql) => {
    const current = await lockCaller(sql, caller);
    checkPasskeyProof(context, current);
    await checkCount(sql, current.user.id);
    return storePasskey(context, sql, { user: current.user, credential, address: request.address });
  });
  return json(passkey);
}

type NewPasskey = { readonly user: User; readonly credential: NewCredential; readonly address: string };

async function storePasskey(context: AuthContext, sql: TransactionSql, { user, credential, address }: NewPasskey) {
  const id = randomUUID();
  const now = context.clock();
  const [stored] = await sql`
    insert into auth.webauthn_credentials (id, user_id, credential_id, public_key, attestation_type, aaguid, sign_count,
      transports, backup_eligible, backed_up, friendly_name, created_at, updated_at)
    values (${id}, ${user.id}, ${Buffer.from(credential.id, "base64url")}, ${Buffer.from(credential.publicKey)}, 'none',
      ${credential.aaguid}, ${credential.counter}, ${toJson(sql, credential.transports)}, ${credential.isBackupEligible},
      ${credential.isBackedUp}, ${DEFAULT_NAME}, ${now}, ${now})
    on conflict (credential_id) do nothing returning id`;
  if (!stored) throw new AuthError(422, "webauthn_credential_exists", "This credential is already registered");
  await writeAudit(sql, { action: "passkey_created", actor: user, address, now, traits: { passkey_id: id } });
  await sendNotice(context, sql, "passkey-added", user);
  return { id, friendly_name: DEFAULT_NAME, created_at: now };
}

/** A passkey signs in, so adding and removing one needs what other ways to sign in need. */
function checkPasskeyProof(context: AuthContext, caller: Caller): void {
  if (caller.user.is_anonymous) {
    throw new AuthError(403, "no_authorization", "Anonymous user not allowed to perform these actions");
  }
  if (caller.user.is_sso_user) throw new AuthError(422, "validation_failed", "SSO users cannot register passkeys");
  if (!hasOwnProof(caller)) {
    const message = "AAL2 session is required to manage passkeys when MFA is enabled";
    throw new AuthError(403, "insufficient_aal", message);
  }
  checkFreshProof(context, caller, "Changing passkeys");
}

async function checkCount(sql: Queries, userId: string): Promise<void> {
  const rows = await sql`select id from auth.webauthn_credentials where user_id = ${userId} limit ${MAX_PASSKEYS}`;
  if (rows.length >= MAX_PASSKEYS) {
    throw new AuthError(422, "too_many_passkeys", "Maximum number of passkeys reached");
  }
}

type Passkey = { readonly id: string; readonly user_id: string; readonly public_key: Buffer };

/** POST /passkeys/authentication/options. The same for everybody: no address is asked for. */
export async function startAuthentication(context: AuthContext, { address }: AuthRequest): Promise<Response> {
  const party = requireRelyingParty(context);
  await context.rateLimits.consume("passkey-by-address", address);
  return sendChallenge(context, "authentication", await requestOptions(party), null);
}

/** POST /passkeys/authentication/verify. An unknown passkey gets the response of a wrong one, in the same time. */
export async function finishAuthentication(context: AuthContext, request: AuthRequest): Promise<Response> {
  const party = requireRelyingParty(context);
  await context.rateLimits.consume("sign-in-by-address", request.address);
  return equalizeTiming(context.minResponseMs, () => authenticate(context, request, party));
}

async function authenticate(context: AuthContext, request: AuthRequest, party: RelyingParty): Promise<Response> {
  const used = await consumeChallenge(context, request, "authentication", null);
  const credentialId = readCredentialId(used.credential);
  const [passkey] = await context.sql<Passkey[]>`
    select id, user_id, public_key from auth.webauthn_credentials
    where credential_id = ${Buffer.from(credentialId, "base64url")}`;
  if (!passkey || readUserHandle(used.credential) !== passkey.user_id) throw verificationFailed();
  const publicKey = new Uint8Array(passkey.public_key);
  const verified = await verifyAssertion(context, party, used.credential, {
    challenge: used.challenge,
    requireUserVerification: true,
    credential: { id: credentialId, publicKey, transports: [] },
  });
  if (!verified) throw verificationFailed();
  return json(await context.sql.begin((sql) => signIn(context, sql, { passkey, verified, request })));
}

type SignIn = {
  readonly passkey: Passkey;
  readonly verified: { readonly counter: number; readonly isBackedUp: boolean };
  readonly request: AuthRequest;
};

/** The state of an account is revealed only to the holder of its passkey. */
async function signIn(context: AuthContext, sql: TransactionSql, { passkey, verified, request }: SignIn) {
  await lockUser(sql, passkey.user_id);
  const [stored] = await sql<{ sign_count: string }[]>`
    select sign_count from auth.webauthn_credentials where id = ${passkey.id} for update`;
  const user = await findUser(sql, { id: passkey.user_id });
  if (!stored || !user?.email_confirmed_at) throw verificationFailed();
  const subject = { passkey: passkey.id, user: user.id };
  if (isCloned(context, Number(stored.sign_count), verified.counter, subject)) throw verificationFailed();
  const now = context.clock();
  if (isBanned(user, now)) throw userBanned(403);
  await sql`
    update auth.webauthn_credentials set sign_count = ${verified.counter}, backed_up = ${verified.isBackedUp},
      last_used_at = ${now}, updated_at = ${now} where id = ${passkey.id}`;
  const traits = { passkey_id: passkey.id };
  const session = await startSession(context, sql, { user, method: "passkey", request, traits });
  if (!session) throw verificationFailed();
  return session;
}

/** The account that the passkey was made for, as the device has stored it. */
function readUserHandle(credential: object): string {
  const response: unknown = "response" in credential ? credential.response : undefined;
  const given: unknown =
    typeof response === "object" && response !== null && "userHandle" in response ? response.userHandle : undefined;
  return typeof given === "string" ? Buffer.from(given, "base64url").toString() : "";
}

const MAX_NAME_LENGTH = 120;
const UpdateFields = v.object({ friendly_name: optionalText });

type PasskeyJson = {
  readonly id: string;
  readonly friendly_name: string;
  readonly created_at: Date;
  readonly last_used_at?: Date;
};

/** GET /passkeys */
export async function listPasskeys({ sql }: AuthContext, _request: AuthRequest, { user }: Caller) {
  return json(await readPasskeys(sql, user.id));
}

/** PATCH /passkeys/{id} */
export async function renamePasskey(context: AuthContext, request: AuthRequest, { user }: Caller): Promise<Response> {
  const fields = readFields(UpdateFields, request.body);
  const name = fields.friendly_name;
  if (!name) throw invalid("friendly_name is required");
  if (name.length > MAX_NAME_LENGTH) throw invalid(`friendly_name must be ${MAX_NAME_LENGTH} characters or less`);
  const now = context.clock();
  const renamed = await context.sql.begin(async (sql) => {
    const [passkey] = await sql<PasskeyJson[]>`
      update auth.webauthn_credentials set friendly_name = ${name}, updated_at = ${now}
      where id = ${passkeyId(request)} and user_id = ${user.id} returning ${columns(sql)}`;
    if (!passkey) throw passkeyNotFound();
    const traits = { passkey_id: passkey.id };
    await writeAudit(sql, { action: "passkey_updated", actor: user, address: request.address, now, traits });
    return passkey;
  });
  return json(omitEmpty(renamed));
}

/** DELETE /passkeys/{id}. It is never the last way in: every account that may add one has an address for mailed links. */
export async function removePasskey(context: AuthContext, request: AuthRequest, caller: Caller): Promise<Response> {
  await context.sql.begin(async (sql) => {
    const current = await lockCaller(sql, caller);
    checkPasskeyProof(context, current);
    await deletePasskey(context, sql, { request, user: current.user, actor: current.user });
  });
  return noContent();
}

/** GET /admin/users/{id}/passkeys */
export async function listPasskeysByAdmin(context: AuthContext, request: AuthRequest): Promise<Response> {
  const user = await findRequested(context, request);
  return json(await readPasskeys(context.sql, user.id));
}

/** DELETE /admin/users/{id}/passkeys/{passkeyId} */
export async function removePasskeyByAdmin(context: AuthContext, request: AuthRequest): Promise<Response> {
  const user = await findRequested(context, request);
  await context.sql.begin((sql) => deletePasskey(context, sql, { request, user, actor: SERVICE }));
  return noContent();
}

type Removal = {
  readonly request: AuthRequest;
  readonly user: User;
  readonly actor: Pick<User, "id" | "email">;
};

async function deletePasskey(
  context: AuthContext,
  sql: TransactionSql,
  { request, user, actor }: Removal,
): Promise<void> {
  const [removed] = await sql<{ id: string }[]>`
    delete from auth.webauthn_credentials where id = ${passkeyId(request)} and user_id = ${user.id} returning id`;
  if (!removed) throw passkeyNotFound();
  const traits = { passkey_id: removed.id, user_id: user.id };
  const { address } = request;
  await writeAudit(sql, { action: "passkey_deleted", actor, address, now: context.clock(), traits });
  await sendNotice(context, sql, "passkey-removed", user);
}

async function readPasskeys(sql: Queries, userId: string) {
  const rows = await sql<PasskeyJson[]>`
    select ${columns(sql)} from auth.webauthn_credentials where user_id = ${userId} order by created_at, id`;
  return rows.map(omitEmpty);
}

function columns(sql: Queries) {
  return sql`id, friendly_name, created_at, last_used_at`;
}

/** An id that is none belongs to no passkey. */
function passkeyId({ params }: AuthRequest): string | null {
  const id = params["passkeyId"] ?? "";
  return isUuid(id) ? id : null;
}

function passkeyNotFound(): AuthError {
  return new AuthError(404, "validation_failed", "Passkey not found");
}

type ChallengeType = "registration" | "authentication";

const VerifyFields = v.object({ challenge_id: optionalText, credential: optionalRecord });

/** Stores the challenge of `options` and returns the response that auth-js passes to the browser. */
async function sendChallenge(
  { sql, clock }: AuthContext,
  type: ChallengeType,
  options: { readonly challenge: string },
  userId: string | null,
): Promise<Response> {
  const id = randomUUID();
  const now = clock();
  const expiresAt = new Date(now.getTime() + CHALLENGE_LIFETIME_MS);
  await sql`
    insert into auth.webauthn_challenges (id, user_id, challenge_type, session_data, created_at, expires_at)
    values (${id}, ${userId}, ${type}, ${toJson(sql, { challenge: options.challenge })}, ${now}, ${expiresAt})`;
  return json({ challenge_id: id, options, expires_at: Math.floor(expiresAt.getTime() / 1000) });
}

/** Deletes the challenge before anything is verified, so that it is used once, whatever the outcome. */
async function consumeChallenge(
  { sql, clock }: AuthContext,
  request: AuthRequest,
  type: ChallengeType,
  userId: string | null,
): Promise<{ readonly challenge: string; readonly credential: object }> {
  const fields = readFields(VerifyFields, request.body);
  const { challenge_id: id, credential } = fields;
  if (!id) throw invalid("challenge_id is required");
  if (!credential) throw invalid("credential is required");
  if (!isUuid(id)) throw invalid("challenge_id must be a valid UUID");
  const [row] = await sql<{ challenge: string; expires_at: Date }[]>`
    delete from auth.webauthn_challenges
    where id = ${id} and challenge_type = ${type} and user_id is not distinct from ${userId}
    returning session_data ->> 'challenge' as challenge, expires_at`;
  if (!row) throw new AuthError(400, "webauthn_challenge_not_found", "Challenge not found or already used");
  if (row.expires_at <= clock()) throw new AuthError(400, "webauthn_challenge_expired", "Challenge has expired");
  return { challenge: row.challenge, credential };
}

const verificationFailed = () => new AuthError(400, "webauthn_verification_failed", "Credential verification failed");

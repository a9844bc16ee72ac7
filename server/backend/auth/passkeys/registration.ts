import { randomUUID } from "node:crypto";
import type { TransactionSql } from "postgres";
import { writeAudit } from "../admin/audit.ts";
import type { AuthContext } from "../auth-context.ts";
import { type Caller, lockCaller } from "../caller.ts";
import { AuthError } from "../errors.ts";
import { noticeMail } from "../mail/security-notices.ts";
import { type Queries, toJson } from "../queries.ts";
import { type AuthRequest, type AuthResponse, json } from "../request.ts";
import { checkFreshProof, hasOwnProof } from "../user/session-proof.ts";
import { consumeChallenge, sendChallenge, verificationFailed } from "./challenges.ts";
import { creationOptions, type NewCredential, requireRelyingParty, verifyCreation } from "./webauthn.ts";

const MAX_PASSKEYS = 10;
const DEFAULT_NAME = "Passkey";

/** POST /passkeys/registration/options */
export async function startRegistration(
  context: AuthContext,
  _request: AuthRequest,
  caller: Caller,
): Promise<AuthResponse> {
  const party = requireRelyingParty(context);
  if (party instanceof AuthError) return party;
  const { user } = caller;
  const refused =
    checkPasskeyProof(context, caller) ??
    (await checkCount(context.sql, user.id)) ??
    (await context.rateLimits.consume("enroll-by-account", user.id));
  if (refused) return refused;
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
): Promise<AuthResponse> {
  const party = requireRelyingParty(context);
  if (party instanceof AuthError) return party;
  const used = await consumeChallenge(context, request, "registration", caller.user.id);
  if (used instanceof AuthError) return used;
  const expected = { challenge: used.challenge, requireUserVerification: true };
  const credential = await verifyCreation(context, party, used.credential, expected);
  if (!credential) return verificationFailed();
  const outcome = await context.sql.begin(async (sql) => {
    const current = await lockCaller(sql, caller);
    if (current instanceof AuthError) return current;
    const refused = checkPasskeyProof(context, current) ?? (await checkCount(sql, current.user.id));
    return refused ?? storePasskey(context, sql, { caller: current, credential, address: request.address });
  });
  return outcome instanceof AuthError ? outcome : json(outcome);
}

type NewPasskey = { readonly caller: Caller; readonly credential: NewCredential; readonly address: string };

async function storePasskey(
  context: AuthContext,
  sql: TransactionSql,
  { caller: { user }, credential, address }: NewPasskey,
) {
  const id = randomUUID();
  const now = context.clock();
  const [stored] = await sql`
    insert into auth.webauthn_credentials (id, user_id, credential_id, public_key, attestation_type, aaguid, sign_count,
      transports, backup_eligible, backed_up, friendly_name, created_at, updated_at)
    values (${id}, ${user.id}, ${Buffer.from(credential.id, "base64url")}, ${Buffer.from(credential.publicKey)}, 'none',
      ${credential.aaguid}, ${credential.counter}, ${toJson(sql, credential.transports)}, ${credential.isBackupEligible},
      ${credential.isBackedUp}, ${DEFAULT_NAME}, ${now}, ${now})
    on conflict (credential_id) do nothing returning id`;
  if (!stored) return new AuthError(422, "webauthn_credential_exists", "This credential is already registered");
  await writeAudit(sql, { action: "passkey_created", actor: user, address, now, traits: { passkey_id: id } });
  if (user.email) await context.mailer.send(noticeMail("passkey-added", user.email, context.siteUrl), sql);
  return { id, friendly_name: DEFAULT_NAME, created_at: now };
}

/** A passkey signs in, so adding and removing one needs what other ways to sign in need. */
export function checkPasskeyProof(context: AuthContext, caller: Caller): AuthError | undefined {
  if (caller.user.is_anonymous) {
    return new AuthError(403, "no_authorization", "Anonymous user not allowed to perform these actions");
  }
  if (caller.user.is_sso_user) return new AuthError(422, "validation_failed", "SSO users cannot register passkeys");
  if (!hasOwnProof(caller)) {
    const message = "AAL2 session is required to manage passkeys when MFA is enabled";
    return new AuthError(403, "insufficient_aal", message);
  }
  return checkFreshProof(context, caller, "Changing passkeys");
}

async function checkCount(sql: Queries, userId: string): Promise<AuthError | undefined> {
  const rows = await sql`select id from auth.webauthn_credentials where user_id = ${userId} limit ${MAX_PASSKEYS}`;
  if (rows.length < MAX_PASSKEYS) return undefined;
  return new AuthError(422, "too_many_passkeys", "Maximum number of passkeys reached");
}

import type { TransactionSql } from "postgres";
import type { RelyingParty } from "../../../relying-party.ts";
import type { AuthContext } from "../auth-context.ts";
import { equalizeTiming } from "../equalize-timing.ts";
import { AuthError, userBanned } from "../errors.ts";
import { type AuthRequest, type AuthResponse, json } from "../request.ts";
import { startSession } from "../sessions.ts";
import { findUser, isBanned, lockUser } from "../users.ts";
import { consumeChallenge, sendChallenge, verificationFailed } from "./challenges.ts";
import { isCloned, readCredentialId, requestOptions, requireRelyingParty, verifyAssertion } from "./webauthn.ts";

type Passkey = { readonly id: string; readonly user_id: string; readonly public_key: Buffer };

/** POST /passkeys/authentication/options. The same for everybody: no address is asked for. */
export async function startAuthentication(context: AuthContext, { address }: AuthRequest): Promise<AuthResponse> {
  const party = requireRelyingParty(context);
  if (party instanceof AuthError) return party;
  const limited = await context.rateLimits.consume("passkey-by-address", address);
  return limited ?? sendChallenge(context, "authentication", await requestOptions(party), null);
}

/** POST /passkeys/authentication/verify. An unknown passkey gets the response of a wrong one, in the same time. */
export async function finishAuthentication(context: AuthContext, request: AuthRequest): Promise<AuthResponse> {
  const party = requireRelyingParty(context);
  if (party instanceof AuthError) return party;
  const limited = await context.rateLimits.consume("sign-in-by-address", request.address);
  if (limited) return limited;
  return equalizeTiming(context.minResponseMs, () => authenticate(context, request, party));
}

async function authenticate(context: AuthContext, request: AuthRequest, party: RelyingParty): Promise<AuthResponse> {
  const used = await consumeChallenge(context, request, "authentication", null);
  if (used instanceof AuthError) return used;
  const credentialId = readCredentialId(used.credential);
  const [passkey] = await context.sql<Passkey[]>`
    select id, user_id, public_key from auth.webauthn_credentials
    where credential_id = ${Buffer.from(credentialId, "base64url")}`;
  if (!passkey || readUserHandle(used.credential) !== passkey.user_id) return verificationFailed();
  const publicKey = new Uint8Array(passkey.public_key);
  const verified = await verifyAssertion(context, party, used.credential, {
    challenge: used.challenge,
    requireUserVerification: true,
    credential: { id: credentialId, publicKey, transports: [] },
  });
  if (!verified) return verificationFailed();
  const outcome = await context.sql.begin((sql) => signIn(context, sql, { passkey, verified, request }));
  return outcome instanceof AuthError ? outcome : json(outcome);
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
  if (!stored || !user?.email_confirmed_at) return verificationFailed();
  const subject = { passkey: passkey.id, user: user.id };
  if (isCloned(context, Number(stored.sign_count), verified.counter, subject)) return verificationFailed();
  const now = context.clock();
  if (isBanned(user, now)) return userBanned(403);
  await sql`
    update auth.webauthn_credentials set sign_count = ${verified.counter}, backed_up = ${verified.isBackedUp},
      last_used_at = ${now}, updated_at = ${now} where id = ${passkey.id}`;
  const traits = { passkey_id: passkey.id };
  const session = await startSession(context, sql, { user, method: "passkey", request, traits });
  return session ?? verificationFailed();
}

/** The account that the passkey was made for, as the device has stored it. */
function readUserHandle(credential: object): string {
  const response: unknown = "response" in credential ? credential.response : undefined;
  const given: unknown =
    typeof response === "object" && response !== null && "userHandle" in response ? response.userHandle : undefined;
  return typeof given === "string" ? Buffer.from(given, "base64url").toString() : "";
}

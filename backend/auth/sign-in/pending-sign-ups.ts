import { type Queries, toJson } from "../queries.ts";
import { type Challenge, matchesChallenge } from "../tokens/pkce.ts";
import { createEmailClaims, type Metadata, type User } from "../users.ts";

type SignUp = {
  readonly userId: string;
  readonly passwordHash: string;
  readonly userMetadata: Metadata;
  readonly challenge: Challenge;
  readonly now: Date;
};

// Anyone can sign up with any address. The password of a sign-up is therefore stored apart from the account until the
// browser that signed up confirms the address; only this browser knows the code verifier.
export async function storePendingSignUp(sql: Queries, signUp: SignUp): Promise<void> {
  const { userId, passwordHash, userMetadata, challenge, now } = signUp;
  await sql`
    insert into auth.pending_sign_ups (user_id, password_hash, user_metadata, code_challenge_method, code_challenge, created_at)
    values (${userId}, ${passwordHash}, ${toJson(sql, userMetadata)}, ${challenge.method}, ${challenge.challenge}, ${now})`;
}

/** Each sign-up creates a new account; earlier pending sign-ups of the address move to it. */
export async function movePendingSignUps(sql: Queries, from: string, to: string): Promise<void> {
  await sql`update auth.pending_sign_ups set user_id = ${to} where user_id = ${from}`;
}

export async function deletePendingSignUps(sql: Queries, userId: string): Promise<void> {
  await sql`delete from auth.pending_sign_ups where user_id = ${userId}`;
}

// Called when the address is confirmed. The pending sign-up that matches a verifier sets the password of the account;
// all others are deleted. Without a match the account keeps no password, or that of the admin API.
export async function completeSignUp(sql: Queries, user: User, verifiers: readonly string[]): Promise<void> {
  const pending = await sql<
    { password_hash: string; user_metadata: Metadata; code_challenge: string; code_challenge_method: string }[]
  >`
    delete from auth.pending_sign_ups where user_id = ${user.id}
    returning password_hash, user_metadata, code_challenge, code_challenge_method`;
  const proven = pending.find(({ code_challenge: challenge, code_challenge_method: method }) =>
    verifiers.some((verifier) => matchesChallenge(verifier, challenge, method)),
  );
  if (!proven || user.encrypted_password) return;
  const metadata = toJson(sql, { ...proven.user_metadata, ...createEmailClaims(user.id, user.email ?? "", true) });
  await sql`
    update auth.users set encrypted_password = ${proven.password_hash}, raw_user_meta_data = ${metadata}
    where id = ${user.id}`;
  await sql`update auth.identities set identity_data = ${metadata} where user_id = ${user.id} and provider = 'email'`;
}

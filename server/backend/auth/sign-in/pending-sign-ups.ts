import { type Queries, toJson } from "../queries.ts";
import { type Challenge, matchesChallenge } from "../tokens/code-challenge.ts";
import { describeEmail, type Metadata, type User } from "../users.ts";

type SignUp = {
  readonly userId: string;
  readonly passwordHash: string;
  readonly userMetadata: Metadata;
  readonly challenge: Challenge;
  readonly now: Date;
};

/**
 * Anybody can sign up with any address. So the password of a sign-up is kept apart from the account until the address
 * is confirmed by the browser that signed up, which alone knows the verifier of the code challenge.
 */
export async function storePendingSignUp(sql: Queries, signUp: SignUp): Promise<void> {
  const { userId, passwordHash, userMetadata, challenge, now } = signUp;
  await sql`
    insert into auth.pending_sign_ups (user_id, password_hash, user_metadata, code_challenge_method, code_challenge, created_at)
    values (${userId}, ${passwordHash}, ${toJson(sql, userMetadata)}, ${challenge.method}, ${challenge.challenge}, ${now})`;
}

/** The latest sign-up has a new account; those of before still belong to the same address. */
export async function movePendingSignUps(sql: Queries, from: string, to: string): Promise<void> {
  await sql`update auth.pending_sign_ups set user_id = ${to} where user_id = ${from}`;
}

export async function deletePendingSignUps(sql: Queries, userId: string): Promise<void> {
  await sql`delete from auth.pending_sign_ups where user_id = ${userId}`;
}

/**
 * The address is confirmed: the sign-up that one of the verifiers proves gives the account its password, and all
 * others are over. Without proof the account has no password, or the one that was set through the admin API.
 */
export async function completeSignUp(sql: Queries, user: User, verifiers: readonly string[]): Promise<void> {
  const waiting = await sql<
    { password_hash: string; user_metadata: Metadata; code_challenge: string; code_challenge_method: string }[]
  >`
    delete from auth.pending_sign_ups where user_id = ${user.id}
    returning password_hash, user_metadata, code_challenge, code_challenge_method`;
  const proven = waiting.find(({ code_challenge: challenge, code_challenge_method: method }) =>
    verifiers.some((verifier) => matchesChallenge(verifier, challenge, method)),
  );
  if (!proven || user.encrypted_password) return;
  const metadata = toJson(sql, { ...proven.user_metadata, ...describeEmail(user.id, user.email ?? "", true) });
  await sql`
    update auth.users set encrypted_password = ${proven.password_hash}, raw_user_meta_data = ${metadata}
    where id = ${user.id}`;
  await sql`update auth.identities set identity_data = ${metadata} where user_id = ${user.id} and provider = 'email'`;
}

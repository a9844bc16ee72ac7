import type { TransactionSql } from "postgres";
import * as v from "valibot";
import { anonymizeAuditLog, writeAudit } from "../admin/audit.ts";
import type { AuthContext } from "../auth-context.ts";
import { AuthError, commitDespiteRefusal, invalid, signUpsDisabled } from "../errors.ts";
import { accountExistsMail } from "../mail/mails.ts";
import { consumeMailLimits, readerOf, readRedirect, sendLink } from "../mail/send-link.ts";
import {
  type AuthRequest,
  equalizeTiming,
  json,
  optionalRecord,
  optionalText,
  readEmail,
  readFields,
} from "../request.ts";
import { startSession } from "../sessions.ts";
import { issueToken } from "../tokens/one-time-tokens.ts";
import { type Challenge, challengeFields, readChallenge } from "../tokens/pkce.ts";
import {
  createAnonymousUser,
  createUser,
  findUser,
  lockEmail,
  type Metadata,
  readUserMetadata,
  requireUser,
  toUserJson,
  type User,
} from "../users.ts";
import { checkPasswordStrength } from "./passwords.ts";
import { movePendingSignUps, storePendingSignUp } from "./pending-sign-ups.ts";

const SignupFields = v.object({
  email: optionalText,
  phone: optionalText,
  password: optionalText,
  data: optionalRecord,
  ...challengeFields,
});

export const CREDENTIALS_MISSING = "You must provide either an email or phone number and a password";

/** POST /signup: the response is the same whether or not the address has an account. */
export async function signUp(context: AuthContext, request: AuthRequest): Promise<Response> {
  const fields = readFields(SignupFields, request.body);
  if (!fields.email && !fields.phone && !fields.password) return signUpAnonymously(context, request, fields.data);
  if (!context.settings.signUps) throw signUpsDisabled();
  if ((!fields.email && !fields.phone) || !fields.password) throw invalid(CREDENTIALS_MISSING);
  if (fields.email && fields.phone) {
    throw invalid("Only an email address or phone number should be provided on signup.");
  }
  if (fields.phone) throw new AuthError(400, "phone_provider_disabled", "Phone signups are disabled");
  const email = readEmail(fields.email);
  const challenge = readChallenge(fields);
  const userMetadata = readUserMetadata(fields.data);
  checkPasswordStrength(fields.password);
  const { address } = request;
  await context.rateLimits.consume("sign-up-by-address", address);
  if (!context.settings.autoconfirm) await consumeMailLimits(context, { address, to: email, kind: "signup" });

  return equalizeTiming(context.minResponseMs, async () => {
    const passwordHash = await context.passwords.hash(fields.password);
    const account = { email, passwordHash, userMetadata, challenge, redirectTo: readRedirect(context, request) };
    if (context.settings.autoconfirm) return signUpConfirmed(context, account, request);
    const user = await context.sql.begin((sql) => createOrNotify(context, sql, account, address));
    return json(toUserJson(user));
  });
}

async function signUpAnonymously(context: AuthContext, request: AuthRequest, data: Metadata | null | undefined) {
  const { settings, rateLimits, sql: pool } = context;
  if (!settings.anonymous) {
    throw new AuthError(422, "anonymous_provider_disabled", "Anonymous sign-ins are disabled");
  }
  if (!settings.signUps) throw signUpsDisabled();
  const userMetadata = readUserMetadata(data);
  await rateLimits.consume("anonymous-by-address", request.address);
  return pool.begin(async (sql) => {
    const user = await createAnonymousUser(sql, userMetadata, context.clock());
    return json(await startSession(context, sql, { user, method: "anonymous", request }));
  });
}

/** With AUTH_AUTOCONFIRM the response cannot hide that an address has an account. */
async function signUpConfirmed(context: AuthContext, account: Account, request: AuthRequest): Promise<Response> {
  const { address } = request;
  const now = context.clock();
  return commitDespiteRefusal(context.sql, async (sql) => {
    await lockEmail(sql, account.email);
    const existing = await findUser(sql, { email: account.email });
    if (existing && !(await releaseUnconfirmedEmail(sql, existing))) {
      await writeAudit(sql, { action: "user_repeated_signup", actor: existing, address, now });
      throw new AuthError(422, "user_already_exists", "User already registered");
    }
    const user = await createUser(sql, { ...account, autoconfirmed: true }, now);
    if (existing) await deleteReleased(sql, existing);
    await writeAudit(sql, { action: "user_signedup", actor: user, address, now, traits: { provider: "email" } });
    return json(await startSession(context, sql, { user, method: "password", request }));
  });
}

async function deleteReleased(sql: TransactionSql, { id }: User): Promise<void> {
  await sql`delete from auth.users where id = ${id}`;
  await anonymizeAuditLog(sql, id);
}

type Account = {
  readonly email: string;
  readonly passwordHash: string;
  readonly userMetadata: Metadata;
  readonly challenge: Challenge | undefined;
  readonly redirectTo: string;
};

async function createOrNotify(
  context: AuthContext,
  sql: TransactionSql,
  account: Account,
  address: string,
): Promise<User> {
  const now = context.clock();
  await lockEmail(sql, account.email);
  const existing = await findUser(sql, { email: account.email });
  if (existing && !(await releaseUnconfirmedEmail(sql, existing))) {
    const simulated = await simulateSignUp(context, sql, account, existing);
    const reader = readerOf(context, existing, account.email);
    await context.mailer.send(accountExistsMail(reader), sql);
    await writeAudit(sql, { action: "user_repeated_signup", actor: existing, address, now });
    return simulated;
  }
  const user = await createUser(sql, { ...account, passwordHash: null }, now);
  if (existing) {
    await movePendingSignUps(sql, existing.id, user.id);
    await deleteReleased(sql, existing);
  }
  const { passwordHash, userMetadata, challenge } = account;
  if (challenge) await storePendingSignUp(sql, { userId: user.id, passwordHash, userMetadata, challenge, now });
  const to = account.email;
  await sendLink(context, sql, { ...account, user, type: "signup", tokenType: "confirmation_token", to });
  const traits = { provider: "email" };
  await writeAudit(sql, { action: "user_confirmation_requested", actor: user, address, now, traits });
  return requireUser(sql, user.id);
}

// Frees the address of an unconfirmed account for a new sign-up. An account that was invited, has a role, or has a
// password (before confirmation only the admin API sets one) is kept.
async function releaseUnconfirmedEmail(sql: TransactionSql, { id }: User): Promise<boolean> {
  const freed = await sql`
    update auth.users set email = null
    where id = ${id} and email_confirmed_at is null and invited_at is null and coalesce(encrypted_password, '') = ''
      and not exists (select from public.user_roles where user_id = ${id})
    returning id`;
  return freed.length > 0;
}

class Rollback extends Error {}

/** Creates an account and rolls it back, so that the response and its timing equal those of a real sign-up. */
async function simulateSignUp(
  context: AuthContext,
  sql: TransactionSql,
  account: Account,
  existing: User,
): Promise<User> {
  let simulated: User | undefined;
  try {
    await sql.savepoint(async (savepoint) => {
      await savepoint`update auth.users set email = null where id = ${existing.id}`;
      const user = await createUser(savepoint, { ...account, passwordHash: null }, context.clock());
      await issueToken(context, savepoint, { user, type: "confirmation_token", to: account.email });
      simulated = await requireUser(savepoint, user.id);
      throw new Rollback();
    });
  } catch (error) {
    if (!(error instanceof Rollback)) throw error;
  }
  if (!simulated) throw new Error("The simulated sign-up created no user");
  return simulated;
}

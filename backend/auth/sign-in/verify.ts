import type { TransactionSql } from "postgres";
import * as v from "valibot";
import { widestNetworkOf } from "../../../domain/network.ts";
import { writeAudit } from "../admin/audit.ts";
import type { AuthContext } from "../auth-context.ts";
import { type AuthError, commitDespiteRefusal, invalid, otpExpired, phoneDisabled, userBanned } from "../errors.ts";
import { readRedirect } from "../mail/send-link.ts";
import { redirectRefusals, redirectWithSession, withFragment, withQuery } from "../redirects.ts";
import { type AuthRequest, equalizeTiming, json, optionalText, readEmail, readFields, seeOther } from "../request.ts";
import { type SessionJson, startSession } from "../sessions.ts";
import {
  PKCE_PREFIX,
  type TokenType,
  consumeCode,
  type ConsumedToken,
  consumeLink,
} from "../tokens/one-time-tokens.ts";
import { issueAuthCode } from "../tokens/pkce.ts";
import { confirmEmailChange, OTHER_ADDRESS_PENDING } from "../user/email-change.ts";
import {
  confirmEmail,
  findUser,
  isAutoconfirmed,
  isBanned,
  removeUnprovenAccess,
  requireUser,
  type User,
} from "../users.ts";
import { completeSignUp } from "./pending-sign-ups.ts";

const codeVerifier = v.pipe(v.string(), v.maxLength(128));
const codeVerifiers = v.nullish(
  v.union([
    v.pipe(
      codeVerifier,
      v.transform((only) => [only]),
    ),
    v.pipe(v.array(codeVerifier), v.maxLength(20)),
  ]),
);

const VerifyFields = v.object({
  type: optionalText,
  token: optionalText,
  token_hash: optionalText,
  email: optionalText,
  phone: optionalText,
  /** Not part of GoTrue: proves that this browser signed up. It may hold verifiers of several flows. */
  code_verifier: codeVerifiers,
});

/** The token types that each verification type accepts. */
const TOKEN_TYPES: ReadonlyMap<string, readonly TokenType[]> = new Map([
  ["signup", ["confirmation_token"]],
  ["invite", ["confirmation_token"]],
  ["recovery", ["recovery_token"]],
  ["magiclink", ["recovery_token", "confirmation_token"]],
  ["email", ["confirmation_token", "recovery_token"]],
  ["email_change", ["email_change_token_current", "email_change_token_new"]],
]);

const LINK_EXPIRED = "Email link is invalid or has expired";

type Verified =
  | { readonly user: User; readonly linkHash: string; readonly isNew?: boolean }
  | { readonly next: "other-address" };

/** POST /verify: takes token_hash from a link, or the six digits with the address they were sent to. */
export async function verifyPost(context: AuthContext, request: AuthRequest): Promise<Response> {
  const fields = readFields(VerifyFields, request.body);
  if (!fields.type) throw invalid("Verify requires a verification type");
  if (!fields.token && !fields.token_hash) throw invalid("Verify requires a token or a token hash");
  if (fields.phone) throw phoneDisabled();
  const types = TOKEN_TYPES.get(fields.type);
  if (!types) throw invalid("Unsupported verification type");
  await context.rateLimits.consume("verify-by-address", request.address);

  const consumeToken = fields.token_hash
    ? (sql: TransactionSql) => consumeLink(context, sql, fields.token_hash, types)
    : await prepareCode(context, { ...fields, types, address: request.address });
  const finish = () =>
    commitDespiteRefusal(context.sql, async (sql) => {
      const verified = await verify(context, sql, {
        consumeToken,
        address: request.address,
        expired: otpExpired(),
        verifiers: fields.code_verifier ?? [],
      });
      if ("next" in verified) return verified;
      const user = await requireUser(sql, verified.user.id);
      const session = await signIn(context, sql, user, request);
      // Not part of GoTrue: /auth then asks for a password, because that of the sign-up was not proven.
      return verified.isNew && !user.encrypted_password ? { ...session, needs_password: true } : session;
    });
  const outcome = fields.token_hash ? await finish() : await equalizeTiming(context.minResponseMs, finish);
  if ("next" in outcome) return json({ msg: OTHER_ADDRESS_PENDING, code: "200" });
  return json(outcome);
}

type TypedCode = { token: string; email: string; types: readonly TokenType[]; address: string };

async function prepareCode(context: AuthContext, fields: TypedCode) {
  if (!fields.email) throw invalid("Only an email address or phone number should be provided on verify");
  const to = readEmail(fields.email);
  const code = fields.token.replaceAll(/[\s-]/g, "");
  const { types, address } = fields;
  await context.rateLimits.consume("verify-by-account", `${to} ${widestNetworkOf(address)}`);
  return (sql: TransactionSql) => consumeCode(context, sql, { code, to, types, address });
}

/** GET /verify: redirects to the site with a session, a PKCE code or an error. */
export async function verifyGet(context: AuthContext, request: AuthRequest): Promise<Response> {
  const redirectTo = readRedirect(context, request);
  const link = request.query.get("token") ?? request.query.get("token_hash") ?? "";
  const type = request.query.get("type") ?? "";
  const isPkce = link.startsWith(PKCE_PREFIX);
  if (!link) throw invalid("Verify requires a token or a token hash");
  if (!type) throw invalid("Verify requires a verification type");
  const types = TOKEN_TYPES.get(type);
  if (!types) throw invalid("Invalid email verification type");
  await context.rateLimits.consume("verify-by-address", request.address);

  const verifying = commitDespiteRefusal(context.sql, async (sql) => {
    const consumeToken = () => consumeLink(context, sql, link, types);
    const verified = await verify(context, sql, {
      consumeToken,
      address: request.address,
      expired: otpExpired(LINK_EXPIRED),
      // With PKCE the verifier is sent later, with the code.
      verifiers: isPkce ? undefined : [],
    });
    if ("next" in verified) return withFragment(redirectTo, { message: OTHER_ADDRESS_PENDING });
    if (!isPkce) {
      const user = await requireUser(sql, verified.user.id);
      return redirectWithSession(redirectTo, await signIn(context, sql, user, request), { type });
    }
    return withQuery(redirectTo, { code: await issueAuthCode(context, sql, verified.linkHash) });
  });
  return seeOther(await redirectRefusals(verifying, redirectTo, isPkce));
}

/** Uses up the token, whatever the outcome. */
async function verify(
  context: AuthContext,
  sql: TransactionSql,
  options: {
    consumeToken: (sql: TransactionSql) => Promise<ConsumedToken | undefined>;
    address: string;
    expired: AuthError;
    verifiers: readonly string[] | undefined;
  },
): Promise<Verified> {
  const token = await options.consumeToken(sql);
  const user = token && (await findUser(sql, { id: token.userId }));
  if (!token || !user) throw options.expired;
  const now = context.clock();
  if (isBanned(user, now)) throw userBanned(403);
  if (token.type.startsWith("email_change")) {
    const change = await confirmEmailChange(context, sql, { user, token, address: options.address });
    return change === "first" ? { next: "other-address" } : { user, linkHash: token.linkHash };
  }
  const isUnproven = isAutoconfirmed(user);
  if (isUnproven) await removeUnprovenAccess(sql, user);
  const isNew = isUnproven || !user.email_confirmed_at;
  if (isNew) {
    // A link proves access to the mailbox; only a verifier proves who chose the password of the sign-up.
    if (options.verifiers) await completeSignUp(sql, user, options.verifiers);
    await confirmEmail(sql, user, now);
    const action = user.invited_at ? "invite_accepted" : "user_signedup";
    await writeAudit(sql, { action, actor: user, address: options.address, now });
  }
  return { user, linkHash: token.linkHash, isNew };
}

/** `user` has to be read after the verification, which changes the account. */
async function signIn(
  context: AuthContext,
  sql: TransactionSql,
  user: User,
  request: AuthRequest,
): Promise<SessionJson> {
  const session = await startSession(context, sql, { user, method: "otp", request });
  if (!session) throw new Error(`User ${user.id} changed while being verified`);
  return session;
}

import type { TransactionSql } from "postgres";
import * as v from "valibot";
import type { AuthContext } from "../auth-context.ts";
import { AuthError, emailExists, invalid } from "../errors.ts";
import type { LinkType } from "../mail/mails.ts";
import { readRedirect, sendLink } from "../mail/send-link.ts";
import { chooseRedirect, confirmationPageLink, withQuery } from "../redirects.ts";
import { type AuthRequest, json, optionalRecord, optionalText, readEmail, readFields } from "../request.ts";
import { checkPasswordStrength } from "../sign-in/passwords.ts";
import { deletePendingSignUps } from "../sign-in/pending-sign-ups.ts";
import { issueToken, type TokenType } from "../tokens/one-time-tokens.ts";
import { createUser, findUser, lockEmail, type Metadata, requireUser, toUserJson, type User } from "../users.ts";
import { SERVICE, writeAudit } from "./audit.ts";

/** The site names who invites, and as what; other clients of the protocol may leave that out. */
const InvitedAs = v.object({ invited_by: v.string(), invited_as: v.string() });
const InviteFields = v.object({ email: optionalText, data: optionalRecord });

/** POST /invite */
export async function invite(context: AuthContext, request: AuthRequest): Promise<Response> {
  const fields = readFields(InviteFields, request.body);
  const email = readEmail(fields.email);
  const redirectTo = readRedirect(context, request);
  const named = v.safeParse(InvitedAs, fields.data);
  const invitation = named.success ? { by: named.output.invited_by, as: named.output.invited_as } : undefined;
  const invited = await context.sql.begin(async (sql) => {
    const user = await prepareInvited(context, sql, { email, data: fields.data ?? {} });
    const link = { type: "invite", tokenType: "confirmation_token", to: email, redirectTo, invitation } as const;
    await sendLink(context, sql, { user, ...link });
    const traits = { user_id: user.id, user_email: email };
    const now = context.clock();
    await writeAudit(sql, { action: "user_invited", actor: SERVICE, address: request.address, now, traits });
    return requireUser(sql, user.id);
  });
  return json(toUserJson(invited));
}

async function prepareInvited(
  context: AuthContext,
  sql: TransactionSql,
  { email, data }: { email: string; data: Metadata },
): Promise<User> {
  const now = context.clock();
  await lockEmail(sql, email);
  const existing = await findUser(sql, { email });
  if (existing?.email_confirmed_at) throw emailExists();
  if (!existing) return createUser(sql, { email, passwordHash: null, userMetadata: data, invited: true }, now);
  // Accepting an invitation includes choosing a password, so that of an earlier sign-up is dropped.
  await deletePendingSignUps(sql, existing.id);
  await sql`update auth.users set invited_at = ${now}, updated_at = ${now} where id = ${existing.id}`;
  return requireUser(sql, existing.id);
}

const LinkFields = v.object({
  type: optionalText,
  email: optionalText,
  new_email: optionalText,
  password: optionalText,
  data: optionalRecord,
  redirect_to: optionalText,
  redirectTo: optionalText,
});
type LinkFields = v.InferOutput<typeof LinkFields>;
type PreparedLink = {
  readonly user: User;
  readonly type: LinkType;
  readonly tokenType: TokenType;
  readonly to: string;
};

/** POST /admin/generate_link: returns a link instead of mailing it. */
export async function generateLink(context: AuthContext, request: AuthRequest): Promise<Response> {
  const fields = readFields(LinkFields, request.body);
  const email = readEmail(fields.email);
  const newEmail = fields.new_email ? readEmail(fields.new_email) : "";
  if (fields.password) checkPasswordStrength(fields.password);
  const passwordHash = fields.password ? await context.passwords.hash(fields.password) : null;
  const requested = request.query.get("redirect_to") ?? (fields.redirect_to || fields.redirectTo);
  const redirectTo = chooseRedirect(requested, context);

  const link = await context.sql.begin(async (sql) => {
    const prepared = await prepareLink(context, sql, { fields, email, newEmail, passwordHash });
    const { user, type, tokenType, to } = prepared;
    const kind = type === "invite" ? "invitation" : undefined;
    const token = await issueToken(context, sql, { user, type: tokenType, to, kind });
    return {
      ...toUserJson(await requireUser(sql, user.id)),
      action_link: actionLink(context, { token: token.link, type, redirectTo }),
      email_otp: token.code,
      hashed_token: token.link,
      verification_type: type,
      redirect_to: redirectTo,
    };
  });
  return json(link);
}

/** Pages of this site read no tokens from the hash, so a link to one leads to the screen that verifies it. */
function actionLink(
  { siteUrl }: AuthContext,
  { token, type, redirectTo }: { token: string; type: LinkType; redirectTo: string },
): string {
  const isHere = new URL(redirectTo).origin === new URL(siteUrl).origin;
  if (isHere) return confirmationPageLink({ siteUrl, tokenHash: token, type, redirectTo });
  return withQuery(`${siteUrl}/auth/v1/verify`, { token, type, redirect_to: redirectTo });
}

async function prepareLink(
  context: AuthContext,
  sql: TransactionSql,
  given: { fields: LinkFields; email: string; newEmail: string; passwordHash: string | null },
): Promise<PreparedLink> {
  const { fields, email, newEmail, passwordHash } = given;
  const now = context.clock();
  const account = { email, passwordHash, userMetadata: fields.data ?? {} };
  await lockEmail(sql, email);
  const existing = await findUser(sql, { email });
  const asSignup = (user: User): PreparedLink => ({ user, type: "signup", tokenType: "confirmation_token", to: email });
  switch (fields.type) {
    case "signup":
      if (existing?.email_confirmed_at) throw emailExists();
      if (!passwordHash) throw invalid("Signup requires a valid password");
      if (!existing) return asSignup(await createUser(sql, { ...account, hasExactMetadata: true }, now));
      await deletePendingSignUps(sql, existing.id);
      await sql`update auth.users set encrypted_password = ${passwordHash} where id = ${existing.id}`;
      return asSignup(existing);
    case "invite": {
      const user = await prepareInvited(context, sql, { email, data: account.userMetadata });
      return { ...asSignup(user), type: "invite" };
    }
    case "magiclink":
      if (!existing) return asSignup(await createUser(sql, { ...account, passwordHash: null }, now));
      return { user: existing, type: "magiclink", tokenType: "recovery_token", to: email };
    case "recovery":
      if (!existing) throw new AuthError(404, "user_not_found", "User with this email not found");
      return { user: existing, type: "recovery", tokenType: "recovery_token", to: email };
    case "email_change_current":
    case "email_change_new":
      if (!existing) throw new AuthError(404, "user_not_found", "User with this email not found");
      return prepareEmailChange(sql, { user: existing, newEmail, isNew: fields.type === "email_change_new", now });
    default:
      throw invalid(`Invalid email action link type requested: ${fields.type.slice(0, 40)}`);
  }
}

async function prepareEmailChange(
  sql: TransactionSql,
  { user, newEmail, isNew, now }: { user: User; newEmail: string; isNew: boolean; now: Date },
): Promise<PreparedLink> {
  if (!newEmail) throw invalid("An email address is required");
  if (await findUser(sql, { email: newEmail })) throw emailExists();
  // Both links of one change are requested one after the other: the second must not reset the first.
  if (user.email_change !== newEmail) {
    await sql`
      update auth.users set email_change = ${newEmail}, email_change_confirm_status = 0, updated_at = ${now}
      where id = ${user.id}`;
  }
  const tokenType = isNew ? "email_change_token_new" : "email_change_token_current";
  return { user, type: "email_change", tokenType, to: isNew ? newEmail : (user.email ?? "") };
}

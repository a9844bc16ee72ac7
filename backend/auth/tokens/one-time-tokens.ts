import { createHash, createHmac, randomBytes, randomInt, randomUUID } from "node:crypto";
import { widestNetworkOf } from "../../../domain/network.ts";
import { isSameSecret } from "../../keys.ts";
import type { AuthContext } from "../auth-context.ts";
import { refusalOf } from "../errors.ts";
import type { Queries } from "../queries.ts";
import { consumeByAccount } from "../rate-limits.ts";
import type { User } from "../users.ts";

/** GoTrue's token types. A user has at most one of each; a new one replaces the old. */
export type TokenType =
  | "confirmation_token"
  | "recovery_token"
  | "reauthentication_token"
  | "email_change_token_new"
  | "email_change_token_current";

export type OneTimeToken = { readonly link: string; readonly code: string };
export type ConsumedToken = { readonly userId: string; readonly type: TokenType; readonly linkHash: string };

type TokenRow = { id: string; user_id: string; token_type: TokenType; token_hash: string; code_hash: string };

const LINK_LIFETIME_MS = 3600_000;
export const INVITATION_LIFETIME_MS = 7 * 24 * 3600_000;
const CODE_LIFETIME_MS = 10 * 60_000;
export const PKCE_PREFIX = "pkce_";
/** Part of the hash that is stored, so only links that were issued with it live longer. */
const INVITATION_PREFIX = "invite_";

const PREFIXES = { pkce: PKCE_PREFIX, invitation: INVITATION_PREFIX } as const;

/** The column of auth.users that stores when a token was mailed. */
const SENT_AT_COLUMNS = {
  confirmation_token: "confirmation_sent_at",
  recovery_token: "recovery_sent_at",
  reauthentication_token: "reauthentication_sent_at",
  email_change_token_new: "email_change_sent_at",
  email_change_token_current: "email_change_sent_at",
} as const satisfies Record<TokenType, string>;

type NewToken = {
  readonly user: User;
  readonly type: TokenType;
  readonly to: string;
  readonly kind?: "pkce" | "invitation" | undefined;
};

/** The link is stored as SHA-256; the short code as HMAC, because its plain hash could be guessed. */
export async function issueToken(context: AuthContext, sql: Queries, newToken: NewToken): Promise<OneTimeToken> {
  const { user, type, to } = newToken;
  const now = context.clock();
  const prefix = newToken.kind ? PREFIXES[newToken.kind] : "";
  const link = `${prefix}${randomBytes(32).toString("hex")}`;
  const code = randomInt(0, 1_000_000).toString().padStart(6, "0");
  await sql`delete from auth.one_time_tokens where user_id = ${user.id} and token_type = ${type}`;
  await sql`
    insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to, created_at, updated_at)
    values (${randomUUID()}, ${user.id}, ${type}, ${hashLink(link)}, ${to}, ${now}, ${now})`;
  await sql`
    update auth.users set ${sql(type)} = ${hashCode(context, type, to, code)}, ${sql(SENT_AT_COLUMNS[type])} = ${now}, updated_at = ${now}
    where id = ${user.id}`;
  return { link, code };
}

/** Deletes the row, so that only one of two concurrent requests succeeds. */
export async function consumeLink(
  context: AuthContext,
  sql: Queries,
  link: string,
  types: readonly TokenType[],
): Promise<ConsumedToken | undefined> {
  const lifetimeMs = link.startsWith(INVITATION_PREFIX) ? INVITATION_LIFETIME_MS : LINK_LIFETIME_MS;
  const [used] = await sql<TokenRow[]>`
    delete from auth.one_time_tokens
    where token_hash = ${hashLink(link)} and token_type in ${sql(types)} and created_at > ${before(context, lifetimeMs)}
    returning id, user_id, token_type, token_hash`;
  return used && clearCode(sql, used);
}

type TypedCode = {
  readonly code: string;
  readonly to: string;
  readonly types: readonly TokenType[];
  readonly address: string;
  readonly signedInAt?: Date | null;
};

// Six digits can be guessed, so the attempts at each code are limited. A single network cannot use up all attempts:
// the code still works from another one.
export async function consumeCode(
  context: AuthContext,
  sql: Queries,
  { code, to, types, address, signedInAt = null }: TypedCode,
): Promise<ConsumedToken | undefined> {
  const rows = await sql<TokenRow[]>`
    select t.id, t.user_id, t.token_type, t.token_hash, case t.token_type
        when 'confirmation_token' then u.confirmation_token
        when 'recovery_token' then u.recovery_token
        when 'reauthentication_token' then u.reauthentication_token
        when 'email_change_token_new' then u.email_change_token_new
        when 'email_change_token_current' then u.email_change_token_current
      end as code_hash
    from auth.one_time_tokens t join auth.users u on u.id = t.user_id
    where t.relates_to = ${to} and t.token_type in ${sql(types)} and t.created_at > ${before(context, CODE_LIFETIME_MS)}
    for update of t`;
  for (const row of rows) {
    const limited = await refusalOf(countAttempt(context, sql, row, { to, address, signedInAt }));
    if (limited || !isSameSecret(hashCode(context, row.token_type, to, code), row.code_hash)) continue;
    await sql`delete from auth.one_time_tokens where id = ${row.id}`;
    return clearCode(sql, row);
  }
  return undefined;
}

async function countAttempt(
  context: AuthContext,
  sql: Queries,
  { id, user_id: userId }: TokenRow,
  { to, ...from }: Pick<TypedCode, "to" | "address" | "signedInAt">,
): Promise<void> {
  await context.rateLimits.consume("code-tries-of-network", `${id} ${widestNetworkOf(from.address)}`, sql);
  await consumeByAccount(context, sql, { limit: "code-tries", subject: id, userId, ...from });
  await consumeByAccount(context, sql, { limit: "code-tries-of-mailbox", subject: to, userId, ...from });
}

/** Invalidates all mailed links and codes, pending sign-ups and a pending change of address. */
export async function invalidateTokens(sql: Queries, userId: string): Promise<void> {
  await sql`delete from auth.one_time_tokens where user_id = ${userId}`;
  await sql`delete from auth.flow_state where user_id = ${userId}`;
  await sql`delete from auth.pending_sign_ups where user_id = ${userId}`;
  await sql`
    update auth.users set confirmation_token = '', recovery_token = '', reauthentication_token = '', email_change = '',
      email_change_confirm_status = 0, email_change_token_new = '', email_change_token_current = ''
    where id = ${userId}`;
}

export function hashLink(link: string): string {
  return createHash("sha256").update(link).digest("hex");
}

/** The update also locks the user, so that concurrent confirmations run one after the other. */
async function clearCode(sql: Queries, row: TokenRow): Promise<ConsumedToken> {
  await sql`update auth.users set ${sql(row.token_type)} = '' where id = ${row.user_id}`;
  return { userId: row.user_id, type: row.token_type, linkHash: row.token_hash };
}

function hashCode({ pepper }: AuthContext, type: TokenType, to: string, code: string): string {
  return createHmac("sha256", pepper).update(`code:${type}:${to}:${code}`).digest("hex");
}

function before({ clock }: AuthContext, lifeMs: number): Date {
  return new Date(clock().getTime() - lifeMs);
}

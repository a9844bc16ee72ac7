import { randomUUID } from "node:crypto";
import type { TransactionSql } from "postgres";
import { invalid } from "./errors.ts";
import { type Queries, toJson } from "./queries.ts";

export type Metadata = Readonly<Record<string, unknown>>;

type FactorJson = {
  readonly id: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly status: "verified" | "unverified";
  readonly friendly_name?: string;
  readonly factor_type: string;
};

type IdentityJson = {
  readonly identity_id: string;
  readonly id: string;
  readonly user_id: string;
  readonly identity_data: Metadata;
  readonly provider: string;
  readonly last_sign_in_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly email: string;
};

/** Times of an account that its JSON leaves out until there are any. */
const TIMES = [
  "email_confirmed_at",
  "invited_at",
  "confirmation_sent_at",
  "confirmed_at",
  "recovery_sent_at",
  "email_change_sent_at",
  "reauthentication_sent_at",
  "last_sign_in_at",
  "banned_until",
] as const;

export type User = Readonly<Record<(typeof TIMES)[number], Date | null>> & {
  readonly id: string;
  readonly aud: string;
  readonly role: string;
  readonly email: string | null;
  readonly encrypted_password: string | null;
  readonly phone: string | null;
  readonly email_change: string | null;
  readonly email_change_confirm_status: number;
  readonly app_metadata: Metadata;
  readonly user_metadata: Metadata;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly is_anonymous: boolean;
  /** An account of a company's identity provider; others may have the same address. */
  readonly is_sso_user: boolean;
  readonly identities: readonly IdentityJson[];
  readonly factors: readonly FactorJson[];
};

type UserKey = { readonly id: string } | { readonly email: string };

/** Metadata is part of the access token, which has to fit into a header. */
const MAX_METADATA_BYTES = 4096;
const EMAIL_PROVIDER = { provider: "email", providers: ["email"] } as const;
/** Keys that only the server sets. */
const RESERVED_METADATA = new Set(["sub", "email", "email_verified", "phone_verified"]);

export async function findUser(sql: Queries, key: UserKey): Promise<User | undefined> {
  const condition = "id" in key ? sql`u.id = ${key.id}` : sql`u.email = ${key.email} and not u.is_sso_user`;
  const [user] = await sql<User[]>`${selectUsers(sql)} where ${condition} and u.deleted_at is null`;
  return user;
}

export async function requireUser(sql: Queries, id: string): Promise<User> {
  const user = await findUser(sql, { id });
  if (!user) throw new Error(`User ${id} does not exist`);
  return user;
}

// Locks the credentials of an account until the transaction ends. Always lock the user before its sessions, otherwise
// two transactions can deadlock.
export async function lockUser(sql: TransactionSql, id: string): Promise<void> {
  await sql`select id from auth.users where id = ${id} for no key update`;
}

/** Serializes sign-ups and invitations of one address until the transaction ends. */
export async function lockEmail(sql: TransactionSql, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sign-up:${email}`}, 0))`;
}

export function selectUsers(sql: Queries) {
  return sql`
    select ${sql(TIMES)}, u.id, u.aud, u.role, u.email, u.encrypted_password, u.phone, u.email_change,
      u.email_change_confirm_status, u.raw_app_meta_data as app_metadata, u.raw_user_meta_data as user_metadata,
      u.created_at, u.updated_at, u.is_anonymous, u.is_sso_user,
      coalesce((
        select json_agg(json_build_object('identity_id', i.id, 'id', i.provider_id, 'user_id', i.user_id,
          'identity_data', i.identity_data, 'provider', i.provider, 'last_sign_in_at', i.last_sign_in_at,
          'created_at', i.created_at, 'updated_at', i.updated_at, 'email', i.email) order by i.created_at)
        from auth.identities i where i.user_id = u.id), '[]') as identities,
      coalesce((
        select json_agg(json_build_object('id', f.id, 'created_at', f.created_at, 'updated_at', f.updated_at,
          'status', f.status, 'friendly_name', f.friendly_name, 'factor_type', f.factor_type) order by f.created_at)
        from auth.mfa_factors f where f.user_id = u.id), '[]') as factors
    from auth.users u`;
}

type NewUser = {
  readonly id?: string | undefined;
  readonly email: string;
  readonly passwordHash: string | null;
  readonly userMetadata: Metadata;
  /** Metadata from an admin is stored as given; that of a sign-up also gets the e-mail claims. */
  readonly hasExactMetadata?: boolean;
  readonly appMetadata?: Metadata;
  readonly confirmed?: boolean;
  /** Confirmed without any proof that the person can read the mailbox (AUTH_AUTOCONFIRM). */
  readonly autoconfirmed?: boolean;
  readonly invited?: boolean;
  readonly bannedUntil?: Date | null;
};

export async function createUser(sql: Queries, account: NewUser, now: Date): Promise<User> {
  const id = account.id ?? randomUUID();
  const emailClaims = createEmailClaims(id, account.email, account.confirmed ?? false);
  const userMetadata = account.hasExactMetadata ? account.userMetadata : { ...account.userMetadata, ...emailClaims };
  const appMetadata = { ...account.appMetadata, ...EMAIL_PROVIDER };
  await sql`
    insert into auth.users (id, instance_id, aud, role, email, encrypted_password, email_confirmed_at, invited_at,
      raw_app_meta_data, raw_user_meta_data, created_at, updated_at, banned_until)
    values (${id}, '00000000-0000-0000-0000-000000000000', 'authenticated', 'authenticated', ${account.email},
      ${account.passwordHash ?? ""}, ${account.confirmed || account.autoconfirmed ? now : null}, ${account.invited ? now : null},
      ${toJson(sql, appMetadata)}, ${toJson(sql, userMetadata)}, ${now}, ${now},
      ${account.bannedUntil ?? null})`;
  const identityData = {
    ...account.userMetadata,
    ...emailClaims,
    ...(account.autoconfirmed && { autoconfirmed: true }),
  };
  await addEmailIdentity(sql, id, identityData, now);
  return requireUser(sql, id);
}

async function addEmailIdentity(sql: Queries, userId: string, identityData: Metadata, now: Date): Promise<void> {
  await sql`
    insert into auth.identities (id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
    values (${randomUUID()}, ${userId}, ${userId}, ${toJson(sql, identityData)}, 'email', ${now}, ${now}, ${now})`;
}

/** A password is a way to sign in of its own, which an account that a provider created does not have yet. */
export async function ensureEmailIdentity(sql: Queries, user: User, now: Date): Promise<void> {
  if (
    user.is_sso_user ||
    !user.email ||
    !user.email_confirmed_at ||
    user.identities.some(({ provider }) => provider === "email")
  )
    return;
  await addEmailIdentity(sql, user.id, createEmailClaims(user.id, user.email, true), now);
  const providers = [...user.identities.map(({ provider }) => provider), "email"];
  await sql`
    update auth.users set raw_app_meta_data = raw_app_meta_data || ${toJson(sql, { providers })} where id = ${user.id}`;
}

/** An account without an address, a password or identities; it exists in one browser only. */
export async function createAnonymousUser(sql: Queries, userMetadata: Metadata, now: Date): Promise<User> {
  const id = randomUUID();
  await sql`
    insert into auth.users (id, aud, role, raw_app_meta_data, raw_user_meta_data, created_at, updated_at, is_anonymous)
    values (${id}, 'authenticated', 'authenticated', '{}', ${toJson(sql, userMetadata)}, ${now}, ${now}, true)`;
  return requireUser(sql, id);
}

/** Anyone could have signed up with this address: AUTH_AUTOCONFIRM asked for no proof of the mailbox. */
export function isAutoconfirmed({ identities }: Pick<User, "identities">): boolean {
  return identities.some(({ identity_data: claims }) => claims["autoconfirmed"] === true);
}

// The first proof of the mailbox removes every other way into an account whose address was never proven: a stranger may
// have chosen its password, its identities, its passkeys and its second factor.
export async function removeUnprovenAccess(sql: TransactionSql, { id }: User): Promise<void> {
  await lockUser(sql, id);
  await sql`update auth.users set encrypted_password = '' where id = ${id}`;
  await sql`delete from auth.identities where user_id = ${id} and provider <> 'email'`;
  await sql`delete from auth.mfa_factors where user_id = ${id}`;
  await sql`delete from auth.webauthn_credentials where user_id = ${id}`;
  await sql`delete from auth.sessions where user_id = ${id}`;
}

export async function confirmEmail(sql: Queries, user: User, now: Date): Promise<void> {
  const verified = toJson(sql, { email_verified: true });
  await sql`
    update auth.users set email_confirmed_at = coalesce(email_confirmed_at, ${now}), updated_at = ${now},
      raw_user_meta_data = raw_user_meta_data || ${verified}
    where id = ${user.id}`;
  await sql`
    update auth.identities set identity_data = identity_data - 'autoconfirmed' || ${verified}, updated_at = ${now}
    where user_id = ${user.id} and provider = 'email'`;
}

export async function replaceEmail(sql: Queries, user: User, email: string, now: Date): Promise<void> {
  const emailClaims = toJson(sql, { email, email_verified: true });
  if (user.is_anonymous) await addEmailIdentity(sql, user.id, createEmailClaims(user.id, email, true), now);
  await sql`
    update auth.users set email = ${email}, email_confirmed_at = ${now}, email_change = '', email_change_confirm_status = 0,
      email_change_token_new = '', email_change_token_current = '', updated_at = ${now}, is_anonymous = false,
      raw_user_meta_data = raw_user_meta_data || ${emailClaims}
      ${user.is_anonymous ? sql`, raw_app_meta_data = raw_app_meta_data || ${toJson(sql, EMAIL_PROVIDER)}` : sql``}
    where id = ${user.id}`;
  await sql`
    update auth.identities set identity_data = identity_data - 'autoconfirmed' || ${emailClaims}, updated_at = ${now}
    where user_id = ${user.id} and provider = 'email'`;
}

export function createEmailClaims(id: string, email: string, verified: boolean): Metadata {
  return { sub: id, email, email_verified: verified, phone_verified: false };
}

/** Merges as GoTrue does: null removes a key. */
export function mergeMetadata(old: Metadata, given: Metadata): Metadata {
  return Object.fromEntries(Object.entries({ ...old, ...given }).filter(([, value]) => value !== null));
}

export function readUserMetadata(given: Metadata | null | undefined): Metadata {
  const own = Object.fromEntries(Object.entries(given ?? {}).filter(([name]) => !RESERVED_METADATA.has(name)));
  if (Buffer.byteLength(JSON.stringify(own)) <= MAX_METADATA_BYTES) return own;
  throw invalid("user_metadata is too large");
}

export function isBanned(user: Pick<User, "banned_until">, now: Date): boolean {
  return user.banned_until !== null && user.banned_until > now;
}

export function hasSecondFactor(user: User): boolean {
  return user.factors.some(({ status }) => status === "verified");
}

/** Omits fields without a value, as `omitempty` in GoTrue does. */
export const omitEmpty = (fields: object): Metadata =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== ""));

export function toUserJson(user: User): Metadata {
  const { id, aud, role, email, phone, app_metadata, user_metadata, identities, created_at, updated_at } = user;
  const optional = {
    ...Object.fromEntries(TIMES.map((name) => [name, user[name]])),
    new_email: user.email_change,
    factors: user.factors.length > 0 ? user.factors : null,
  };
  const account = { id, aud, role, email: email ?? "", phone: phone ?? "", ...omitEmpty(optional) };
  const { is_anonymous } = user;
  return { ...account, app_metadata, user_metadata, identities, created_at, updated_at, is_anonymous };
}

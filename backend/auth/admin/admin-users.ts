import { randomUUID } from "node:crypto";
import postgres, { type TransactionSql } from "postgres";
import * as v from "valibot";
import type { AuthContext } from "../auth-context.ts";
import { AuthError, emailExists, invalid, phoneDisabled, userNotFound } from "../errors.ts";
import { toJson } from "../queries.ts";
import {
  type AuthRequest,
  isUuid,
  json,
  optionalFlag,
  optionalRecord,
  optionalText,
  readEmail,
  readFields,
} from "../request.ts";
import { endSessions } from "../sessions.ts";
import { checkPasswordStrength } from "../sign-in/passwords.ts";
import { invalidateTokens } from "../tokens/one-time-tokens.ts";
import { removeFactor } from "../user/factors.ts";
import {
  confirmEmail,
  createUser,
  findUser,
  isAutoconfirmed,
  lockUser,
  mergeMetadata,
  removeUnprovenAccess,
  replaceEmail,
  requireUser,
  selectUsers,
  toUserJson,
  type User,
} from "../users.ts";
import { anonymizeAuditLog, SERVICE, writeAudit } from "./audit.ts";

const MAX_PER_PAGE = 1000;
const DEFAULT_PER_PAGE = 50;
const BCRYPT = /^\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}$/;

const UserFields = v.object({
  id: v.nullish(v.pipe(v.string(), v.uuid())),
  email: optionalText,
  phone: optionalText,
  password: optionalText,
  password_hash: optionalText,
  email_confirm: optionalFlag,
  user_metadata: optionalRecord,
  app_metadata: optionalRecord,
  ban_duration: optionalText,
  role: optionalText,
});
type UserFields = v.InferOutput<typeof UserFields>;
const DeleteFields = v.object({ should_soft_delete: optionalFlag });

/** GET /admin/users?page=&per_page= */
export async function listUsers({ sql }: AuthContext, { query }: AuthRequest): Promise<Response> {
  const page = readCount(query.get("page"), 1);
  const given = readCount(query.get("per_page"), DEFAULT_PER_PAGE);
  if (!page || !given) throw invalid("page and per_page must be whole numbers from 1");
  const perPage = Math.min(MAX_PER_PAGE, given);
  const [counted] = await sql<{ total: number }[]>`
    select count(*)::int as total from auth.users where deleted_at is null`;
  const total = counted?.total ?? 0;
  const users = await sql<User[]>`
    ${selectUsers(sql)} where u.deleted_at is null
    order by u.created_at desc, u.id limit ${perPage} offset ${(page - 1) * perPage}`;
  const lastPage = Math.max(1, Math.ceil(total / perPage));
  // auth-js reads the page from the first parameter of each link.
  const link = (to: number, rel: string) => `</admin/users?page=${to}&per_page=${perPage}>; rel="${rel}"`;
  const links = [...(page < lastPage ? [link(page + 1, "next")] : []), link(lastPage, "last")];
  return json(
    { users: users.map(toUserJson), aud: "authenticated" },
    { headers: { link: links.join(", "), "x-total-count": String(total) } },
  );
}

/** auth-js sends an empty parameter for the default. Returns undefined for an invalid number. */
function readCount(given: string | null, fallback: number): number | undefined {
  if (!given) return fallback;
  return /^[1-9]\d{0,8}$/.test(given) ? Number(given) : undefined;
}

/** POST /admin/users */
export async function createByAdmin(context: AuthContext, request: AuthRequest): Promise<Response> {
  const fields = readFields(UserFields, request.body);
  if (!fields.email) throw invalid("Cannot create a user without either an email or phone");
  const email = readEmail(fields.email);
  const changes = await readChanges(context, fields);
  const now = context.clock();
  return mapConflicts(async () => {
    const user = await context.sql.begin(async (sql) => {
      const created = await createUser(
        sql,
        {
          id: fields.id ?? undefined,
          email,
          passwordHash: changes.passwordHash ?? null,
          userMetadata: fields.user_metadata ?? {},
          hasExactMetadata: true,
          appMetadata: fields.app_metadata ?? {},
          confirmed: fields.email_confirm,
          bannedUntil: changes.bannedUntil ?? null,
        },
        now,
      );
      const traits = createTraits(created);
      await writeAudit(sql, { action: "user_signedup", actor: SERVICE, address: request.address, now, traits });
      return created;
    });
    return json(toUserJson(user));
  });
}

/** GET /admin/users/{id} */
export async function getByAdmin(context: AuthContext, request: AuthRequest): Promise<Response> {
  return json(toUserJson(await findRequested(context, request)));
}

/** PUT /admin/users/{id} */
export async function updateByAdmin(context: AuthContext, request: AuthRequest): Promise<Response> {
  const user = await findRequested(context, request);
  const fields = readFields(UserFields, request.body);
  const email = fields.email ? readEmail(fields.email) : undefined;
  const changes = await readChanges(context, fields);
  return mapConflicts(async () => {
    const updated = await context.sql.begin((sql) =>
      applyChanges(context, sql, { user, fields, changes, email, request }),
    );
    return json(toUserJson(updated));
  });
}

type Changes = { readonly passwordHash?: string; readonly bannedUntil?: Date | null };

async function readChanges(context: AuthContext, fields: UserFields): Promise<Changes> {
  if (fields.phone) throw phoneDisabled();
  // This becomes the database role of the access token, so no other value is allowed.
  if (fields.role && fields.role !== "authenticated") throw invalid("role has to be authenticated");
  if (fields.password && fields.password_hash) throw invalid("Only a password or a password hash should be provided");
  if (fields.password_hash && !BCRYPT.test(fields.password_hash))
    throw invalid("password_hash has to be a bcrypt hash");
  if (fields.password) checkPasswordStrength(fields.password);
  const bannedUntil = fields.ban_duration ? readBan(fields.ban_duration, context.clock()) : undefined;
  const passwordHash = fields.password ? await context.passwords.hash(fields.password) : fields.password_hash;
  return { ...(passwordHash && { passwordHash }), ...(bannedUntil !== undefined && { bannedUntil }) };
}

async function applyChanges(
  context: AuthContext,
  sql: TransactionSql,
  given: { user: User; fields: UserFields; changes: Changes; email: string | undefined; request: AuthRequest },
): Promise<User> {
  const { user, fields, changes, email, request } = given;
  const now = context.clock();
  const hasNewEmail = email !== undefined && email !== user.email;
  if (hasNewEmail) {
    await replaceEmail(sql, user, email, now);
    if (!fields.email_confirm && !user.email_confirmed_at) {
      await sql`update auth.users set email_confirmed_at = null where id = ${user.id}`;
    }
  }
  if (fields.email_confirm) {
    if (isAutoconfirmed(user)) await removeUnprovenAccess(sql, user);
    await confirmEmail(sql, user, now);
  }
  if (changes.passwordHash) {
    await sql`update auth.users set encrypted_password = ${changes.passwordHash} where id = ${user.id}`;
  }
  await mergeMetadataFields(sql, user.id, fields);
  if (changes.bannedUntil !== undefined) {
    await sql`update auth.users set banned_until = ${changes.bannedUntil} where id = ${user.id}`;
  }
  if (changes.passwordHash || changes.bannedUntil) await endSessions(sql, user.id);
  // A link mailed earlier could still sign in past the new password or change the address back.
  if (changes.passwordHash || changes.bannedUntil || hasNewEmail) await invalidateTokens(sql, user.id);
  await sql`update auth.users set updated_at = ${now} where id = ${user.id}`;
  const traits = createTraits(user);
  await writeAudit(sql, { action: "user_modified", actor: SERVICE, address: request.address, now, traits });
  return requireUser(sql, user.id);
}

/** Merges into the current metadata, which a change of address has just updated. */
async function mergeMetadataFields(sql: TransactionSql, userId: string, fields: UserFields): Promise<void> {
  const user = await requireUser(sql, userId);
  if (fields.user_metadata) {
    const merged = mergeMetadata(user.user_metadata, fields.user_metadata);
    await sql`update auth.users set raw_user_meta_data = ${toJson(sql, merged)} where id = ${userId}`;
  }
  if (fields.app_metadata) {
    const merged = mergeMetadata(user.app_metadata, fields.app_metadata);
    await sql`update auth.users set raw_app_meta_data = ${toJson(sql, merged)} where id = ${userId}`;
  }
}

/** DELETE /admin/users/{id}: a soft delete keeps only the id, for rows that refer to it. */
export async function deleteByAdmin(context: AuthContext, request: AuthRequest): Promise<Response> {
  const user = await findRequested(context, request);
  const fields = readFields(DeleteFields, request.body);
  const now = context.clock();
  return mapConflicts(async () => {
    await context.sql.begin(async (sql) => {
      await lockUser(sql, user.id);
      await endSessions(sql, user.id);
      if (fields.should_soft_delete) await softDelete(sql, user, now);
      else await sql`delete from auth.users where id = ${user.id}`;
      const traits = createTraits(user);
      await writeAudit(sql, { action: "user_deleted", actor: SERVICE, address: request.address, now, traits });
      await anonymizeAuditLog(sql, user.id);
    });
    return json({});
  });
}

async function softDelete(sql: TransactionSql, user: User, now: Date): Promise<void> {
  await sql`delete from public.user_roles where user_id = ${user.id}`;
  await sql`delete from auth.identities where user_id = ${user.id}`;
  await sql`delete from auth.mfa_factors where user_id = ${user.id}`;
  await sql`delete from auth.webauthn_credentials where user_id = ${user.id}`;
  await invalidateTokens(sql, user.id);
  await sql`
    update auth.users set deleted_at = ${now}, updated_at = ${now}, email = ${`deleted-${randomUUID()}`}, phone = null,
      encrypted_password = '', raw_user_meta_data = '{}', raw_app_meta_data = '{}'
    where id = ${user.id}`;
}

/** GET /admin/users/{id}/factors */
export async function listFactors(context: AuthContext, request: AuthRequest): Promise<Response> {
  return json((await findRequested(context, request)).factors);
}

/** DELETE /admin/users/{id}/factors/{factorId} */
export async function deleteFactor(context: AuthContext, request: AuthRequest): Promise<Response> {
  const user = await findRequested(context, request);
  const factor = user.factors.find(({ id }) => id === request.params["factorId"]);
  if (!factor) throw new AuthError(404, "mfa_factor_not_found", "Factor not found");
  await context.sql.begin(async (sql) => {
    await removeFactor(sql, { userId: user.id, factorId: factor.id });
    const now = context.clock();
    const traits = { ...createTraits(user), factor_id: factor.id };
    await writeAudit(sql, { action: "factor_deleted", actor: SERVICE, address: request.address, now, traits });
  });
  return json(factor);
}

export async function findRequested({ sql }: AuthContext, { params }: AuthRequest): Promise<User> {
  const id = params["userId"] ?? "";
  if (!isUuid(id)) throw new AuthError(404, "validation_failed", "user_id must be an UUID");
  const user = await findUser(sql, { id });
  if (!user) throw userNotFound();
  return user;
}

async function mapConflicts(work: () => Promise<Response>): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof postgres.PostgresError)) throw error;
    if (error.code === "23505") throw emailExists();
    // Triggers, such as that for the last administrator, raise messages for users; a failed column check is a bug.
    if (error.code === "23514" && !error.constraint_name) throw new AuthError(422, "conflict", error.message);
    throw error;
  }
}

function createTraits(user: User) {
  return { user_id: user.id, user_email: user.email ?? "" };
}

const UNIT_MS: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3600_000,
};
/** The last year that PostgreSQL and JavaScript parse alike. */
const MAX_DATE = new Date("9999-12-31T00:00:00Z");

/** "none" lifts a ban; other values are Go durations such as "1h30m". */
function readBan(text: string, now: Date): Date | null {
  if (text === "none") return null;
  const terms = [...text.matchAll(/(\d{1,18}(?:\.\d{1,9})?)(ns|us|µs|ms|s|m|h)/g)];
  if (terms.length === 0 || terms.map(([term]) => term).join("") !== text) {
    throw invalid(`invalid format for ban duration: time: invalid duration ${JSON.stringify(text.slice(0, 40))}`);
  }
  const ms = terms.reduce((sum, [, amount, unit]) => sum + Number(amount) * (UNIT_MS[unit ?? ""] ?? 0), 0);
  const until = now.getTime() + ms;
  return until > MAX_DATE.getTime() ? MAX_DATE : new Date(until);
}

import type { TransactionSql } from "postgres";
import * as v from "valibot";
import { findRequested } from "../admin/admin-users.ts";
import { SERVICE, writeAudit } from "../admin/audit.ts";
import type { AuthContext } from "../auth-context.ts";
import { type Caller, lockCaller } from "../caller.ts";
import { AuthError, invalid } from "../errors.ts";
import { noticeMail } from "../mail/security-notices.ts";
import type { Queries } from "../queries.ts";
import { type AuthRequest, type AuthResponse, isUuid, json, optionalText, readFields } from "../request.ts";
import type { User } from "../users.ts";
import { checkPasskeyProof } from "./registration.ts";

const MAX_NAME_LENGTH = 120;
const UpdateFields = v.object({ friendly_name: optionalText });

type PasskeyJson = {
  readonly id: string;
  readonly friendly_name: string;
  readonly created_at: Date;
  readonly last_used_at?: Date;
};

/** GET /passkeys */
export async function listPasskeys({ sql }: AuthContext, _request: AuthRequest, { user }: Caller) {
  return json(await readPasskeys(sql, user.id));
}

/** PATCH /passkeys/{id} */
export async function renamePasskey(
  context: AuthContext,
  request: AuthRequest,
  { user }: Caller,
): Promise<AuthResponse> {
  const fields = readFields(UpdateFields, request.body);
  if (fields instanceof AuthError) return fields;
  const name = fields.friendly_name;
  if (!name) return invalid("friendly_name is required");
  if (name.length > MAX_NAME_LENGTH) return invalid(`friendly_name must be ${MAX_NAME_LENGTH} characters or less`);
  const now = context.clock();
  const renamed = await context.sql.begin(async (sql) => {
    const [passkey] = await sql<PasskeyJson[]>`
      update auth.webauthn_credentials set friendly_name = ${name}, updated_at = ${now}
      where id = ${passkeyId(request)} and user_id = ${user.id} returning ${columns(sql)}`;
    if (!passkey) return undefined;
    const traits = { passkey_id: passkey.id };
    await writeAudit(sql, { action: "passkey_updated", actor: user, address: request.address, now, traits });
    return passkey;
  });
  return renamed ? json(withoutNulls(renamed)) : passkeyNotFound();
}

/** DELETE /passkeys/{id}. It is never the last way in: every account that may add one has an address for mailed links. */
export async function removePasskey(context: AuthContext, request: AuthRequest, caller: Caller): Promise<AuthResponse> {
  const refused = await context.sql.begin(async (sql) => {
    const current = await lockCaller(sql, caller);
    if (current instanceof AuthError) return current;
    const { user } = current;
    return checkPasskeyProof(context, current) ?? deletePasskey(context, sql, { request, user, actor: user });
  });
  return refused ?? noContent();
}

/** GET /admin/users/{id}/passkeys */
export async function listPasskeysByAdmin(context: AuthContext, request: AuthRequest): Promise<AuthResponse> {
  const user = await findRequested(context, request);
  return user instanceof AuthError ? user : json(await readPasskeys(context.sql, user.id));
}

/** DELETE /admin/users/{id}/passkeys/{passkeyId} */
export async function removePasskeyByAdmin(context: AuthContext, request: AuthRequest): Promise<AuthResponse> {
  const user = await findRequested(context, request);
  if (user instanceof AuthError) return user;
  const refused = await context.sql.begin((sql) => deletePasskey(context, sql, { request, user, actor: SERVICE }));
  return refused ?? noContent();
}

type Removal = {
  readonly request: AuthRequest;
  readonly user: User;
  readonly actor: Pick<User, "id" | "email">;
};

async function deletePasskey(
  { clock, mailer, siteUrl }: AuthContext,
  sql: TransactionSql,
  { request, user, actor }: Removal,
): Promise<AuthError | undefined> {
  const [removed] = await sql<{ id: string }[]>`
    delete from auth.webauthn_credentials where id = ${passkeyId(request)} and user_id = ${user.id} returning id`;
  if (!removed) return passkeyNotFound();
  const traits = { passkey_id: removed.id, user_id: user.id };
  const { address } = request;
  await writeAudit(sql, { action: "passkey_deleted", actor, address, now: clock(), traits });
  if (user.email) await mailer.send(noticeMail("passkey-removed", user.email, siteUrl), sql);
  return undefined;
}

async function readPasskeys(sql: Queries, userId: string) {
  const rows = await sql<PasskeyJson[]>`
    select ${columns(sql)} from auth.webauthn_credentials where user_id = ${userId} order by created_at, id`;
  return rows.map(withoutNulls);
}

function columns(sql: Queries) {
  return sql`id, friendly_name, created_at, last_used_at`;
}

/** Omits fields without a value, as `omitempty` in GoTrue does. */
function withoutNulls(passkey: PasskeyJson) {
  return Object.fromEntries(Object.entries(passkey).filter(([, value]) => value !== null && value !== ""));
}

/** An id that is none belongs to no passkey. */
function passkeyId({ params }: AuthRequest): string | null {
  const id = params["passkeyId"] ?? "";
  return isUuid(id) ? id : null;
}

function passkeyNotFound(): AuthError {
  return new AuthError(404, "validation_failed", "Passkey not found");
}

function noContent(): Response {
  return new Response(null, { status: 204, headers: { "cache-control": "no-store" } });
}

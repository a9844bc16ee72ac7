import { randomUUID } from "node:crypto";
import { type Queries, toJson } from "../queries.ts";

/** GoTrue's audit actions and the `log_type` of each. */
const LOG_TYPES = {
  login: "account",
  logout: "account",
  invite_accepted: "account",
  user_signedup: "team",
  user_invited: "team",
  user_deleted: "team",
  identity_linked: "user",
  identity_unlinked: "user",
  user_modified: "user",
  user_updated_password: "user",
  user_recovery_requested: "user",
  user_reauthenticate_requested: "user",
  user_confirmation_requested: "user",
  user_repeated_signup: "user",
  passkey_created: "user",
  passkey_updated: "user",
  passkey_deleted: "user",
  token_revoked: "token",
  token_refreshed: "token",
  factor_in_progress: "factor",
  challenge_created: "factor",
  verification_attempted: "factor",
  mfa_code_login: "factor",
  factor_unenrolled: "factor",
  factor_deleted: "factor",
} as const;
type AuditAction = keyof typeof LOG_TYPES;

type AuditEntry = {
  readonly action: AuditAction;
  readonly actor: { readonly id: string; readonly email: string | null };
  readonly address: string;
  readonly now: Date;
  readonly traits?: Readonly<Record<string, string>>;
};

export const SERVICE = { id: "00000000-0000-0000-0000-000000000000", email: "service_role" } as const;

export async function writeAudit(sql: Queries, entry: AuditEntry): Promise<void> {
  await sql`
    insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address) select ${auditRow(sql, entry)}`;
}

/** Removes the e-mail and IP addresses of a deleted account from the log and keeps the actions. */
export async function anonymizeAuditLog(sql: Queries, userId: string): Promise<void> {
  await sql`select public.forget_in_audit(${userId})`;
}

/** The values of one log row, for use in a larger statement. */
export function auditRow(sql: Queries, { action, actor, address, now, traits }: AuditEntry) {
  const payload = {
    action,
    actor_id: actor.id,
    actor_username: actor.email ?? "",
    actor_via_sso: false,
    log_type: LOG_TYPES[action],
    ...(traits && { traits }),
  };
  return sql`${SERVICE.id}::uuid, ${randomUUID()}::uuid, ${toJson(sql, payload)}::json, ${now}::timestamptz, ${address.slice(0, 64)}`;
}

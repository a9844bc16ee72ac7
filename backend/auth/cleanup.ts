import type { Sql } from "postgres";
import { INVITATION_LIFETIME_MS } from "./tokens/one-time-tokens.ts";

const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;

/** Deletes expired rows. Several processes may call it at the same time. */
export async function removeExpired({ sql, clock }: { sql: Sql; clock: () => Date }): Promise<void> {
  const before = (ms: number) => new Date(clock().getTime() - ms);
  await sql`
    delete from auth.one_time_tokens where created_at < ${before(INVITATION_LIFETIME_MS)}
      or (created_at < ${before(2 * HOUR_MS)} and not (token_type = 'confirmation_token' and exists (
        select from auth.users u where u.id = user_id and u.invited_at is not null)))`;
  await sql`delete from auth.flow_state where created_at < ${before(2 * HOUR_MS)}`;
  await sql`delete from auth.saml_relay_states where created_at < ${before(2 * HOUR_MS)}`;
  await sql`delete from auth.pending_sign_ups where created_at < ${before(30 * DAY_MS)}`;
  await sql`delete from auth.mfa_challenges where created_at < ${before(HOUR_MS)}`;
  await sql`delete from auth.webauthn_challenges where expires_at < ${before(HOUR_MS)}`;
  await sql`delete from auth.mfa_factors where status = 'unverified' and created_at < ${before(DAY_MS)}`;
  await sql`delete from auth.rate_limits where window_start < ${before(DAY_MS)}`;
  // Expired sessions are refused anyway; deleting them later means that a wrong clock ends none of them.
  await sql`delete from auth.sessions where not_after < ${before(30 * DAY_MS)}`;
  // Revoked tokens are needed to detect that a stolen one is used again.
  await sql`delete from auth.refresh_tokens where revoked and updated_at < ${before(30 * DAY_MS)}`;
  // The privacy page states this retention time.
  await sql`delete from auth.audit_log_entries where created_at < ${before(90 * DAY_MS)}`;
  // An anonymous account without a session cannot be used again.
  await sql`
    delete from auth.users u where is_anonymous and created_at < ${before(30 * DAY_MS)}
      and not exists (select from auth.sessions s where s.user_id = u.id)`;
  // Sign-ups that were never confirmed. Invited accounts and accounts with a role are kept.
  await sql`
    with deleted as (
      delete from auth.users u
      where email_confirmed_at is null and invited_at is null and last_sign_in_at is null and deleted_at is null
        and greatest(created_at, confirmation_sent_at) < ${before(30 * DAY_MS)}
        and not exists (select from public.user_roles r where r.user_id = u.id)
      returning id
    )
    select public.forget_in_audit(id) from deleted`;
}

import type { Sql } from "postgres";

const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;

/** What has run out is of no use to anybody but a thief. To be called now and then by one timer or several. */
export async function removeExpired({ sql, clock }: { sql: Sql; clock: () => Date }): Promise<void> {
  const before = (ms: number) => new Date(clock().getTime() - ms);
  await sql`delete from auth.one_time_tokens where created_at < ${before(2 * HOUR_MS)}`;
  await sql`delete from auth.flow_state where created_at < ${before(2 * HOUR_MS)}`;
  await sql`delete from auth.pending_sign_ups where created_at < ${before(30 * DAY_MS)}`;
  await sql`delete from auth.mfa_challenges where created_at < ${before(HOUR_MS)}`;
  await sql`delete from auth.mfa_factors where status = 'unverified' and created_at < ${before(DAY_MS)}`;
  await sql`delete from auth.rate_limits where window_start < ${before(DAY_MS)}`;
  // Refused as expired until then: a clock that was wrong for a while ends nothing.
  await sql`delete from auth.sessions where not_after < ${before(30 * DAY_MS)}`;
  // Kept for a while: a token used again after its session went on is how a theft shows.
  await sql`delete from auth.refresh_tokens where revoked and updated_at < ${before(30 * DAY_MS)}`;
  // The privacy page names these days.
  await sql`delete from auth.audit_log_entries where created_at < ${before(90 * DAY_MS)}`;
  // Somebody typed an address, and whoever has the mailbox did not answer. What was invited or has a role is awaited.
  await sql`
    with gone as (
      delete from auth.users u
      where email_confirmed_at is null and invited_at is null and last_sign_in_at is null and deleted_at is null
        and greatest(created_at, confirmation_sent_at) < ${before(30 * DAY_MS)}
        and not exists (select from public.user_roles r where r.user_id = u.id)
      returning id
    )
    select public.forget_in_audit(id) from gone`;
}

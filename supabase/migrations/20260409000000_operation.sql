-- Mails after an outage of the mail server.

-- Links to set a password come first, then other links and codes, which also expire within an hour.
create or replace function public.claim_mails(most integer) returns table (
  id uuid, kind text, recipient text, message_id text, attempts integer,
  subject text, text_body text, html_body text, reply_to text
)
language plpgsql set search_path = '' as $$
begin
  -- The codes and links in them have expired.
  delete from public.mail_bodies b using public.mail_outbox m
    where m.id = b.mail_id and m.confidential and m.state in ('queued', 'failed')
      and m.created_at < now() - interval '1 hour';
  return query
    with due as (
      select m.id from public.mail_outbox m
      where (m.state = 'queued' and not m.next_attempt_at between now() and now() + interval '1 day')
        or (m.state = 'sending' and not m.claimed_until between now() and now() + interval '1 day')
      order by (m.kind = 'auth-recovery') desc, m.confidential desc, m.next_attempt_at
      limit least(most, 100) for update skip locked
    ), claimed as (
      update public.mail_outbox m
      set state = 'sending', attempts = m.attempts + 1, claimed_until = now() + interval '5 minutes'
      from due where m.id = due.id returning m.*
    )
    select c.id, c.kind, c.recipient, c.message_id, c.attempts, b.subject, b.text_body, b.html_body, b.reply_to
    from claimed c left join public.mail_bodies b on b.mail_id = c.id;
end
$$;

-- Makes mails due that wait for at most ten minutes, as those do that found the server unreachable, except those that
-- the server itself has refused. Returns their number.
create function public.release_deferred_mails(refused uuid[]) returns integer
language sql set search_path = '' as $$
  with released as (
    update public.mail_outbox set next_attempt_at = now()
    where state = 'queued' and next_attempt_at > now() and next_attempt_at <= now() + interval '10 minutes'
      and not id = any (refused)
    returning id
  )
  select count(*)::integer from released
$$;
revoke all on function public.release_deferred_mails(uuid[]) from public, anon, authenticated;
grant execute on function public.release_deferred_mails(uuid[]) to service_role;

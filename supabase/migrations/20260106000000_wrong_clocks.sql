-- A clock that was ahead leaves times far in the future. Once it is corrected, such times are ignored.

-- The next attempt is at most six hours away, and an attempt takes at most five minutes.
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
      order by m.next_attempt_at limit least(most, 100) for update skip locked
    ), claimed as (
      update public.mail_outbox m
      set state = 'sending', attempts = m.attempts + 1, claimed_until = now() + interval '5 minutes'
      from due where m.id = due.id returning m.*
    )
    select c.id, c.kind, c.recipient, c.message_id, c.attempts, b.subject, b.text_body, b.html_body, b.reply_to
    from claimed c left join public.mail_bodies b on b.mail_id = c.id;
end
$$;

-- Increments a counter; it restarts when its window is over or lies in the future.
create or replace function public.count_contact(counted text, within interval) returns public.contact_limits
language sql set search_path = '' as $$
  insert into public.contact_limits as known (subject, count, expires_at) values (counted, 1, now() + within)
  on conflict (subject) do update set
    count = case when known.expires_at between now() and now() + within then known.count + 1 else 1 end,
    expires_at = case
      when known.expires_at between now() and now() + within then known.expires_at else excluded.expires_at end
  returning *
$$;

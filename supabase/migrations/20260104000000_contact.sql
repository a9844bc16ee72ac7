-- Why a message was classified as spam, for the admins who review it.
alter table public.contact_messages
  add column spam_score integer not null default 0 check (spam_score between 0 and 1000),
  add column spam_reasons text[] not null default '{}' check (spam_reasons <@ array[
    'honeypot', 'too-quick', 'links', 'markup', 'spam-words', 'shouting', 'link-as-name', 'nothing-but-links',
    'many-from-network', 'many-at-once'
  ]);

-- Emails of suspected spam are stored but held back; queued_at is when an email became due.
alter table public.mail_outbox
  drop constraint mail_outbox_state_check,
  add constraint mail_outbox_state_check check (state in ('queued', 'sending', 'sent', 'failed', 'held')),
  add column queued_at timestamptz not null default now();
create index mail_outbox_undelivered_idx on public.mail_outbox (queued_at) where state in ('queued', 'sending', 'failed');

-- Rate limit counters shared by all processes. Unlogged: they may be lost in a crash, and are not backed up.
create unlogged table public.contact_limits (
  subject text primary key check (char_length(subject) <= 100),
  count integer not null check (count >= 0),
  expires_at timestamptz not null
);
create index contact_limits_expires_at_idx on public.contact_limits (expires_at);
alter table public.contact_limits enable row level security;
alter table public.contact_limits force row level security;
revoke all on public.contact_limits from public, anon, authenticated, service_role;
create policy owner on public.contact_limits to current_user using (true) with check (true);
create policy service on public.contact_limits to service_role using (true) with check (true);
grant select, insert, update, delete on public.contact_limits to service_role;

-- Increments a counter; it restarts when its window is over.
create function public.count_contact(counted text, within interval) returns public.contact_limits
language sql set search_path = '' as $$
  insert into public.contact_limits as known (subject, count, expires_at) values (counted, 1, now() + within)
  on conflict (subject) do update set
    count = case when known.expires_at <= now() then 1 else known.count + 1 end,
    expires_at = case when known.expires_at <= now() then excluded.expires_at else known.expires_at end
  returning *
$$;

-- Stores message and emails in one transaction. A repeated idempotency key returns the message stored before. Messages
-- over the rate limit are quarantined, and rejected far beyond it. `bits` is the difficulty of the solved proof of work.
create or replace function public.submit_contact_message(message jsonb, mails jsonb default '[]') returns jsonb
language plpgsql set search_path = '' as $$
declare
  key text := message ->> 'idempotency_key';
  network text := message ->> 'network';
  bits integer := coalesce((message ->> 'bits')::integer, 0);
  wanted_status text := coalesce(message ->> 'status', 'inbox');
  reasons text[] := array(select jsonb_array_elements_text(coalesce(message -> 'spam_reasons', '[]')));
  counted public.contact_limits;
  delivered integer;
  stored public.contact_messages;
  mail jsonb;
  mail_id uuid;
begin
  select * into stored from public.contact_messages where idempotency_key = key;
  if found then
    return jsonb_build_object('id', stored.id, 'reference', stored.reference, 'repeated', true);
  end if;

  -- A proof of work is valid for one message.
  if bits > 0 and (public.count_contact('puzzle ' || (message ->> 'puzzle'), interval '1 day')).count > 1 then
    bits := 0;
  end if;
  if network is not null then
    counted := public.count_contact('network ' || network, interval '10 minutes');
    if counted.count > (case when bits > 0 then 60 else 20 end) then
      return jsonb_build_object('wait_seconds', ceil(extract(epoch from counted.expires_at - now())));
    end if;
    if counted.count > (case when bits > 0 then 10 else 5 end) then
      reasons := reasons || 'many-from-network'::text;
    end if;
  end if;
  -- Stops counting at the limit, so that a flood does not make counting slow.
  select count(*) into delivered from (
    select from public.contact_messages
    where status = 'inbox' and created_at > now() - interval '1 minute' limit 480
  ) recent;
  if delivered >= (case when bits >= 19 then 480 when bits > 0 then 240 else 60 end) then
    reasons := reasons || 'many-at-once'::text;
  end if;
  if reasons && array['many-from-network', 'many-at-once'] then
    wanted_status := 'quarantine';
  end if;

  insert into public.contact_messages
    (id, reference, name, email, phone, company, service, message, source, status, idempotency_key,
     spam_score, spam_reasons)
  values (
    coalesce((message ->> 'id')::uuid, gen_random_uuid()),
    coalesce(message ->> 'reference', upper(left(replace(gen_random_uuid()::text, '-', ''), 10))),
    message ->> 'name', message ->> 'email', coalesce(message ->> 'phone', ''), coalesce(message ->> 'company', ''),
    message ->> 'service', message ->> 'message', coalesce(message ->> 'source', ''), wanted_status, key,
    coalesce((message ->> 'spam_score')::integer, 0), reasons
  )
  on conflict (idempotency_key) do nothing
  returning * into stored;
  if stored.id is null then
    -- The same message was stored at the same time; it counts once.
    update public.contact_limits set count = count - 1 where subject = 'network ' || network and count > 0;
    select * into strict stored from public.contact_messages where idempotency_key = key;
    return jsonb_build_object('id', stored.id, 'reference', stored.reference, 'repeated', true);
  end if;

  -- Prevents flooding a mailbox through the form: one receipt an hour, and none for suspected spam.
  perform pg_advisory_xact_lock(hashtextextended('receipt ' || lower(stored.email), 0));
  for mail in select * from jsonb_array_elements(mails) loop
    continue when mail ->> 'kind' = 'contact-receipt' and (
      stored.status = 'quarantine'
      or exists (
        select from public.mail_outbox
        where kind = 'contact-receipt' and lower(recipient) = lower(mail ->> 'to')
          and created_at > now() - interval '1 hour'));
    insert into public.mail_outbox (kind, recipient, message_id, confidential, contact_message_id, state)
    values (mail ->> 'kind', mail ->> 'to', mail ->> 'message_id', false, stored.id,
      case stored.status when 'quarantine' then 'held' else 'queued' end)
    returning id into mail_id;
    insert into public.mail_bodies (mail_id, subject, text_body, html_body, reply_to)
    values (mail_id, mail ->> 'subject', mail ->> 'text', mail ->> 'html', mail ->> 'reply_to');
  end loop;
  if random() < 0.01 then
    delete from public.contact_limits where expires_at < now();
  end if;
  return jsonb_build_object('id', stored.id, 'reference', stored.reference, 'repeated', false);
end
$$;

-- 'Not spam' delivers the emails; 'spam' holds back those not sent yet. Security definer, because an admin can only
-- queue a failed email again.
create function public.hold_or_release_mails() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.status = 'inbox' then
    update public.mail_outbox set state = 'queued', queued_at = now(), next_attempt_at = now()
    where contact_message_id = new.id and state = 'held';
  elsif new.status = 'quarantine' then
    update public.mail_outbox set state = 'held' where contact_message_id = new.id and state = 'queued';
  end if;
  return null;
end
$$;
create trigger hold_or_release_mails after update of status on public.contact_messages
  for each row when (old.status <> new.status) execute function public.hold_or_release_mails();

-- Seconds for which the oldest undelivered email has been due; null if there is none or the caller cannot read the
-- outbox. A failed notification counts until an admin sends it again or deletes it.
create function public.mail_lateness() returns double precision
language sql stable set search_path = '' as $$
  select extract(epoch from now() - min(queued_at)) from public.mail_outbox
  where state in ('queued', 'sending') or (state = 'failed' and kind = 'contact-notification')
$$;

-- Runs daily. Deletes old messages with their emails, and other old emails, such as those of accounts.
create function public.erase_old_messages(days integer) returns integer
language plpgsql set search_path = '' as $$
declare
  oldest timestamptz := now() - make_interval(days => greatest(days, 1));
  erased integer;
begin
  delete from public.contact_messages where created_at < oldest;
  get diagnostics erased = row_count;
  delete from public.mail_outbox where created_at < oldest;
  delete from public.contact_limits where expires_at < now();
  return erased;
end
$$;

revoke all on function public.count_contact(text, interval), public.hold_or_release_mails(), public.mail_lateness(),
  public.erase_old_messages(integer) from public, anon, authenticated, service_role;
grant execute on function public.count_contact(text, interval), public.erase_old_messages(integer) to service_role;
grant execute on function public.mail_lateness() to authenticated, service_role;

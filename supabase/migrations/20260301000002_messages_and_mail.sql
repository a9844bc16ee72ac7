-- Contact messages with their limits, and the queue of outgoing emails.

create table public.contact_messages (
  id uuid primary key default gen_random_uuid(),
  -- Identifies the message in emails and on the phone.
  reference text not null unique default upper(left(replace(gen_random_uuid()::text, '-', ''), 10))
    check (char_length(reference) between 4 and 40),
  name text not null check (char_length(name) <= 120 and btrim(name) <> ''),
  email text not null check (char_length(email) <= 254 and email ~ '^[^@\s]+@[^@\s]+$'),
  phone text not null default '' check (char_length(phone) <= 40),
  company text not null default '' check (char_length(company) <= 160),
  service text not null check (char_length(service) <= 80 and btrim(service) <> ''),
  message text not null check (char_length(message) <= 5000 and btrim(message) <> ''),
  source text not null default '' check (char_length(source) <= 2000),
  -- Fields beyond the specification's seven, by name: domain/contact/contact-fields.ts lists them with their limits, so a
  -- new field needs no column.
  other_fields jsonb not null default '{}' check (
    jsonb_typeof(other_fields) = 'object' and octet_length(other_fields::text) <= 100000
    and not other_fields @? '$.keyvalue() ? (@.value.type() != "string" || !(@.key like_regex "^[a-z][a-z0-9_]{0,39}$"))'
  ),
  status text not null default 'inbox' check (status in ('inbox', 'quarantine', 'archive')),
  read_at timestamptz,
  notes text not null default '' check (char_length(notes) <= 5000),
  idempotency_key text unique check (char_length(idempotency_key) between 8 and 200),
  -- Why a message was classified as spam, for the admins who review it.
  spam_score integer not null default 0 check (spam_score between 0 and 1000),
  spam_reasons text[] not null default '{}' check (spam_reasons <@ array[
    'honeypot', 'too-quick', 'links', 'markup', 'spam-words', 'shouting', 'link-as-name', 'nothing-but-links',
    'many-from-network', 'many-at-once'
  ]),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index contact_messages_status_idx on public.contact_messages (status, created_at desc);
create index contact_messages_email_idx on public.contact_messages (lower(email), created_at desc);

create table public.mail_outbox (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (char_length(kind) between 1 and 60),
  recipient text not null check (char_length(recipient) <= 320 and recipient !~ '[\r\n]'),
  -- Created with the row, so that mail servers recognize a second delivery as the same email.
  message_id text not null unique check (char_length(message_id) between 3 and 320),
  -- Contains a secret, such as a sign-in link: only the service role reads the body, and it is erased after delivery.
  confidential boolean not null default true,
  contact_message_id uuid references public.contact_messages on delete cascade,
  -- Emails of suspected spam are held.
  state text not null default 'queued' check (state in ('queued', 'sending', 'sent', 'failed', 'held')),
  attempts integer not null default 0 check (attempts >= 0),
  next_attempt_at timestamptz not null default now(),
  claimed_until timestamptz,
  last_error text check (char_length(last_error) <= 2000),
  created_at timestamptz not null default now(),
  -- When the email became due.
  queued_at timestamptz not null default now(),
  sent_at timestamptz
);
create index mail_outbox_due_idx on public.mail_outbox (next_attempt_at) where state in ('queued', 'sending');
create index mail_outbox_undelivered_idx on public.mail_outbox (queued_at) where state in ('queued', 'sending', 'failed');
create index mail_outbox_created_at_idx on public.mail_outbox (created_at desc);
create index mail_outbox_contact_message_id_idx on public.mail_outbox (contact_message_id);
create index mail_outbox_receipts_idx on public.mail_outbox (lower(recipient), created_at desc)
  where kind = 'contact-receipt';

-- A separate table, because permission to see that an email was sent does not include its content.
create table public.mail_bodies (
  mail_id uuid primary key references public.mail_outbox on delete cascade,
  subject text not null check (char_length(subject) <= 300 and subject !~ '[\r\n]'),
  text_body text not null check (char_length(text_body) <= 100000),
  html_body text check (char_length(html_body) <= 300000),
  reply_to text check (char_length(reply_to) <= 320 and reply_to !~ '[\r\n]')
);

-- Rate limit counters shared by all processes. Unlogged: they may be lost in a crash, and are not backed up.
create unlogged table public.contact_limits (
  subject text primary key check (char_length(subject) <= 100),
  count integer not null check (count >= 0),
  expires_at timestamptz not null
);
create index contact_limits_expires_at_idx on public.contact_limits (expires_at);

create function public.touch_message() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end
$$;
create trigger touch_message before update on public.contact_messages
  for each row execute function public.touch_message();

-- Notifies the mail workers of all processes.
create function public.announce_mail() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform pg_notify('mail', '');
  return null;
end
$$;
create trigger announce_mail after insert or update of state on public.mail_outbox
  for each row when (new.state = 'queued') execute function public.announce_mail();

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

-- Increments a counter; it restarts when its window is over. A window that ends later than a new one would was stored
-- under a wrong clock, and restarts too.
create function public.count_contact(counted text, within interval) returns public.contact_limits
language sql set search_path = '' as $$
  insert into public.contact_limits as known (subject, count, expires_at) values (counted, 1, now() + within)
  on conflict (subject) do update set
    count = case when known.expires_at between now() and now() + within then known.count + 1 else 1 end,
    expires_at = case
      when known.expires_at between now() and now() + within then known.expires_at else excluded.expires_at end
  returning *
$$;

-- Decides whether a message is delivered, quarantined or rejected. Networks are ordered from small to large; a larger
-- one counts only messages that its smaller one lets through, so that a sender cannot push neighbors into quarantine.
-- `bits` is the difficulty of the solved proof of work. Returns status and reasons, or the seconds until a retry.
create function public.apply_contact_limits(message jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  bits integer := coalesce((message ->> 'bits')::integer, 0);
  reasons text[] := array(select jsonb_array_elements_text(coalesce(message -> 'spam_reasons', '[]')));
  is_suspect boolean := coalesce(message ->> 'status', 'inbox') = 'quarantine';
  networks jsonb := coalesce(message -> 'networks', '[]');
  network record;
  counted public.contact_limits;
  delivered integer;
begin
  if message ->> 'status' not in ('inbox', 'quarantine') then
    raise exception 'a new message goes to the inbox or to quarantine' using errcode = '23514';
  end if;
  -- A puzzle counts for one message.
  if bits > 0 and (public.count_contact('puzzle ' || (message ->> 'puzzle'), interval '1 day')).count > 1 then
    bits := 0;
  end if;
  for network in select * from jsonb_to_recordset(networks) as known (name text, factor integer)
  loop
    counted := public.count_contact('network ' || network.name, interval '10 minutes');
    if network.factor = 1 and counted.count > (case when bits > 0 then 60 else 20 end) then
      return jsonb_build_object('wait_seconds', ceil(extract(epoch from counted.expires_at - now())));
    end if;
    if counted.count > network.factor * (case when bits > 0 then 10 else 5 end) then
      reasons := reasons || 'many-from-network'::text;
      exit;
    end if;
  end loop;
  -- Stops counting at the limit, so that a flood does not make counting slow.
  select count(*) into delivered from (
    select from public.contact_messages
    where status = 'inbox' and created_at > now() - interval '1 minute' limit 480
  ) recent;
  if delivered >= (case when bits >= 19 then 480 when bits > 0 then 240 else 60 end) then
    reasons := reasons || 'many-at-once'::text;
  end if;
  is_suspect := is_suspect or reasons && array['many-from-network', 'many-at-once'];
  -- A quarter of the 60 messages a minute allowed without proof of work, so that one network cannot use up all.
  if not is_suspect and message ->> 'block' is not null
    and (public.count_contact('block ' || (message ->> 'block'), interval '1 minute')).count > 15 then
    reasons := reasons || 'many-from-network'::text;
    is_suspect := true;
  end if;
  if not is_suspect then
    return jsonb_build_object('status', 'inbox', 'reasons', reasons);
  end if;
  return coalesce(
    public.limit_quarantine(networks), jsonb_build_object('status', 'quarantine', 'reasons', reasons));
end
$$;

-- Limits quarantine to 5,000 messages, and 50 a day from one network, so that a flood cannot fill the disk. Stored
-- messages stay, because their senders were told that they arrived; further ones are rejected with an error.
create function public.limit_quarantine(networks jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  network record;
  counted public.contact_limits;
begin
  if (select count(*) from (select from public.contact_messages where status = 'quarantine' limit 5000) kept) >= 5000
  then
    return jsonb_build_object('wait_seconds', 3600, 'is_full', true);
  end if;
  for network in select * from jsonb_to_recordset(networks) as known (name text, factor integer)
  loop
    counted := public.count_contact('quarantine ' || network.name, interval '1 day');
    if counted.count > network.factor * 50 then
      return jsonb_build_object('wait_seconds', ceil(extract(epoch from counted.expires_at - now())));
    end if;
  end loop;
  return null;
end
$$;

-- Prevents flooding a mailbox through the form: one receipt an hour, and none for suspected spam.
create function public.queue_contact_mails(stored public.contact_messages, mails jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  mail jsonb;
  mail_id uuid;
begin
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
end
$$;

-- Stores a message once, with its emails, or returns the seconds until a retry.
create function public.submit_contact_message(message jsonb, mails jsonb default '[]') returns jsonb
language plpgsql set search_path = '' as $$
declare
  key text := message ->> 'idempotency_key';
  limits jsonb;
  stored public.contact_messages;
begin
  -- Serializes two submissions of the same message, so that it counts once.
  perform pg_advisory_xact_lock(hashtextextended('contact ' || key, 0));
  select * into stored from public.contact_messages where idempotency_key = key;
  if found then
    return jsonb_build_object('id', stored.id, 'reference', stored.reference, 'repeated', true);
  end if;
  limits := public.apply_contact_limits(message);
  if limits ? 'wait_seconds' then
    return limits;
  end if;
  insert into public.contact_messages
    (id, reference, name, email, phone, company, service, message, source, other_fields, status, idempotency_key,
     spam_score, spam_reasons)
  values (
    coalesce((message ->> 'id')::uuid, gen_random_uuid()),
    coalesce(message ->> 'reference', upper(left(replace(gen_random_uuid()::text, '-', ''), 10))),
    message ->> 'name', message ->> 'email', coalesce(message ->> 'phone', ''), coalesce(message ->> 'company', ''),
    message ->> 'service', message ->> 'message', coalesce(message ->> 'source', ''),
    coalesce(message -> 'other_fields', '{}'), limits ->> 'status', key,
    coalesce((message ->> 'spam_score')::integer, 0), array(select jsonb_array_elements_text(limits -> 'reasons'))
  )
  returning * into stored;
  perform public.queue_contact_mails(stored, mails);
  if random() < 0.01 then
    delete from public.contact_limits where expires_at < now();
  end if;
  return jsonb_build_object('id', stored.id, 'reference', stored.reference, 'repeated', false);
end
$$;

-- For the worker, by SQL or by rpc. Locked rows are skipped, so that no two workers claim the same email. A claim
-- expires after five minutes, longer than any delivery may take, and the next attempt is at most six hours away: a time
-- further in the future was stored under a wrong clock and is ignored.
create function public.claim_mails(most integer) returns table (
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

-- Records an attempt: sent, failed, or queued again. If the claim has expired meanwhile, only 'sent' is recorded, so
-- that the email is not sent twice.
create function public.settle_mail(
  mail uuid, attempt integer, outcome text, reason text default null, wait_seconds double precision default 0
) returns void
language plpgsql set search_path = '' as $$
declare
  settled public.mail_outbox;
begin
  update public.mail_outbox
  set state = outcome,
    claimed_until = null,
    last_error = left(reason, 2000),
    sent_at = case outcome when 'sent' then now() end,
    next_attempt_at = now() + make_interval(secs => wait_seconds)
  where id = mail and (outcome = 'sent' or (state = 'sending' and attempts = attempt))
  returning * into settled;
  if settled.state = 'sent' and settled.confidential then
    delete from public.mail_bodies where mail_id = mail;
  end if;
end
$$;

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

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
  status text not null default 'inbox' check (status in ('inbox', 'quarantine', 'archive')),
  read_at timestamptz,
  notes text not null default '' check (char_length(notes) <= 5000),
  idempotency_key text unique check (char_length(idempotency_key) between 8 and 200),
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
  state text not null default 'queued' check (state in ('queued', 'sending', 'sent', 'failed')),
  attempts integer not null default 0 check (attempts >= 0),
  next_attempt_at timestamptz not null default now(),
  claimed_until timestamptz,
  last_error text check (char_length(last_error) <= 2000),
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create index mail_outbox_due_idx on public.mail_outbox (next_attempt_at) where state in ('queued', 'sending');
create index mail_outbox_created_at_idx on public.mail_outbox (created_at desc);
create index mail_outbox_contact_message_id_idx on public.mail_outbox (contact_message_id);

-- A separate table, because permission to see that an email was sent does not include its content.
create table public.mail_bodies (
  mail_id uuid primary key references public.mail_outbox on delete cascade,
  subject text not null check (char_length(subject) <= 300 and subject !~ '[\r\n]'),
  text_body text not null check (char_length(text_body) <= 100000),
  html_body text check (char_length(html_body) <= 300000),
  reply_to text check (char_length(reply_to) <= 320 and reply_to !~ '[\r\n]')
);

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

-- Stores message and emails in one transaction. A repeated idempotency key returns the message stored before.
create function public.submit_contact_message(message jsonb, mails jsonb default '[]') returns jsonb
language plpgsql set search_path = '' as $$
declare
  key text := message ->> 'idempotency_key';
  stored public.contact_messages;
  mail jsonb;
  mail_id uuid;
begin
  insert into public.contact_messages
    (id, reference, name, email, phone, company, service, message, source, status, idempotency_key)
  values (
    coalesce((message ->> 'id')::uuid, gen_random_uuid()),
    coalesce(message ->> 'reference', upper(left(replace(gen_random_uuid()::text, '-', ''), 10))),
    message ->> 'name', message ->> 'email', coalesce(message ->> 'phone', ''), coalesce(message ->> 'company', ''),
    message ->> 'service', message ->> 'message', coalesce(message ->> 'source', ''),
    coalesce(message ->> 'status', 'inbox'), key
  )
  on conflict (idempotency_key) do nothing
  returning * into stored;
  if stored.id is null then
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
    insert into public.mail_outbox (kind, recipient, message_id, confidential, contact_message_id)
    values (mail ->> 'kind', mail ->> 'to', mail ->> 'message_id', false, stored.id)
    returning id into mail_id;
    insert into public.mail_bodies (mail_id, subject, text_body, html_body, reply_to)
    values (mail_id, mail ->> 'subject', mail ->> 'text', mail ->> 'html', mail ->> 'reply_to');
  end loop;
  return jsonb_build_object('id', stored.id, 'reference', stored.reference, 'repeated', false);
end
$$;

create index mail_outbox_receipts_idx on public.mail_outbox (lower(recipient), created_at desc)
  where kind = 'contact-receipt';

-- For the worker, by SQL or by rpc. Locked rows are skipped, so that no two workers claim the same email. A claim
-- expires after five minutes, longer than any delivery may take.
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
      where (m.state = 'queued' and m.next_attempt_at <= now()) or (m.state = 'sending' and m.claimed_until < now())
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

revoke all on function public.claim_mails(integer),
  public.settle_mail(uuid, integer, text, text, double precision) from public, anon, authenticated, service_role;
grant execute on function public.claim_mails(integer),
  public.settle_mail(uuid, integer, text, text, double precision) to service_role;
revoke all on function public.touch_message(), public.announce_mail(), public.submit_contact_message(jsonb, jsonb)
  from public, anon, authenticated, service_role;
grant execute on function public.submit_contact_message(jsonb, jsonb) to service_role;

alter table public.contact_messages enable row level security;
alter table public.contact_messages force row level security;
alter table public.mail_outbox enable row level security;
alter table public.mail_outbox force row level security;
alter table public.mail_bodies enable row level security;
alter table public.mail_bodies force row level security;
revoke all on public.contact_messages, public.mail_outbox, public.mail_bodies
  from public, anon, authenticated, service_role;

create policy owner on public.contact_messages to current_user using (true) with check (true);
create policy owner on public.mail_outbox to current_user using (true) with check (true);
create policy owner on public.mail_bodies to current_user using (true) with check (true);
create policy service on public.contact_messages to service_role using (true) with check (true);
create policy service on public.mail_outbox to service_role using (true) with check (true);
create policy service on public.mail_bodies to service_role using (true) with check (true);

create policy "an admin reads messages" on public.contact_messages for select to authenticated
  using ((select public.is_admin()));
create policy "an admin sorts messages" on public.contact_messages for update to authenticated
  using ((select public.is_admin())) with check ((select public.is_admin()));
create policy "an admin removes messages" on public.contact_messages for delete to authenticated
  using ((select public.is_admin()));
create policy "an admin sees what was mailed" on public.mail_outbox for select to authenticated
  using ((select public.is_admin()));
create policy "an admin queues a failed mail again" on public.mail_outbox for update to authenticated
  using ((select public.is_admin()) and state = 'failed') with check ((select public.is_admin()) and state = 'queued');
create policy "an admin reads what holds no secret" on public.mail_bodies for select to authenticated
  using ((select public.is_admin())
    and exists (select from public.mail_outbox where id = mail_id and not confidential));

grant select, delete, update (status, read_at, notes) on public.contact_messages to authenticated;
grant select, update (state, attempts, next_attempt_at) on public.mail_outbox to authenticated;
grant select on public.mail_bodies to authenticated;
grant select, insert, update, delete on public.contact_messages, public.mail_outbox, public.mail_bodies
  to service_role;

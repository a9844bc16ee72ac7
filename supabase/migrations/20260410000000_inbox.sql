-- Replies to messages with their drafts, the state of a message, and who answers it.

alter table public.contact_messages
  add column state text not null default 'new' check (state in ('new', 'in_progress', 'won', 'lost', 'spam')),
  add column assignee uuid references auth.users on delete set null;
update public.contact_messages set state = case when status = 'quarantine' then 'spam' else 'in_progress' end
  where status = 'quarantine' or read_at is not null;
create index contact_messages_state_idx on public.contact_messages (state, created_at desc);
create index contact_messages_assignee_idx on public.contact_messages (assignee, created_at desc);

-- Spam and quarantine are one thing: whichever column is written, the other follows. Only admins with 'messages' are
-- given a message.
create function public.keep_message_state() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    if new.status = 'quarantine' then
      new.state := 'spam';
    end if;
  elsif new.state <> old.state then
    new.status := case when new.state = 'spam' then 'quarantine' when new.status = 'quarantine' then 'inbox'
      else new.status end;
  elsif new.status <> old.status then
    new.state := case when new.status = 'quarantine' then 'spam' when new.state = 'spam' then 'new' else new.state end;
  end if;
  if new.assignee is not null and (tg_op = 'INSERT' or new.assignee is distinct from old.assignee)
    and not (public.switches_of(new.assignee)).can_messages then
    raise exception 'This person may not read messages.' using errcode = '23514';
  end if;
  return new;
end
$$;
create trigger keep_message_state before insert or update on public.contact_messages
  for each row execute function public.keep_message_state();
-- Without a list of columns, because the trigger above may set the status.
drop trigger hold_or_release_mails on public.contact_messages;
create trigger hold_or_release_mails after update on public.contact_messages
  for each row when (old.status <> new.status) execute function public.hold_or_release_mails();

create table public.message_replies (
  id uuid primary key default gen_random_uuid(),
  message_id uuid not null references public.contact_messages on delete cascade,
  direction text not null default 'sent' check (direction in ('sent', 'received')),
  author uuid references auth.users on delete set null,
  text text not null check (char_length(text) <= 20000 and btrim(text) <> ''),
  -- Replies that wait for each other are in the order in which they were stored.
  at timestamptz not null default clock_timestamp(),
  mail_id uuid references public.mail_outbox on delete set null
);
create index message_replies_message_idx on public.message_replies (message_id, at);
create index message_replies_mail_idx on public.message_replies (mail_id);

-- One per admin and message. Its existence tells the other admins who is writing.
create table public.reply_drafts (
  message_id uuid not null references public.contact_messages on delete cascade,
  owner uuid not null references auth.users on delete cascade,
  text text not null check (char_length(text) between 1 and 20000),
  since timestamptz not null default now(),
  primary key (message_id, owner)
);
create index reply_drafts_owner_idx on public.reply_drafts (owner);

do $$
declare
  relation text;
begin
  foreach relation in array array['message_replies', 'reply_drafts'] loop
    execute format('alter table public.%I enable row level security', relation);
    execute format('alter table public.%I force row level security', relation);
    execute format('revoke all on public.%I from public, anon, authenticated, service_role', relation);
    execute format('create policy owner on public.%I to current_user using (true) with check (true)', relation);
    execute format('create policy "an admin may select" on public.%I for select to authenticated '
      'using ((select public.has_messages()))', relation);
    execute format('grant select on public.%I to authenticated', relation);
  end loop;
end
$$;
grant update (state, assignee) on public.contact_messages to authenticated;

-- The Message-IDs of the earlier emails of a conversation, oldest first: mail programs group by them.
alter table public.mail_bodies add column reference_ids text[] not null default '{}'
  check (cardinality(reference_ids) <= 50 and array_to_string(reference_ids, ' ') !~ '[\r\n]');
drop function public.claim_mails(integer);
create function public.claim_mails(most integer) returns table (
  id uuid, kind text, recipient text, message_id text, attempts integer,
  subject text, text_body text, html_body text, reply_to text, reference_ids text[]
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
    select c.id, c.kind, c.recipient, c.message_id, c.attempts, b.subject, b.text_body, b.html_body, b.reply_to,
      coalesce(b.reference_ids, '{}')
    from claimed c left join public.mail_bodies b on b.mail_id = c.id;
end
$$;

-- Sends a reply once, whatever happens to the answer: `reply` is an id that the caller has made. `seen` is the number of
-- replies that the caller has seen; with more of them nothing is sent, and the result is false.
create function public.send_reply(of_message uuid, reply uuid, words text, seen integer) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  answered public.contact_messages;
  team text;
  earlier text[];
  mail uuid;
begin
  if not public.has_messages() then
    raise exception 'You may not answer messages.' using errcode = '42501';
  end if;
  select * into answered from public.contact_messages where id = of_message for no key update;
  if not found then
    raise exception 'This message is erased.' using errcode = '23514';
  end if;
  if exists (select from public.message_replies where id = reply and message_id = of_message) then
    return true;
  end if;
  if answered.state = 'spam' then
    raise exception 'This message is in spam. Choose another state before you answer it.' using errcode = '23514';
  end if;
  if (select count(*) from public.message_replies where message_id = of_message) > seen then
    return false;
  end if;
  -- The agency's address is where the notification went.
  select recipient into team from public.mail_outbox
    where contact_message_id = of_message and kind = 'contact-notification' limit 1;
  -- What the visitor has of this conversation.
  select coalesce(array_agg(known.message_id order by known.created_at), '{}') into earlier from (
    select o.message_id, o.created_at from public.mail_outbox o
    where o.contact_message_id = of_message and o.kind in ('contact-receipt', 'contact-reply')
    order by o.created_at desc limit 50
  ) as known;
  insert into public.mail_outbox (kind, recipient, message_id, confidential, contact_message_id)
    values ('contact-reply', answered.email,
      format('<%s@%s>', reply, coalesce(split_part(nullif(team, ''), '@', 2), 'reply.invalid')), false, of_message)
    returning id into mail;
  insert into public.mail_bodies (mail_id, subject, text_body, reply_to, reference_ids)
    values (mail, format('Re: %s (%s)', regexp_replace(answered.service, '\s+', ' ', 'g'), answered.reference), words,
      team, earlier);
  insert into public.message_replies (id, message_id, author, text, mail_id)
    values (reply, of_message, auth.uid(), words, mail);
  delete from public.reply_drafts where message_id = of_message and owner = auth.uid();
  update public.contact_messages set read_at = coalesce(read_at, now()),
    assignee = case when state = 'new' then coalesce(assignee, auth.uid()) else assignee end,
    state = case when state = 'new' then 'in_progress' else state end
  where id = of_message;
  insert into public.journal (actor, is_server, kind, action, subject)
    values (auth.uid(), false, 'message', 'answered', of_message);
  return true;
end
$$;

-- Stores the caller's draft if it still is `base`, and returns what is stored; null if the message is erased. An empty
-- draft is none.
create function public.save_reply_draft(of_message uuid, base text, words text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  known text;
begin
  if not public.has_messages() then
    raise exception 'You may not answer messages.' using errcode = '42501';
  end if;
  perform from public.contact_messages where id = of_message for no key update;
  if not found then
    return null;
  end if;
  select text into known from public.reply_drafts where message_id = of_message and owner = auth.uid();
  if coalesce(known, '') <> base then
    return coalesce(known, '');
  end if;
  if words = '' then
    delete from public.reply_drafts where message_id = of_message and owner = auth.uid();
  else
    insert into public.reply_drafts (message_id, owner, text) values (of_message, auth.uid(), words)
      on conflict (message_id, owner) do update set text = excluded.text;
  end if;
  return words;
end
$$;

-- What stands beside a message: its replies with their delivery, who is writing, the sender's other messages, and who can
-- be given it.
create function public.message_thread(of_message uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not public.has_messages() then
    raise exception 'You may not read messages.' using errcode = '42501';
  end if;
  return jsonb_build_object(
    'replies', (
      select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'direction', r.direction, 'text', r.text, 'at', r.at,
        'author', u.email, 'mail', case when o.id is not null then jsonb_build_object('id', o.id, 'kind', o.kind,
          'recipient', o.recipient, 'state', o.state, 'attempts', o.attempts, 'next_attempt_at', o.next_attempt_at,
          'last_error', o.last_error, 'sent_at', o.sent_at) end) order by r.at, r.id), '[]')
      from public.message_replies r left join auth.users u on u.id = r.author
      left join public.mail_outbox o on o.id = r.mail_id where r.message_id = of_message
    ),
    'draft', coalesce(
      (select d.text from public.reply_drafts d where d.message_id = of_message and d.owner = auth.uid()), ''),
    'writing', (
      select coalesce(jsonb_agg(jsonb_build_object('email', u.email, 'text', d.text, 'since', d.since)
        order by d.since), '[]')
      from public.reply_drafts d join auth.users u on u.id = d.owner
      where d.message_id = of_message and d.owner <> auth.uid() and (public.switches_of(d.owner)).can_messages
    ),
    'others', (
      select coalesce(jsonb_agg(to_jsonb(other) order by other.created_at desc), '[]') from (
        select m.id, m.service, m.state, m.created_at
        from public.contact_messages m join public.contact_messages this on lower(m.email) = lower(this.email)
        where this.id = of_message and m.id <> of_message order by m.created_at desc limit 20
      ) as other
    ),
    'people', (
      select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'email', u.email) order by u.email), '[]')
      from public.user_roles r join auth.users u on u.id = r.user_id
      where r.role = 'admin' and (public.switches_of(u.id)).can_messages and u.email_confirmed_at is not null
        and u.deleted_at is null
    )
  );
end
$$;

-- For the sender's own page: the replies that have reached a mail server.
create function public.exchanged_replies(of_message uuid) returns table (text text, at timestamptz, direction text)
language sql stable security definer set search_path = '' as $$
  select r.text, r.at, r.direction
  from public.message_replies r left join public.mail_outbox o on o.id = r.mail_id
  where r.message_id = of_message and (r.direction = 'received' or o.state is null or o.state = 'sent')
  order by r.at, r.id
$$;

create or replace function public.newsroom_counts(list text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case when list <> 'messages' or public.has_messages() or not public.is_admin()
    then public.whole_counts(list) end || case when list = 'messages' and public.has_messages() then (
      select jsonb_build_object(
        'mine', count(*) filter (where assignee = auth.uid() and status = 'inbox'),
        'new', count(*) filter (where state = 'new' and status = 'inbox'),
        'in_progress', count(*) filter (where state = 'in_progress' and status = 'inbox'),
        'won', count(*) filter (where state = 'won'),
        'lost', count(*) filter (where state = 'lost'))
      from public.contact_messages) else '{}' end
$$;

create or replace function public.announce_to_newsroom() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed jsonb := to_jsonb(coalesce(new, old));
  topic text := case
    when tg_table_name in ('contact_messages', 'message_replies', 'message_files', 'reply_drafts')
    then 'newsroom:messages' else 'newsroom' end;
  id text;
begin
  select string_agg(changed ->> name, '/' order by place) into id
    from unnest(tg_argv) with ordinality as columns (name, place);
  perform realtime.send(jsonb_build_object('table', tg_table_name, 'id', id), 'change', topic, true);
  return null;
exception when undefined_function or invalid_schema_name or undefined_table or insufficient_privilege then
  return null; -- The write counts, the announcement does not.
end
$$;
create trigger announce_to_newsroom after insert on public.message_replies
  for each row execute function public.announce_to_newsroom('message_id');
-- Not at every saved word.
create trigger announce_to_newsroom after insert or delete on public.reply_drafts
  for each row execute function public.announce_to_newsroom('message_id');

-- Saved answers are for admins only, unlike all other entries.
alter policy "anyone reads what is shown" on public.entries
  using (live_from <= now() and not hidden and collection <> 'answers');
create or replace function public.live_entries() returns table (
  collection text, key text, "position" double precision, data jsonb, hidden boolean, live_from timestamptz,
  version integer
)
language sql stable security definer set search_path = '' as $$
  select e.collection, e.key, e.position, case when e.hidden then '{}' else e.data end, e.hidden, e.live_from, e.version
  from public.entries e where e.live_from <= now() and e.collection <> 'answers' order by e.id
$$;

-- Functions can be called by everybody unless that is revoked.
revoke all on function public.keep_message_state(), public.claim_mails(integer),
  public.send_reply(uuid, uuid, text, integer), public.save_reply_draft(uuid, text, text),
  public.message_thread(uuid), public.live_entries(), public.exchanged_replies(uuid), public.newsroom_counts(text)
  from public, anon, authenticated, service_role;
grant execute on function public.send_reply(uuid, uuid, text, integer), public.save_reply_draft(uuid, text, text),
  public.message_thread(uuid), public.newsroom_counts(text) to authenticated;
grant execute on function public.claim_mails(integer), public.live_entries(), public.exchanged_replies(uuid)
  to service_role;

-- Answers by mail: received replies, with their files.

alter table public.message_replies
  add column kind text not null default 'mail' check (kind in ('mail', 'automatic', 'bounce')),
  -- Of received ones. It may be another address than that of the message, which alone is ever mailed.
  add column sender text check (char_length(sender) <= 320),
  add column internet_id text check (char_length(internet_id) between 3 and 320 and internet_id !~ '\s'),
  -- A hash of Message-ID, sender and content: a copy is not stored twice, and a reused Message-ID loses nothing.
  add column fingerprint text unique check (char_length(fingerprint) = 64);

alter table public.contact_messages drop constraint contact_messages_spam_reasons_check;
alter table public.contact_messages add constraint contact_messages_spam_reasons_check check (spam_reasons <@ array[
  'honeypot', 'too-quick', 'links', 'markup', 'spam-words', 'shouting', 'link-as-name', 'nothing-but-links',
  'many-from-network', 'many-at-once', 'no-conversation'
]);

-- Stores an answer in the thread of one of our mails: `mail` is the mail whose signed address the answer was sent to,
-- and the References count without one. An answer to nothing becomes a message in quarantine. The outcome is 'stored'
-- with the reply, 'known' for a copy, or 'full': then it stays in the mailbox.
create function public.receive_answer(mail uuid, answer jsonb, notice jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  its_kind text := answer ->> 'kind';
  answered public.contact_messages;
  is_known boolean;
  stored uuid;
  notice_id uuid;
begin
  perform pg_advisory_xact_lock(hashtextextended('answer ' || (answer ->> 'fingerprint'), 0));
  if exists (select from public.message_replies r where r.fingerprint = answer ->> 'fingerprint') then
    return jsonb_build_object('outcome', 'known');
  end if;
  -- Anybody can write a bounce; only the mail server that we have mailed knows the signed address.
  select m.* into answered from public.contact_messages m join public.mail_outbox o on o.contact_message_id = m.id
    where o.kind in ('contact-receipt', 'contact-reply') and case when mail is not null then o.id = mail
      else its_kind <> 'bounce' and o.message_id in (select jsonb_array_elements_text(answer -> 'references')) end
    order by o.created_at desc limit 1 for no key update of m;
  is_known := found;
  if is_known and (select count(*) from public.message_replies where message_id = answered.id) >= 500
    or not is_known and public.limit_quarantine('[]') is not null then
    return jsonb_build_object('outcome', 'full');
  end if;
  if not is_known then
    insert into public.contact_messages (name, email, service, message, status, spam_reasons)
      values (answer ->> 'name', answer ->> 'sender', 'Email', answer ->> 'subject', 'quarantine', '{no-conversation}')
      returning * into answered;
  end if;
  insert into public.message_replies (message_id, direction, kind, sender, internet_id, fingerprint, text)
    values (answered.id, 'received', its_kind, answer ->> 'sender', answer ->> 'internet_id', answer ->> 'fingerprint',
      answer ->> 'text')
    returning id into stored;
  if answer ->> 'returned' is not null then
    update public.mail_outbox set state = 'failed', last_error = left(answer ->> 'returned', 2000)
      where id = mail and state = 'sent';
  end if;
  -- A note that somebody is away asks for nothing.
  if its_kind <> 'automatic' and is_known then
    update public.contact_messages set read_at = null,
      status = case when status = 'archive' then 'inbox' else status end,
      state = case when state = 'new' then 'in_progress' else state end
    where id = answered.id;
  end if;
  if its_kind = 'mail' and is_known and answered.status <> 'quarantine' and not exists (
      select from public.mail_outbox o where o.contact_message_id = answered.id and o.kind = 'contact-answer'
        and o.created_at > now() - interval '1 hour')
    and (select count(*) from public.mail_outbox o where o.kind = 'contact-answer'
      and o.created_at > now() - interval '1 hour') < 60 then
    insert into public.mail_outbox (kind, recipient, message_id, confidential, contact_message_id)
      values ('contact-answer', notice ->> 'to', notice ->> 'message_id', false, answered.id) returning id into notice_id;
    insert into public.mail_bodies (mail_id, subject, text_body, html_body)
      select notice_id, replace(notice ->> 'subject', '{reference}', answered.reference),
        replace(replace(notice ->> 'text', '{reference}', answered.reference), '{id}', answered.id::text),
        replace(replace(notice ->> 'html', '{reference}', answered.reference), '{id}', answered.id::text);
  end if;
  return jsonb_build_object('outcome', case when is_known then 'stored' else 'no-conversation' end, 'reply', stored);
end
$$;

-- A file of an answer; without its bytes if there is no room for them.
create function public.store_answer_file(reply uuid, file_name text, file_type text, file_size integer, file bytea)
returns void
language sql security definer set search_path = '' as $$
  insert into public.message_files (message_id, reply_id, name, type, size, bytes)
  select r.message_id, r.id, file_name, file_type, file_size, case when file_size <= public.room_for_files() then file end
  from public.message_replies r where r.id = reply
$$;

-- The files of a reply, or without one those of the message itself.
create function public.files_of(message uuid, reply uuid) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name, 'type', type, 'size', size,
    'isKept', is_kept) order by name, id), '[]')
  from public.message_files where message_id = message and reply_id is not distinct from reply
$$;

drop function public.exchanged_replies(uuid);
create function public.exchanged_replies(of_message uuid)
returns table (text text, at timestamptz, direction text, kind text, sender text, files jsonb)
language sql stable security definer set search_path = '' as $$
  select r.text, r.at, r.direction, r.kind, case when lower(r.sender) <> lower(m.email) then r.sender end,
    public.files_of(r.message_id, r.id)
  from public.message_replies r join public.contact_messages m on m.id = r.message_id
  left join public.mail_outbox o on o.id = r.mail_id
  where r.message_id = of_message and (r.direction = 'received' or o.state is null or o.state = 'sent')
  order by r.at, r.id
$$;

-- Changes a part of a function and keeps the rest as it is.
create function pg_temp.amend(known regprocedure, part text, amended text) returns void
language plpgsql as $$
declare
  definition text := pg_get_functiondef(known);
begin
  if strpos(definition, part) = 0 then
    raise exception '% lacks %', known, part;
  end if;
  execute replace(definition, part, amended);
end
$$;
select pg_temp.amend('public.message_thread(uuid)', $$'text', r.text, 'at', r.at,$$,
  $$'text', r.text, 'at', r.at, 'kind', r.kind, 'sender', r.sender, 'files', public.files_of(r.message_id, r.id),$$);
select pg_temp.amend('public.message_thread(uuid)', $$'draft', coalesce($$,
  $$'files', public.files_of(of_message, null), 'draft', coalesce($$);
-- The newest answer is what a reply is to.
select pg_temp.amend('public.send_reply(uuid, uuid, text, integer)', $$and o.kind in ('contact-receipt', 'contact-reply')
    order by o.created_at desc limit 50$$, $$and o.kind in ('contact-receipt', 'contact-reply')
    union all select r.internet_id, r.at from public.message_replies r
    where r.message_id = of_message and r.kind = 'mail' and r.internet_id is not null
    order by 2 desc limit 50$$);
select pg_temp.amend('public.find_person(text)', $$'text', r.text)$$,
  $$'text', r.text, 'kind', r.kind, 'sender', r.sender, 'files', public.files_of(r.message_id, r.id))$$);
select pg_temp.amend('public.find_person(text)', $$jsonb_build_object('replies', ($$,
  $$jsonb_build_object('files', public.files_of(m.id, null), 'replies', ($$);
select pg_temp.amend('public.find_person(text)', $$'mails', ($$, $$'answers', (
      select coalesce(jsonb_agg(jsonb_build_object('at', r.at, 'text', r.text, 'kind', r.kind, 'sender', r.sender,
        'files', public.files_of(r.message_id, r.id)) order by r.at), '[]')
      from public.message_replies r join public.contact_messages m on m.id = r.message_id
      where lower(r.sender) = lower(btrim(address)) and lower(m.email) <> lower(btrim(address))
    ),
    'mails', ($$);
select pg_temp.amend('public.erase_person(text)', $$delete from auth.users where id = account;$$,
  $$delete from public.message_replies where lower(sender) = lower(btrim(address));
  delete from auth.users where id = account;$$);
create index message_replies_sender_idx on public.message_replies (lower(sender));

revoke all on function public.receive_answer(uuid, jsonb, jsonb), public.files_of(uuid, uuid),
  public.store_answer_file(uuid, text, text, integer, bytea), public.exchanged_replies(uuid)
  from public, anon, authenticated, service_role;
grant execute on function public.receive_answer(uuid, jsonb, jsonb), public.exchanged_replies(uuid),
  public.store_answer_file(uuid, text, text, integer, bytea) to service_role;

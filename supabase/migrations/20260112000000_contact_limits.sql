-- Decides whether a message is delivered, quarantined or rejected. Networks are ordered from small to large; a larger
-- one counts only messages that its smaller one lets through, so that a sender cannot push neighbors into quarantine.
-- `bits` is the difficulty of the solved proof of work. Returns status and reasons, or the seconds until a retry.
create function public.apply_contact_limits(message jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  bits integer := coalesce((message ->> 'bits')::integer, 0);
  reasons text[] := array(select jsonb_array_elements_text(coalesce(message -> 'spam_reasons', '[]')));
  is_suspect boolean := coalesce(message ->> 'status', 'inbox') = 'quarantine';
  -- An edge function deployed before this migration sends only one network.
  networks jsonb := coalesce(
    message -> 'networks', jsonb_build_array(jsonb_build_object('name', message ->> 'network', 'factor', 1)));
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
  for network in select * from jsonb_to_recordset(networks) as known (name text, factor integer) where name is not null
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
  for network in select * from jsonb_to_recordset(networks) as known (name text, factor integer) where name is not null
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

-- Stores message and emails in one transaction. A repeated idempotency key returns the message stored before.
create or replace function public.submit_contact_message(message jsonb, mails jsonb default '[]') returns jsonb
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
    (id, reference, name, email, phone, company, service, message, source, status, idempotency_key,
     spam_score, spam_reasons)
  values (
    coalesce((message ->> 'id')::uuid, gen_random_uuid()),
    coalesce(message ->> 'reference', upper(left(replace(gen_random_uuid()::text, '-', ''), 10))),
    message ->> 'name', message ->> 'email', coalesce(message ->> 'phone', ''), coalesce(message ->> 'company', ''),
    message ->> 'service', message ->> 'message', coalesce(message ->> 'source', ''), limits ->> 'status', key,
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

revoke all on function public.apply_contact_limits(jsonb), public.limit_quarantine(jsonb),
  public.queue_contact_mails(public.contact_messages, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.apply_contact_limits(jsonb), public.limit_quarantine(jsonb),
  public.queue_contact_mails(public.contact_messages, jsonb) to service_role;

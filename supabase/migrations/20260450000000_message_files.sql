-- Files of messages: the PDF of an application, and what comes with an answer by mail. The bytes are rows, so that they
-- are backed up, and erased with their message, by what exists.

create table public.message_files (
  id uuid primary key default gen_random_uuid(),
  message_id uuid not null references public.contact_messages on delete cascade,
  -- The answer that it came with; an application has none.
  reply_id uuid references public.message_replies on delete cascade,
  name text not null check (char_length(name) between 1 and 200),
  -- As its bytes tell, never as its sender says.
  type text not null default 'application/pdf' check (char_length(type) <= 60),
  size integer not null check (size >= 0),
  -- Null if a file of a mail is too large, or there is no room: then it is in the mailbox only.
  bytes bytea check (bytes is null or (octet_length(bytes) = size and size <= 10485760)),
  is_kept boolean not null generated always as (bytes is not null) stored,
  created_at timestamptz not null default now(),
  check (reply_id is not null or (size > 0 and bytes is not null and name ~ '^[^/\\[:cntrl:]]+\.pdf$'))
);
-- Most files are compressed already.
alter table public.message_files alter column bytes set storage external;
create index message_files_message_idx on public.message_files (message_id);
create index message_files_reply_idx on public.message_files (reply_id);

alter table public.message_files enable row level security;
alter table public.message_files force row level security;
revoke all on public.message_files from public, anon, authenticated, service_role;
create policy owner on public.message_files to current_user using (true) with check (true);
create policy "an admin may select" on public.message_files for select to authenticated
  using ((select public.has_messages()));
create policy service on public.message_files for select to service_role using (true);
grant select on public.message_files to authenticated;
grant select (id, message_id, reply_id, name, type, size, is_kept, created_at) on public.message_files to service_role;

-- What is left of 1 GB, so that strangers cannot fill the disk. Nobody else stores a file until the transaction ends.
create function public.room_for_files() returns bigint
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('message files', 0));
  return 1073741824 - (select coalesce(sum(size), 0) from public.message_files where is_kept);
end
$$;

-- Stores an application with its file, in one transaction. Three an hour from one network.
create function public.submit_application(message jsonb, mails jsonb, file_name text, file bytea) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  key text := message ->> 'idempotency_key';
  network record;
  counted public.contact_limits;
  stored jsonb;
begin
  perform pg_advisory_xact_lock(hashtextextended('contact ' || key, 0));
  if not exists (select from public.contact_messages where idempotency_key = key) then
    if octet_length(file) > public.room_for_files() then
      return jsonb_build_object('wait_seconds', 3600, 'is_full', true);
    end if;
    for network in
      select * from jsonb_to_recordset(coalesce(message -> 'networks', '[]')) as known (name text, factor integer)
    loop
      counted := public.count_contact('files ' || network.name, interval '1 hour');
      if counted.count > network.factor * 3 then
        return jsonb_build_object('wait_seconds', ceil(extract(epoch from counted.expires_at - now())));
      end if;
    end loop;
  end if;
  stored := public.submit_contact_message(message, mails);
  if stored ->> 'repeated' = 'false' then
    insert into public.message_files (message_id, name, size, bytes)
      values ((stored ->> 'id')::uuid, file_name, octet_length(file), file);
  end if;
  return stored;
end
$$;

-- Applications are kept for as long as the owner says; the build before knows one number of days for all messages.
drop function public.erase_old_messages(integer);
create function public.erase_old_messages(days integer, application_days integer default null) returns integer
language plpgsql set search_path = '' as $$
declare
  oldest timestamptz := now() - make_interval(days => greatest(days, 1));
  oldest_application timestamptz := now() - make_interval(days => greatest(coalesce(application_days, days), 1));
  erased integer;
begin
  delete from public.contact_messages
    where created_at < case when other_fields ? 'job' then oldest_application else oldest end;
  get diagnostics erased = row_count;
  delete from public.mail_outbox where created_at < oldest;
  delete from public.contact_limits where expires_at < now();
  return erased;
end
$$;

revoke all on function public.room_for_files(), public.submit_application(jsonb, jsonb, text, bytea),
  public.erase_old_messages(integer, integer) from public, anon, authenticated, service_role;
grant execute on function public.submit_application(jsonb, jsonb, text, bytea),
  public.erase_old_messages(integer, integer) to service_role;

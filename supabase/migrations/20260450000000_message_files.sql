-- Files of messages: the PDF of an application. The bytes are rows, so that they are backed up, and erased with their
-- message, by what exists.

create table public.message_files (
  id uuid primary key default gen_random_uuid(),
  message_id uuid not null references public.contact_messages on delete cascade,
  name text not null check (char_length(name) between 5 and 110 and name !~ '[/\\[:cntrl:]]' and name ~ '\.pdf$'),
  bytes bytea not null check (octet_length(bytes) between 1 and 10485760),
  size integer not null generated always as (octet_length(bytes)) stored,
  created_at timestamptz not null default now()
);
-- A PDF is compressed already.
alter table public.message_files alter column bytes set storage external;
create index message_files_message_idx on public.message_files (message_id);

alter table public.message_files enable row level security;
alter table public.message_files force row level security;
revoke all on public.message_files from public, anon, authenticated, service_role;
create policy owner on public.message_files to current_user using (true) with check (true);
create policy "an admin may select" on public.message_files for select to authenticated
  using ((select public.has_messages()));
create policy service on public.message_files for select to service_role using (true);
grant select on public.message_files to authenticated;
grant select (id, message_id, name, size, created_at) on public.message_files to service_role;

-- Stores an application with its file, in one transaction: the only way to store a file. Three an hour from one network,
-- and 1 GB in all, so that strangers cannot fill the disk.
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
    perform pg_advisory_xact_lock(hashtextextended('message files', 0));
    if (select coalesce(sum(size), 0) from public.message_files) + octet_length(file) > 1073741824 then
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
    insert into public.message_files (message_id, name, bytes) values ((stored ->> 'id')::uuid, file_name, file);
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

-- With the files of the address; the newsroom adds what is in them.
alter function public.find_person(text) rename to whole_person;
create function public.find_person(address text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select public.whole_person(address) || jsonb_build_object('files', (
    select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'message_id', f.message_id, 'name', f.name, 'size', f.size,
      'created_at', f.created_at) order by f.created_at), '[]')
    from public.message_files f join public.contact_messages m on m.id = f.message_id
    where lower(m.email) = lower(btrim(address))))
$$;

revoke all on function public.submit_application(jsonb, jsonb, text, bytea),
  public.erase_old_messages(integer, integer), public.whole_person(text), public.find_person(text)
  from public, anon, authenticated, service_role;
grant execute on function public.submit_application(jsonb, jsonb, text, bytea),
  public.erase_old_messages(integer, integer) to service_role;
grant execute on function public.find_person(text) to authenticated;

-- The texts and facts of the site that its owner has changed. content/*.ts is used where nothing is stored.

-- Keys are part of addresses; the site checks the data against the schema of its collection when it reads it.
create table public.entries (
  id bigint generated always as identity primary key,
  collection text not null check (collection ~ '^[a-z][a-z-]{0,39}$'),
  key text not null check (key ~ '^[a-z0-9][a-z0-9-]{0,79}$'),
  position double precision not null default 0 check (position between -1e9 and 1e9),
  data jsonb not null check (jsonb_typeof(data) = 'object' and octet_length(data::text) <= 65536),
  -- A hidden entry removes the shipped one with its key.
  hidden boolean not null default false,
  live_from timestamptz not null default now(),
  -- Set by the trigger: one live and at most one scheduled row per key.
  is_scheduled boolean not null default false,
  version integer not null default 1,
  unique (collection, key, is_scheduled)
);

-- One draft per entry, shared by the admins.
create table public.entry_drafts (
  collection text not null check (collection ~ '^[a-z][a-z-]{0,39}$'),
  key text not null check (key ~ '^[a-z0-9][a-z0-9-]{0,79}$'),
  data jsonb not null check (jsonb_typeof(data) = 'object' and octet_length(data::text) <= 65536),
  -- The version of the entry that the draft changes; 0 if none is stored.
  entry_version integer not null default 0,
  version integer not null default 1,
  updated_by uuid references auth.users on delete set null,
  updated_at timestamptz not null default now(),
  primary key (collection, key)
);
create index entry_drafts_updated_by_idx on public.entry_drafts (updated_by);

create table public.entry_versions (
  id bigint generated always as identity primary key,
  collection text not null,
  key text not null,
  version integer not null,
  change text not null check (change in ('published', 'removed')),
  position double precision not null,
  data jsonb not null,
  hidden boolean not null,
  live_from timestamptz not null,
  made_by uuid references auth.users on delete set null,
  made_at timestamptz not null default now(),
  unique (collection, key, version)
);
create index entry_versions_made_by_idx on public.entry_versions (made_by);

-- The version counts on after the row was deleted, so that each version names one state.
create function public.prepare_entry() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Serializes writes of one key, which number its versions.
  perform pg_advisory_xact_lock(hashtext('public.entries ' || new.collection || ' ' || new.key));
  new.live_from := coalesce(new.live_from, now());
  new.is_scheduled := new.live_from > now();
  -- A scheduled row whose time has come replaces the live one.
  if exists (
    select from public.entries
    where collection = new.collection and key = new.key and is_scheduled and live_from <= now() and id <> new.id
  ) then
    delete from public.entries where collection = new.collection and key = new.key and not is_scheduled and id <> new.id;
    update public.entries set is_scheduled = false
      where collection = new.collection and key = new.key and is_scheduled and id <> new.id;
  end if;
  if tg_op = 'UPDATE' and old.is_scheduled and not new.is_scheduled then
    delete from public.entries where collection = new.collection and key = new.key and not is_scheduled and id <> new.id;
  end if;
  -- Of the entries, too: versions of this statement are kept at its end.
  new.version := 1 + greatest(
    (select max(version) from public.entry_versions where collection = new.collection and key = new.key),
    (select max(version) from public.entries where collection = new.collection and key = new.key), 0);
  return new;
end
$$;

create function public.keep_entry_version() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  entry public.entries := case tg_op when 'DELETE' then old else new end;
begin
  perform pg_advisory_xact_lock(hashtext('public.entries ' || entry.collection || ' ' || entry.key));
  insert into public.entry_versions (collection, key, version, change, position, data, hidden, live_from, made_by)
  select entry.collection, entry.key,
    case tg_op when 'DELETE' then 1 + coalesce(max(v.version), 0) else entry.version end,
    case tg_op when 'DELETE' then 'removed' else 'published' end,
    entry.position, entry.data, entry.hidden, entry.live_from, auth.uid()
  from public.entry_versions v where v.collection = entry.collection and v.key = entry.key;
  return null;
end
$$;

create function public.announce_entries() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_notify('pages', 'entries');
  return null;
end
$$;

create function public.touch_entry_draft() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.version := case tg_op when 'UPDATE' then old.version + 1 else 1 end;
  new.updated_at := now();
  new.updated_by := auth.uid();
  return new;
end
$$;

-- Not for is_scheduled, which only the trigger changes.
create trigger prepare_entry before insert or update of position, data, hidden, live_from on public.entries
  for each row execute function public.prepare_entry();
create trigger keep_entry_version after insert or delete or update of position, data, hidden, live_from on public.entries
  for each row execute function public.keep_entry_version();
create trigger announce_entries after insert or update or delete on public.entries
  for each statement execute function public.announce_entries();
-- Not for updated_by: deleting an account is no edit.
create trigger touch_entry_draft before insert or update of data, entry_version on public.entry_drafts
  for each row execute function public.touch_entry_draft();

-- The names of the editors are in schema auth, which only this function reads.
create function public.entry_history(of_collection text, of_key text)
returns table (version integer, change text, "position" double precision, data jsonb, hidden boolean, made_at timestamptz, email text)
language sql stable security definer set search_path = '' as $$
  select v.version, v.change, v.position, v.data, v.hidden, v.made_at, u.email::text
  from public.entry_versions v left join auth.users u on u.id = v.made_by
  where v.collection = of_collection and v.key = of_key and public.is_admin()
  order by v.version desc limit 100
$$;

create function public.seconds_to_next_entry() returns double precision
language sql stable security definer set search_path = '' as $$
  select extract(epoch from min(live_from) - clock_timestamp())::double precision
  from public.entries where live_from > now()
$$;

revoke all on function public.prepare_entry(), public.keep_entry_version(), public.announce_entries(),
  public.touch_entry_draft(), public.entry_history(text, text), public.seconds_to_next_entry()
  from public, anon, authenticated, service_role;
grant execute on function public.entry_history(text, text) to authenticated;
grant execute on function public.seconds_to_next_entry() to service_role;

alter table public.entries enable row level security;
alter table public.entries force row level security;
alter table public.entry_drafts enable row level security;
alter table public.entry_drafts force row level security;
alter table public.entry_versions enable row level security;
alter table public.entry_versions force row level security;
revoke all on public.entries, public.entry_drafts, public.entry_versions from public, anon, authenticated, service_role;

create policy owner on public.entries to current_user using (true) with check (true);
create policy owner on public.entry_drafts to current_user using (true) with check (true);
create policy owner on public.entry_versions to current_user using (true) with check (true);

create policy "anyone reads what is live" on public.entries for select to anon, authenticated
  using (live_from <= now());
create policy "an admin reads all" on public.entries for select to authenticated
  using ((select public.is_admin()));
create policy "an admin publishes" on public.entries for insert to authenticated
  with check ((select public.is_admin()));
create policy "an admin changes" on public.entries for update to authenticated
  using ((select public.is_admin())) with check ((select public.is_admin()));
create policy "an admin removes" on public.entries for delete to authenticated
  using ((select public.is_admin()));
create policy service on public.entries to service_role using (true) with check (true);

create policy "an admin reads drafts" on public.entry_drafts for select to authenticated
  using ((select public.is_admin()));
create policy "an admin drafts" on public.entry_drafts for insert to authenticated
  with check ((select public.is_admin()));
create policy "an admin redrafts" on public.entry_drafts for update to authenticated
  using ((select public.is_admin())) with check ((select public.is_admin()));
create policy "an admin discards" on public.entry_drafts for delete to authenticated
  using ((select public.is_admin()));

-- The trigger alone writes versions.
create policy "an admin reads versions" on public.entry_versions for select to authenticated
  using ((select public.is_admin()));

grant select on public.entries to anon, authenticated, service_role;
grant delete, insert (collection, key, position, data, hidden, live_from), update (position, data, hidden, live_from)
  on public.entries to authenticated, service_role;
grant select, delete, insert (collection, key, data, entry_version), update (data, entry_version)
  on public.entry_drafts to authenticated;
grant select on public.entry_versions to authenticated;

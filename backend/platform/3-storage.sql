create schema if not exists storage;
grant usage on schema storage to anon, authenticated, service_role;

create table if not exists storage.buckets (
  id text primary key check (char_length(id) between 1 and 100),
  name text not null unique check (char_length(name) between 1 and 100),
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  public boolean default false,
  avif_autodetection boolean default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  owner_id text
);

create table if not exists storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text not null references storage.buckets,
  name text not null check (char_length(name) between 1 and 1024),
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  last_accessed_at timestamptz default now(),
  metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  version text,
  owner_id text,
  user_metadata jsonb,
  unique (bucket_id, name)
);

-- Supabase keeps the bytes in an object store; here they are rows, so that every process sees them.
create table if not exists storage.object_bytes (
  object_id uuid primary key references storage.objects on delete cascade,
  bytes bytea not null check (octet_length(bytes) <= 20 * 1024 * 1024)
);
-- Pictures are compressed already.
alter table storage.object_bytes alter column bytes set storage external;

do $$
declare
  kept text;
begin
  foreach kept in array array['buckets', 'objects', 'object_bytes'] loop
    execute format('alter table storage.%I enable row level security', kept);
    execute format('grant select, insert, update, delete on storage.%I to service_role', kept);
    if not exists (select from pg_policies where schemaname = 'storage' and tablename = kept and policyname = 'service') then
      execute format('create policy service on storage.%I to service_role using (true) with check (true)', kept);
    end if;
  end loop;
end
$$;
-- Policies decide which rows a caller sees; without the privilege, an empty list would be an error.
grant select on storage.buckets, storage.objects, storage.object_bytes to anon, authenticated;
grant delete on storage.objects to anon;
grant select, insert, update, delete on storage.objects, storage.object_bytes to authenticated;

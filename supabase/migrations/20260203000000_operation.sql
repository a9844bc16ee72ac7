-- For /readyz in Supabase mode, where the site has no connection of its own to the database.
create function public.database_state() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'isReadOnly', pg_is_in_recovery() or current_setting('default_transaction_read_only')::boolean,
    'versions', (select coalesce(jsonb_agg(version), '[]') from supabase_migrations.schema_migrations)
  )
$$;
revoke all on function public.database_state() from public, anon, authenticated, service_role;
grant execute on function public.database_state() to service_role;

-- One row: a hash of the API keys that the last start used. Links and sessions made with other keys stop working, so
-- a start with other keys says so. Only the owner reads it.
create table public.api_key_fingerprint (
  only_row boolean primary key default true check (only_row),
  fingerprint text not null
);
alter table public.api_key_fingerprint enable row level security;
alter table public.api_key_fingerprint force row level security;
revoke all on public.api_key_fingerprint from public, anon, authenticated, service_role;
create policy owner on public.api_key_fingerprint to current_user using (true) with check (true);

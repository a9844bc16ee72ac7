-- The objects that Supabase itself provides, for the modes in which this process serves its protocol.
-- May run again at any time. Table and column names are GoTrue's, so that accounts can move by copying rows.

do $$
declare
  wanted text;
begin
  foreach wanted in array array['anon', 'authenticated', 'service_role'] loop
    begin
      if not exists (select from pg_roles where rolname = wanted) then
        execute format('create role %I nologin noinherit', wanted);
      end if;
    exception when duplicate_object or unique_violation then
      null; -- Roles belong to the whole cluster: another database's start was faster.
    end;
    -- Not inherited: the owner acts under a caller's policies only after 'set local role'.
    if not pg_has_role(current_user, wanted, 'SET') then
      execute format('grant %I to current_user with inherit false, set true', wanted);
    end if;
  end loop;
end
$$;

grant usage on schema public to anon, authenticated, service_role;

create schema if not exists auth;
grant usage on schema auth to anon, authenticated, service_role;

create table if not exists auth.users (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid default '00000000-0000-0000-0000-000000000000',
  aud varchar(255) default 'authenticated',
  role varchar(255) default 'authenticated',
  email varchar(255),
  encrypted_password varchar(255),
  email_confirmed_at timestamptz,
  invited_at timestamptz,
  confirmation_token varchar(255) default '',
  confirmation_sent_at timestamptz,
  recovery_token varchar(255) default '',
  recovery_sent_at timestamptz,
  email_change_token_new varchar(255) default '',
  email_change varchar(255) default '',
  email_change_sent_at timestamptz,
  last_sign_in_at timestamptz,
  raw_app_meta_data jsonb default '{"provider": "email", "providers": ["email"]}',
  raw_user_meta_data jsonb default '{}',
  is_super_admin boolean,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  phone text unique default null,
  phone_confirmed_at timestamptz,
  phone_change text default '',
  phone_change_token varchar(255) default '',
  phone_change_sent_at timestamptz,
  confirmed_at timestamptz generated always as (least(email_confirmed_at, phone_confirmed_at)) stored,
  email_change_token_current varchar(255) default '',
  email_change_confirm_status smallint default 0 check (email_change_confirm_status between 0 and 2),
  banned_until timestamptz,
  reauthentication_token varchar(255) default '',
  reauthentication_sent_at timestamptz,
  is_sso_user boolean not null default false,
  deleted_at timestamptz,
  is_anonymous boolean not null default false
);
create unique index if not exists users_email_partial_key on auth.users (email) where is_sso_user = false;
create index if not exists users_instance_id_email_idx on auth.users (instance_id, lower(email));
create index if not exists users_created_at_idx on auth.users (created_at, id);

create table if not exists auth.identities (
  id uuid primary key default gen_random_uuid(),
  provider_id text not null,
  user_id uuid not null references auth.users on delete cascade,
  identity_data jsonb not null,
  provider text not null,
  last_sign_in_at timestamptz,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  email text generated always as (lower(identity_data ->> 'email')) stored,
  unique (provider_id, provider)
);
create index if not exists identities_user_id_idx on auth.identities (user_id);

create table if not exists auth.mfa_factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  friendly_name text,
  factor_type text not null check (factor_type in ('totp', 'webauthn', 'phone')),
  status text not null check (status in ('unverified', 'verified')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  secret text,
  phone text,
  last_challenged_at timestamptz unique,
  web_authn_credential jsonb,
  web_authn_aaguid uuid,
  last_webauthn_challenge_data jsonb
);
create index if not exists mfa_factors_user_id_idx on auth.mfa_factors (user_id);
create unique index if not exists mfa_factors_user_friendly_name_unique
  on auth.mfa_factors (friendly_name, user_id) where trim(friendly_name) <> '';

create table if not exists auth.mfa_challenges (
  id uuid primary key default gen_random_uuid(),
  factor_id uuid not null references auth.mfa_factors on delete cascade,
  created_at timestamptz not null default now(),
  verified_at timestamptz,
  ip_address inet not null,
  otp_code text,
  web_authn_session_data jsonb
);
create index if not exists mfa_challenge_factor_id_idx on auth.mfa_challenges (factor_id, created_at desc);

create table if not exists auth.webauthn_credentials (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  credential_id bytea not null,
  public_key bytea not null,
  attestation_type text not null default '',
  aaguid uuid,
  sign_count bigint not null default 0,
  transports jsonb not null default '[]',
  backup_eligible boolean not null default false,
  backed_up boolean not null default false,
  friendly_name text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_used_at timestamptz
);
create unique index if not exists webauthn_credentials_credential_id_key on auth.webauthn_credentials (credential_id);
create index if not exists webauthn_credentials_user_id_idx on auth.webauthn_credentials (user_id);

create table if not exists auth.webauthn_challenges (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users on delete cascade,
  challenge_type text not null check (challenge_type in ('signup', 'registration', 'authentication')),
  session_data jsonb not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index if not exists webauthn_challenges_user_id_idx on auth.webauthn_challenges (user_id);
create index if not exists webauthn_challenges_expires_at_idx on auth.webauthn_challenges (expires_at);

create table if not exists auth.sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  factor_id uuid,
  aal text default 'aal1' check (aal in ('aal1', 'aal2', 'aal3')),
  not_after timestamptz,
  refreshed_at timestamp,
  user_agent text,
  ip inet,
  tag text,
  oauth_client_id uuid,
  refresh_token_hmac_key text,
  refresh_token_counter bigint,
  scopes text
);
create index if not exists sessions_user_id_idx on auth.sessions (user_id, created_at);

-- Column token holds a hash here: a reader of backups cannot refresh anybody's session.
create table if not exists auth.refresh_tokens (
  id bigint generated by default as identity primary key,
  instance_id uuid default '00000000-0000-0000-0000-000000000000',
  token varchar(255) unique,
  user_id varchar(255),
  revoked boolean default false,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  parent varchar(255),
  session_id uuid references auth.sessions on delete cascade
);
create index if not exists refresh_tokens_session_id_idx on auth.refresh_tokens (session_id, revoked);
create index if not exists refresh_tokens_parent_idx on auth.refresh_tokens (parent);

create table if not exists auth.mfa_amr_claims (
  id uuid primary key default gen_random_uuid(),
  session_id uuid not null references auth.sessions on delete cascade,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  authentication_method text not null,
  unique (session_id, authentication_method)
);

create table if not exists auth.one_time_tokens (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  token_type text not null check (token_type in ('confirmation_token', 'reauthentication_token', 'recovery_token',
    'email_change_token_new', 'email_change_token_current', 'phone_change_token')),
  token_hash text not null check (char_length(token_hash) > 0),
  relates_to text not null,
  created_at timestamp not null default (now() at time zone 'utc'),
  updated_at timestamp not null default (now() at time zone 'utc')
);
create unique index if not exists one_time_tokens_user_id_token_type_key on auth.one_time_tokens (user_id, token_type);
create index if not exists one_time_tokens_token_hash_idx on auth.one_time_tokens using hash (token_hash);
create index if not exists one_time_tokens_relates_to_idx on auth.one_time_tokens using hash (relates_to);

create table if not exists auth.flow_state (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users on delete cascade,
  auth_code text,
  code_challenge_method text check (code_challenge_method in ('s256', 'plain')),
  code_challenge text,
  provider_type text not null,
  provider_access_token text,
  provider_refresh_token text,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  authentication_method text not null,
  auth_code_issued_at timestamptz,
  referrer text,
  linking_target_id uuid references auth.users on delete cascade,
  -- Ours, not GoTrue's: secrets of a sign-in at a provider, and an identity that waits for the browser's verifier.
  linking_session_id uuid references auth.sessions on delete cascade,
  provider_nonce text,
  provider_verifier text,
  wants_provider_tokens boolean not null default false,
  pending_identity jsonb
);
create index if not exists flow_state_auth_code_idx on auth.flow_state (auth_code);
create index if not exists flow_state_created_at_idx on auth.flow_state (created_at desc);

create table if not exists auth.sso_providers (
  id uuid primary key,
  resource_id text check (char_length(resource_id) > 0),
  created_at timestamptz,
  updated_at timestamptz,
  disabled boolean
);
create unique index if not exists sso_providers_resource_id_idx on auth.sso_providers (lower(resource_id));

create table if not exists auth.sso_domains (
  id uuid primary key,
  sso_provider_id uuid not null references auth.sso_providers on delete cascade,
  domain text not null check (char_length(domain) > 0),
  created_at timestamptz,
  updated_at timestamptz
);
create index if not exists sso_domains_sso_provider_id_idx on auth.sso_domains (sso_provider_id);
create unique index if not exists sso_domains_domain_idx on auth.sso_domains (lower(domain));

create table if not exists auth.saml_providers (
  id uuid primary key,
  sso_provider_id uuid not null references auth.sso_providers on delete cascade,
  entity_id text not null unique check (char_length(entity_id) > 0),
  metadata_xml text not null check (char_length(metadata_xml) > 0),
  metadata_url text check (char_length(metadata_url) > 0),
  attribute_mapping jsonb,
  created_at timestamptz,
  updated_at timestamptz,
  name_id_format text
);
create index if not exists saml_providers_sso_provider_id_idx on auth.saml_providers (sso_provider_id);

create table if not exists auth.saml_relay_states (
  id uuid primary key,
  sso_provider_id uuid not null references auth.sso_providers on delete cascade,
  request_id text not null check (char_length(request_id) > 0),
  for_email text,
  redirect_to text,
  created_at timestamptz,
  updated_at timestamptz,
  flow_state_id uuid references auth.flow_state on delete cascade
);
create index if not exists saml_relay_states_sso_provider_id_idx on auth.saml_relay_states (sso_provider_id);
create index if not exists saml_relay_states_created_at_idx on auth.saml_relay_states (created_at desc);

-- Ours, not GoTrue's: what a sign-up chose becomes the account's only for the browser that shows the verifier of its
-- code challenge. Several sign-ups may wait for one address; the browser in which the address is confirmed decides.
create table if not exists auth.pending_sign_ups (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  password_hash text not null,
  user_metadata jsonb not null,
  code_challenge_method text not null check (code_challenge_method in ('s256', 'plain')),
  code_challenge text not null,
  created_at timestamptz not null default now()
);
create index if not exists pending_sign_ups_user_id_idx on auth.pending_sign_ups (user_id, created_at desc);

create table if not exists auth.audit_log_entries (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid default '00000000-0000-0000-0000-000000000000',
  payload json,
  created_at timestamptz default now(),
  ip_address varchar(64) not null default ''
);
create index if not exists audit_log_entries_created_at_idx on auth.audit_log_entries (created_at);

-- Ours, not GoTrue's: keys that all processes share, and limits that all processes count together.
create table if not exists auth.signing_keys (
  id text primary key,
  private_key jsonb not null,
  public_key jsonb not null,
  status text not null default 'current' check (status in ('standby', 'current', 'previous', 'revoked')),
  created_at timestamptz not null default now(),
  retired_at timestamptz
);
create unique index if not exists signing_keys_one_current on auth.signing_keys (status) where status = 'current';

-- Unlogged: emptied by a crash, which forgives a few counted attempts and costs no disk write for each.
create unlogged table if not exists auth.rate_limits (
  key text primary key,
  window_start timestamptz not null default now(),
  count integer not null default 0
);
create index if not exists rate_limits_window_start_idx on auth.rate_limits (window_start);

create table if not exists auth.schema_migrations (version varchar(255) primary key);

create or replace function auth.uid() returns uuid language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.sub', true), ''),
    (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')
  )::uuid
$$;

create or replace function auth.role() returns text language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.role', true), ''),
    (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role')
  )::text
$$;

create or replace function auth.email() returns text language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.email', true), ''),
    (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email')
  )::text
$$;

create or replace function auth.jwt() returns jsonb language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')
  )::jsonb
$$;

revoke all on all tables in schema auth from public, anon, authenticated, service_role;

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
grant select on storage.buckets to anon, authenticated;
grant select, insert, update, delete on storage.objects, storage.object_bytes to authenticated;

create schema if not exists realtime;
grant usage on schema realtime to anon, authenticated, service_role;

-- Unlogged: a message matters only while it is delivered.
create unlogged table if not exists realtime.messages (
  id uuid primary key default gen_random_uuid(),
  topic text not null,
  extension text not null,
  payload jsonb,
  event text,
  private boolean default false,
  updated_at timestamp not null default (now() at time zone 'utc'),
  inserted_at timestamp not null default (now() at time zone 'utc')
);
create index if not exists messages_topic_inserted_at_idx on realtime.messages (topic, inserted_at desc);
create index if not exists messages_inserted_at_idx on realtime.messages (inserted_at);
alter table realtime.messages enable row level security;
-- Policies decide who may read from and write to which topic.
grant select, insert on realtime.messages to anon, authenticated, service_role;
do $$
begin
  create policy service on realtime.messages to service_role using (true) with check (true);
exception when duplicate_object then
  null;
end
$$;

create or replace function realtime.topic() returns text language sql stable as $$
  select nullif(current_setting('realtime.topic', true), '')
$$;

create or replace function realtime.send(payload jsonb, event text, topic text, private boolean default true)
returns void language sql as $$
  insert into realtime.messages (payload, event, topic, private, extension)
  values (payload, event, topic, private, 'broadcast')
$$;

create or replace function realtime.announce_message() returns trigger language plpgsql security definer
set search_path = '' as $$
begin
  perform pg_notify('realtime', 'message ' || new.id);
  return null;
end
$$;
create or replace trigger announce_message after insert on realtime.messages
for each row execute function realtime.announce_message();

-- Ours, not Supabase's from here: Supabase reads the write-ahead log, which an embedded or managed database may not allow.
create unlogged table if not exists realtime.changes (
  id bigint generated always as identity primary key,
  relation regclass not null,
  type text not null,
  key jsonb not null,
  record jsonb,
  committed_at timestamptz not null default now()
);

-- Processes that share a database pass broadcasts and presence to each other through this table.
create unlogged table if not exists realtime.bus (
  id bigint generated always as identity primary key,
  sender uuid not null,
  body jsonb not null,
  created_at timestamptz not null default now()
);

do $$
begin
  create publication supabase_realtime;
exception when duplicate_object then
  null;
end
$$;

-- The trigger's arguments are the columns of the primary key.
create or replace function realtime.record_change() returns trigger language plpgsql security definer
set search_path = '' as $$
declare
  source jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  change bigint;
begin
  insert into realtime.changes (relation, type, key, record)
  select tg_relid, tg_op, jsonb_object_agg(name, source -> name), case when tg_op <> 'DELETE' then source end
  from unnest(tg_argv) as name
  returning id into change;
  perform pg_notify('realtime', 'change ' || change);
  return null;
end
$$;

-- Adds the trigger to the tables of the publication, and removes it from tables that have left.
create or replace function realtime.watch_published_tables() returns void language plpgsql set search_path = '' as $$
declare
  watched record;
begin
  for watched in
    select t.tgrelid::regclass as relation from pg_catalog.pg_trigger t
    where t.tgname = 'record_change' and not exists (
      select from pg_catalog.pg_publication_rel r join pg_catalog.pg_publication p on p.oid = r.prpubid
      where p.pubname = 'supabase_realtime' and r.prrelid = t.tgrelid)
  loop
    execute format('drop trigger record_change on %s', watched.relation);
  end loop;
  for watched in
    select r.prrelid::regclass as relation, string_agg(quote_literal(a.attname), ', ') as columns
    from pg_catalog.pg_publication_rel r
    join pg_catalog.pg_publication p on p.oid = r.prpubid and p.pubname = 'supabase_realtime'
    join pg_catalog.pg_index i on i.indrelid = r.prrelid and i.indisprimary
    join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
    where not exists (
      select from pg_catalog.pg_trigger t where t.tgname = 'record_change' and t.tgrelid = r.prrelid)
    group by r.prrelid
  loop
    begin
      execute format(
        'create trigger record_change after insert or update or delete on %s
          for each row execute function realtime.record_change(%s)', watched.relation, watched.columns);
    exception when duplicate_object then
      null; -- Another process was faster.
    end;
  end loop;
end
$$;

-- Whether each caller may see a change, in their order. A deleted row cannot be judged by a policy: only admins and the
-- service role hear of it.
create or replace function realtime.visible_to(change bigint, callers jsonb) returns setof boolean language plpgsql as $$
declare
  caller jsonb;
  changed realtime.changes;
  condition text;
  is_visible boolean;
begin
  select * into strict changed from realtime.changes where id = change;
  select string_agg(format('%I = %L', key, value), ' and ') into condition from jsonb_each_text(changed.key);
  for caller in select value from jsonb_array_elements(callers) loop
    perform set_config('request.jwt.claims', caller::text, true), set_config('role', caller ->> 'role', true);
    begin
      if caller ->> 'role' = 'service_role' then
        is_visible := true;
      elsif changed.type = 'DELETE' then
        is_visible := public.is_admin();
      else
        execute format('select exists (select from %s where %s)', changed.relation, condition) into is_visible;
      end if;
    exception when insufficient_privilege then
      is_visible := false;
    end;
    perform set_config('role', 'none', true);
    return next is_visible;
  end loop;
end
$$;
revoke all on function realtime.announce_message, realtime.record_change, realtime.watch_published_tables,
  realtime.visible_to from public;

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
create index if not exists audit_log_entries_sign_ins_idx on auth.audit_log_entries ((payload ->> 'actor_id'), created_at)
  where payload ->> 'action' in ('login', 'mfa_code_login');

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

-- Functions for account screens that auth/v1 does not offer: recovery codes, sessions, account deletion, people.

create table public.recovery_codes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  -- A code has 60 random bits, so a fast hash is enough.
  code_hash bytea not null check (octet_length(code_hash) = 32),
  created_at timestamptz not null default now(),
  used_at timestamptz,
  unique (user_id, code_hash)
);

-- Unlogged: emptied by a crash, which allows a few more attempts, and not backed up.
create unlogged table public.recent_tries (
  id bigint generated always as identity primary key,
  user_id uuid not null references auth.users on delete cascade,
  kind text not null check (kind in ('recovery-code', 'invitation')),
  tried_at timestamptz not null default now()
);
create index recent_tries_user_id_idx on public.recent_tries (user_id, kind, tried_at);

alter table public.recovery_codes enable row level security;
alter table public.recovery_codes force row level security;
alter table public.recent_tries enable row level security;
alter table public.recent_tries force row level security;
revoke all on public.recovery_codes, public.recent_tries from public, anon, authenticated, service_role;

create policy owner on public.recovery_codes to current_user using (true) with check (true);
create policy owner on public.recent_tries to current_user using (true) with check (true);
create policy service on public.recovery_codes for select to service_role using (true);
create policy service on public.recent_tries for select to service_role using (true);
create policy "one sees that one has codes" on public.recovery_codes for select to authenticated
  using (user_id = (select auth.uid()));

grant select (id, created_at, used_at) on public.recovery_codes to authenticated;
grant select (id, user_id, created_at, used_at) on public.recovery_codes to service_role;
grant select on public.recent_tries to service_role;

-- False if the limit is reached. Attempts of one account are serialized until their transactions end.
create function public.take_try(account uuid, of_kind text, most integer, within interval) returns boolean
language plpgsql set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(of_kind || ' ' || account, 0));
  delete from public.recent_tries where user_id = account and kind = of_kind and tried_at <= clock_timestamp() - within;
  if (select count(*) from public.recent_tries where user_id = account and kind = of_kind) >= most then
    return false;
  end if;
  insert into public.recent_tries (user_id, kind, tried_at) values (account, of_kind, clock_timestamp());
  return true;
end
$$;

-- Irreversible actions need the second factor, if the account has one.
create function public.require_own_proof() returns uuid
language plpgsql stable set search_path = '' as $$
begin
  if auth.uid() is null then
    raise exception 'Please sign in first.' using errcode = '42501';
  end if;
  if coalesce(auth.jwt() ->> 'aal', 'aal1') <> 'aal2'
    and exists (select from auth.mfa_factors where user_id = auth.uid() and status = 'verified') then
    raise exception 'Please confirm with your authenticator app first.' using errcode = '42501';
  end if;
  return auth.uid();
end
$$;

-- Twelve characters of Crockford's base32, which has no look-alikes.
create function public.random_recovery_code() returns text
language sql volatile set search_path = '' as $$
  select string_agg(
    substr('0123456789abcdefghjkmnpqrstvwxyz', (get_byte(source.bytes, n) & 31) + 1, 1)
      || case when n in (3, 7) then '-' else '' end, '' order by n)
  from (select sha256(uuid_send(gen_random_uuid())) as bytes) as source, generate_series(0, 11) as n
$$;

-- Normalizes case, spaces, hyphens, and letters that look like digits.
create function public.hash_recovery_code(account uuid, code text) returns bytea
language sql immutable set search_path = '' as $$
  select sha256(convert_to(
    account || ':' || regexp_replace(translate(lower(left(code, 100)), 'oil', '011'), '[^0-9a-z]', '', 'g'), 'UTF8'))
$$;

-- Returns ten new codes, shown only once; earlier codes become invalid.
create function public.create_recovery_codes() returns text[]
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := public.require_own_proof();
  newest_factor timestamptz;
  codes text[];
begin
  select max(created_at) into newest_factor from auth.mfa_factors where user_id = me and status = 'verified';
  if newest_factor is null then
    raise exception 'Please add an authenticator app first.' using errcode = '42501';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('recovery-code ' || me, 0));
  delete from public.recovery_codes where user_id = me;
  select array_agg(public.random_recovery_code()) into codes from generate_series(1, 10);
  insert into public.recovery_codes (user_id, code_hash, created_at)
    select me, public.hash_recovery_code(me, code), greatest(now(), newest_factor) from unnest(codes) as code;
  return codes;
end
$$;

-- Returns 'used', 'wrong' or 'wait'. A correct code removes the second factor of a session that has shown the
-- password. Codes of a removed factor are wrong.
create function public.use_recovery_code(code text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  used uuid;
begin
  if not public.take_try(me, 'recovery-code', 5, interval '10 minutes') then
    return 'wait';
  end if;
  update public.recovery_codes c set used_at = now()
    where c.user_id = me and c.used_at is null
      and c.code_hash = public.hash_recovery_code(me, use_recovery_code.code)
      and exists (select from auth.mfa_factors f
        where f.user_id = me and f.status = 'verified' and f.created_at <= c.created_at)
    returning c.id into used;
  if used is null then
    return 'wrong';
  end if;
  delete from public.recovery_codes where user_id = me and id <> used;
  delete from public.recent_tries where user_id = me and kind = 'recovery-code';
  delete from auth.mfa_amr_claims
    where authentication_method = 'totp' and session_id in (select id from auth.sessions where user_id = me);
  update auth.sessions set aal = 'aal1', factor_id = null where user_id = me and aal <> 'aal1';
  delete from auth.mfa_factors where user_id = me and status = 'verified';
  return 'used';
end
$$;

create function public.my_sessions() returns table (
  id uuid, created_at timestamptz, last_used_at timestamptz, user_agent text, ip text, aal text, is_current boolean
)
language sql stable security definer set search_path = '' as $$
  select s.id, s.created_at, greatest(s.created_at, s.updated_at, s.refreshed_at at time zone 'utc') as last_used_at,
    s.user_agent, host(s.ip), s.aal::text, s.id::text = coalesce(auth.jwt() ->> 'session_id', '') as is_current
  from auth.sessions s
  where s.user_id = auth.uid() and (s.not_after is null or s.not_after > now())
  order by is_current desc, last_used_at desc
$$;

-- False if the session belongs to another account or has already ended.
create function public.end_session(id uuid) returns boolean
language sql volatile security definer set search_path = '' as $$
  with ended as (
    delete from auth.sessions s where s.id = end_session.id and s.user_id = auth.uid() returning s.id
  )
  select exists (select from ended)
$$;

-- Posts stay, without their author. The trigger on roles prevents deleting the last admin.
create function public.delete_my_account() returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.users where id = public.require_own_proof();
end
$$;

create function public.list_people(search text default '', page integer default 1) returns table (
  id uuid, email text, role text, created_at timestamptz, last_sign_in_at timestamptz, confirmed boolean,
  has_second_factor boolean, total bigint
)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not public.is_admin() then
    raise exception 'Only administrators see who has an account.' using errcode = '42501';
  end if;
  return query
    select u.id, u.email::text, coalesce(r.role, 'user'), u.created_at, u.last_sign_in_at,
      u.email_confirmed_at is not null,
      exists (select from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified'),
      count(*) over ()
    from auth.users u left join public.user_roles r on r.user_id = u.id
    where u.deleted_at is null and strpos(lower(coalesce(u.email, '')), lower(btrim(coalesce(search, '')))) > 0
    order by u.created_at desc, u.id
    limit 50 offset 50 * (least(greatest(coalesce(page, 1), 1), 1000000) - 1);
end
$$;

-- Checks permission and rate limit before an invitation is sent.
create function public.take_invitation() returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  if not public.is_admin() then
    raise exception 'Only administrators invite people.' using errcode = '42501';
  end if;
  return public.take_try(auth.uid(), 'invitation', 30, interval '1 hour');
end
$$;

revoke all on function public.take_try(uuid, text, integer, interval), public.require_own_proof(),
  public.random_recovery_code(), public.hash_recovery_code(uuid, text), public.create_recovery_codes(),
  public.use_recovery_code(text), public.my_sessions(), public.end_session(uuid), public.delete_my_account(),
  public.list_people(text, integer), public.take_invitation()
  from public, anon, authenticated, service_role;
grant execute on function public.create_recovery_codes(), public.use_recovery_code(text), public.my_sessions(),
  public.end_session(uuid), public.delete_my_account(), public.list_people(text, integer), public.take_invitation()
  to authenticated;

-- Proof of a session: a recovery code instead of the second factor, and recent authentication for sensitive changes.
-- A session with only the password can neither see nor end sessions with a second factor.

-- Sessions in which a recovery code was used; equivalent to aal2 until they end.
create table public.recovered_sessions (
  session_id uuid primary key references auth.sessions on delete cascade,
  user_id uuid not null references auth.users on delete cascade,
  recovered_at timestamptz not null default now()
);
create index recovered_sessions_user_id_idx on public.recovered_sessions (user_id);
alter table public.recovered_sessions enable row level security;
alter table public.recovered_sessions force row level security;
revoke all on public.recovered_sessions from public, anon, authenticated, service_role;
create policy owner on public.recovered_sessions to current_user using (true) with check (true);

-- The kind may contain a session id, to count per session.
alter table public.recent_tries drop constraint recent_tries_kind_check,
  add constraint recent_tries_kind_check check (char_length(kind) between 1 and 60);

create or replace function public.has_own_proof() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(auth.jwt() ->> 'aal', 'aal1') = 'aal2'
    or not exists (select from auth.mfa_factors where user_id = auth.uid() and status = 'verified')
    or exists (select from public.recovered_sessions
      where user_id = auth.uid() and session_id = (auth.jwt() ->> 'session_id')::uuid)
$$;

-- An account with a verified second factor is an admin only once the session has used it, or a recovery code.
create or replace function public.is_admin() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.user_roles where user_id = auth.uid() and role = 'admin') and public.has_own_proof()
$$;

-- Whether this session has signed in or reauthenticated by password or emailed code within a day. A proof from the
-- future was recorded under a wrong clock. The second factor is checked separately.
create function public.has_fresh_proof() returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from auth.mfa_amr_claims m join auth.sessions s on s.id = m.session_id
    where s.id = (auth.jwt() ->> 'session_id')::uuid and s.user_id = auth.uid()
      and m.authentication_method not in ('totp', 'token_refresh')
      and m.updated_at between now() - interval '1 day' and now() + interval '1 day')
$$;

-- Irreversible actions need the second factor, if there is one, and recent authentication. PostgREST turns SQLSTATE
-- 'PGRST' into a response with this code, the same as auth/v1's.
create or replace function public.require_own_proof() returns uuid
language plpgsql stable set search_path = '' as $$
begin
  if auth.uid() is null then
    raise exception 'Please sign in first.' using errcode = '42501';
  end if;
  if not public.has_own_proof() then
    raise exception 'Please confirm with your authenticator app first.' using errcode = '42501';
  end if;
  if not public.has_fresh_proof() then
    raise sqlstate 'PGRST' using
      message = '{"code": "reauthentication_needed", "message": "This change requires reauthentication", "details": null, "hint": null}',
      detail = '{"status": 403, "headers": {}}';
  end if;
  return auth.uid();
end
$$;

-- Emails the owner about a change of the account. The sender contains the name of the site.
create function public.send_account_notice(account uuid, notice text, subject text, body text) returns void
language plpgsql set search_path = '' as $$
declare
  address text := (select nullif(email, '') from auth.users where id = account);
  mail uuid;
begin
  if address is null then
    return;
  end if;
  insert into public.mail_outbox (kind, recipient, message_id)
    values (notice, address, '<' || gen_random_uuid() || '@account.invalid>') returning id into mail;
  insert into public.mail_bodies (mail_id, subject, text_body) values (mail, send_account_notice.subject, body);
end
$$;

-- Returns ten new codes, shown only once; earlier codes become invalid.
create or replace function public.create_recovery_codes() returns text[]
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
  if not public.take_try(me, 'recovery-codes', 10, interval '1 hour') then
    raise exception 'You have made new codes ten times within an hour. Please try again later.' using errcode = '42501';
  end if;
  delete from public.recovery_codes where user_id = me;
  select array_agg(public.random_recovery_code()) into codes from generate_series(1, 10);
  insert into public.recovery_codes (user_id, code_hash, created_at)
    select me, public.hash_recovery_code(me, code), greatest(now(), newest_factor) from unnest(codes) as code;
  perform public.send_account_notice(me, 'auth-recovery-codes', 'You have new recovery codes',
    E'New recovery codes were made for your account. Those of before no longer work.\n\n'
    || E'If this was not you, choose a new password at once and make new codes.\n');
  return codes;
end
$$;

-- Returns 'used', 'wrong' or 'wait'. A correct code replaces the second factor for this session; the factor and the
-- other codes stay valid. Codes of a removed factor are wrong. Wrong codes are limited per session, so that an attacker
-- with the password cannot lock out the owner; 60 random bits cannot be guessed.
create or replace function public.use_recovery_code(code text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  here uuid := (auth.jwt() ->> 'session_id')::uuid;
  used uuid;
begin
  if not exists (select from auth.sessions where id = here and user_id = me) then
    raise exception 'Please sign in first.' using errcode = '42501';
  end if;
  delete from public.recent_tries where user_id = me and tried_at < now() - interval '1 hour';
  if not public.take_try(me, 'recovery-code ' || here, 5, interval '10 minutes') then
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
  delete from public.recent_tries where user_id = me and kind = 'recovery-code ' || here;
  insert into public.recovered_sessions (session_id, user_id) values (here, me) on conflict do nothing;
  perform public.send_account_notice(me, 'auth-recovery-code-used', 'A recovery code was used',
    E'A recovery code was used to sign in to your account. It no longer works; the authenticator app and the other '
    || E'codes still do.\n\nIf this was not you, choose a new password at once and make new codes.\n');
  return 'used';
end
$$;

create or replace function public.my_sessions() returns table (
  id uuid, created_at timestamptz, last_used_at timestamptz, user_agent text, ip text, aal text, is_current boolean
)
language sql stable security definer set search_path = '' as $$
  select s.id, s.created_at, greatest(s.created_at, s.updated_at, s.refreshed_at at time zone 'utc') as last_used_at,
    s.user_agent, host(s.ip), s.aal::text, here.is_current
  from auth.sessions s,
    lateral (select s.id::text = coalesce(auth.jwt() ->> 'session_id', '') as is_current) as here
  where s.user_id = auth.uid() and (s.not_after is null or s.not_after > now())
    and (here.is_current or public.has_own_proof())
  order by is_current desc, last_used_at desc
$$;

-- False if the session belongs to another account or has ended, or if the caller has not used the second factor.
create or replace function public.end_session(id uuid) returns boolean
language sql volatile security definer set search_path = '' as $$
  with ended as (
    delete from auth.sessions s where s.id = end_session.id and s.user_id = auth.uid()
      and (s.id::text = coalesce(auth.jwt() ->> 'session_id', '') or public.has_own_proof())
    returning s.id
  )
  select exists (select from ended)
$$;

-- Posts stay, without their author. The trigger on roles prevents deleting the last admin.
create or replace function public.delete_my_account() returns void
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := public.require_own_proof();
begin
  perform public.send_account_notice(me, 'auth-account-deleted', 'Your account was deleted',
    E'Your account was deleted, with its password and its sessions. This is the last mail to it.\n\n'
    || E'If this was not you, please answer this mail.\n');
  delete from auth.users where id = me;
  perform public.forget_in_audit(me);
end
$$;

revoke all on function public.has_fresh_proof(), public.send_account_notice(uuid, text, text, text)
  from public, anon, authenticated, service_role;

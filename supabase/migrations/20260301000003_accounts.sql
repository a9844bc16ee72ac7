-- Functions for account screens that auth/v1 does not offer: recovery codes, sessions, account deletion, people,
-- invitations.

create table public.recovery_codes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  -- A code has 60 random bits, so a fast hash is enough.
  code_hash bytea not null check (octet_length(code_hash) = 32),
  created_at timestamptz not null default now(),
  used_at timestamptz,
  unique (user_id, code_hash)
);

-- Unlogged: emptied by a crash, which allows a few more attempts, and not backed up. The kind may contain a session id,
-- to count per session.
create unlogged table public.recent_tries (
  id bigint generated always as identity primary key,
  user_id uuid not null references auth.users on delete cascade,
  kind text not null check (char_length(kind) between 1 and 60),
  tried_at timestamptz not null default now()
);
create index recent_tries_user_id_idx on public.recent_tries (user_id, kind, tried_at);

-- An invitation gives a role to an existing account only after the link in the email was opened: a signed-in browser
-- does not prove that the user still owns the mailbox.
create table public.pending_roles (
  user_id uuid primary key references auth.users on delete cascade,
  role text not null check (role in ('user', 'admin')),
  -- The token has 256 random bits, so a fast hash is enough.
  token_hash bytea not null check (octet_length(token_hash) = 32),
  invited_by uuid not null references auth.users on delete cascade,
  created_at timestamptz not null default now()
);
create index pending_roles_invited_by_idx on public.pending_roles (invited_by);

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
-- Whether the account's owner has authenticated within a day. A second factor is no proof of the first.
create function public.has_fresh_proof() returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from auth.sessions s
    left join auth.mfa_amr_claims m on m.session_id = s.id and m.updated_at > m.created_at
      and m.authentication_method not in ('totp', 'mfa/webauthn', 'token_refresh')
    where s.id = (auth.jwt() ->> 'session_id')::uuid and s.user_id = auth.uid()
      and greatest(s.created_at, m.updated_at) between now() - interval '1 day' and now() + interval '1 day')
$$;

-- Irreversible actions need the second factor, if there is one, and recent authentication. PostgREST turns SQLSTATE
-- 'PGRST' into a response with this code, the same as auth/v1's.
create function public.require_own_proof() returns uuid
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
create function public.use_recovery_code(code text) returns text
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

-- Removes an authenticator app or a security key that was lost, in a session with a recovery code.
create function public.remove_lost_factor(factor uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := public.require_own_proof();
  here uuid := (auth.jwt() ->> 'session_id')::uuid;
  kind text;
begin
  if not exists (select from public.recovered_sessions where session_id = here and user_id = me) then
    raise exception 'Please use a recovery code first.' using errcode = '42501';
  end if;
  delete from auth.mfa_factors where id = factor and user_id = me returning factor_type::text into kind;
  if kind is null then
    return false;
  end if;
  delete from auth.mfa_amr_claims
    where authentication_method in ('totp', 'mfa/webauthn')
      and session_id in (select id from auth.sessions where factor_id = factor);
  update auth.sessions set aal = 'aal1', factor_id = null where factor_id = factor;
  if not exists (select from auth.mfa_factors where user_id = me and status = 'verified') then
    delete from auth.sessions where user_id = me and id <> here;
  end if;
  perform public.send_account_notice(me, 'auth-factor-removed',
    case when kind = 'webauthn' then 'A security key was removed from your account'
      else 'The authenticator app was removed from your account' end,
    E'Signing in no longer asks for it.\n\n'
    || E'If this was not you, choose a new password at once and add it again.\n');
  return true;
end
$$;

-- A session with only the password can neither see nor end sessions with a second factor.
create function public.my_sessions() returns table (
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
create function public.end_session(id uuid) returns boolean
language sql volatile security definer set search_path = '' as $$
  with ended as (
    delete from auth.sessions s where s.id = end_session.id and s.user_id = auth.uid()
      and (s.id::text = coalesce(auth.jwt() ->> 'session_id', '') or public.has_own_proof())
    returning s.id
  )
  select exists (select from ended)
$$;

-- Keeps audit log entries without email and IP address.
create function public.forget_in_audit(account uuid) returns void
language sql volatile set search_path = '' as $$
  update auth.audit_log_entries
    set payload = (payload::jsonb - array['actor_username', 'actor_name'])::json, ip_address = ''
    where payload ->> 'actor_id' = account::text;
  update auth.audit_log_entries
    set payload = (payload::jsonb #- '{traits,user_email}' #- '{traits,user_phone}')::json
    where payload -> 'traits' ->> 'user_id' = account::text;
$$;

-- Posts stay, without their author. The trigger on roles prevents deleting the last admin.
create function public.delete_my_account() returns void
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := public.require_own_proof();
begin
  perform public.send_account_notice(me, 'auth-account-deleted', 'Your account was deleted',
    E'Your account was deleted, with its password and its sessions. This is the last email to it.\n\n'
    || E'If this was not you, please reply to this email.\n');
  delete from auth.users where id = me;
  perform public.forget_in_audit(me);
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

-- Stores the role and the email with its link in one transaction. A new invitation replaces an earlier one.
create function public.offer_role(account uuid, offered text, token text, inviter uuid, mail jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  mail_id uuid;
begin
  delete from public.pending_roles where created_at <= now() - interval '7 days';
  insert into public.pending_roles (user_id, role, token_hash, invited_by)
    values (account, offered, sha256(convert_to(token, 'UTF8')), inviter)
    on conflict (user_id) do update set role = excluded.role, token_hash = excluded.token_hash,
      invited_by = excluded.invited_by, created_at = excluded.created_at;
  insert into public.mail_outbox (kind, recipient, message_id, confidential)
    values (mail ->> 'kind', mail ->> 'to', mail ->> 'message_id', true)
    returning id into mail_id;
  insert into public.mail_bodies (mail_id, subject, text_body, html_body)
    values (mail_id, mail ->> 'subject', mail ->> 'text', mail ->> 'html');
end
$$;

-- Returns the caller's new role, or null if the link was used before, is older than seven days, belongs to another
-- account, or its sender is no longer an admin.
create function public.accept_role(token text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  accepted text;
begin
  delete from public.pending_roles p
    where p.user_id = auth.uid() and p.token_hash = sha256(convert_to(token, 'UTF8'))
      and p.created_at > now() - interval '7 days'
      and exists (select from public.user_roles r where r.user_id = p.invited_by and r.role = 'admin')
    returning p.role into accepted;
  if accepted is not null then
    insert into public.user_roles (user_id, role) values (auth.uid(), accepted)
      on conflict (user_id) do update set role = excluded.role where user_roles.role <> 'admin';
  end if;
  return accepted;
end
$$;

-- Emails users when another admin grants or removes their admin role, in the same transaction. The command line and
-- the service key send no email, nor do unconfirmed accounts get one: their invitation explains the role.
create function public.mail_role_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  account uuid := coalesce(new.user_id, old.user_id);
  is_granted boolean := coalesce(new.role, 'user') = 'admin';
  address text;
  domain text;
  mail uuid;
begin
  if is_granted = (coalesce(old.role, 'user') = 'admin') or auth.uid() is null or auth.uid() = account then
    return null;
  end if;
  select email into address from auth.users
    where id = account and email_confirmed_at is not null and deleted_at is null;
  if address is null then
    return null;
  end if;
  select split_part(email, '@', 2) into domain from auth.users where id = auth.uid();
  insert into public.mail_outbox (kind, recipient, message_id, confidential)
  values (case when is_granted then 'role-granted' else 'role-removed' end, address,
    format('<%s@%s>', gen_random_uuid(), coalesce(nullif(domain, ''), 'localhost')), false)
  returning id into mail;
  insert into public.mail_bodies (mail_id, subject, text_body)
  values (mail,
    case when is_granted then 'You are now an administrator of our website'
      else 'You are no longer an administrator of our website' end,
    case when is_granted
      then format(E'An administrator of our website has given your account %s the admin role. From now on you can write '
        'and publish posts, read the messages that arrive, and manage people, all in the newsroom.\n\n'
        'If you did not expect this, please reply to this email.\n', address)
      else format(E'An administrator of our website has removed the admin role from your account %s. The newsroom is '
        'closed to you from now on. Your account and everything you have published stay as they are.\n\n'
        'If you think this is a mistake, please reply to this email.\n', address) end);
  return null;
end
$$;
create trigger mail_role_change after insert or delete or update of role on public.user_roles
  for each row execute function public.mail_role_change();

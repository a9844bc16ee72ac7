-- Limits of a session without the second factor, the definition of an admin, and the cleanup after account deletion.

-- Returns 'used', 'wrong' or 'wait'. A correct code removes the second factor of a session that has shown the
-- password. Codes of a removed factor are wrong. Without a factor the password gives full access, so other sessions
-- that have shown only the password must sign in again.
create or replace function public.use_recovery_code(code text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  used uuid;
begin
  if not public.take_try(me, 'recovery-code', 5, interval '10 minutes') then
    return 'wait';
  end if;
  -- Prevents verifying a factor at the same time.
  perform from auth.users where id = me for no key update;
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
  delete from auth.sessions where user_id = me and id::text <> coalesce(auth.jwt() ->> 'session_id', '');
  delete from auth.mfa_amr_claims
    where authentication_method = 'totp' and session_id in (select id from auth.sessions where user_id = me);
  update auth.sessions set aal = 'aal1', factor_id = null where user_id = me and aal <> 'aal1';
  delete from auth.mfa_factors where user_id = me and status = 'verified';
  return 'used';
end
$$;

create or replace function public.keep_one_admin() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    new.updated_at := now();
    if new.user_id <> old.user_id then
      raise exception 'A role belongs to its account.' using errcode = '23514';
    end if;
  end if;
  if old.role = 'admin' and (tg_op = 'DELETE' or new.role <> 'admin') then
    -- Serializes two admins who remove each other at the same time.
    perform pg_advisory_xact_lock(hashtext('public.user_roles'));
    -- Admins who have not accepted the invitation or are banned do not count.
    if not exists (select from public.user_roles r join auth.users u on u.id = r.user_id
      where r.role = 'admin' and r.user_id <> old.user_id and u.email_confirmed_at is not null
        and u.deleted_at is null and coalesce(u.banned_until <= now(), true)) then
      raise exception 'The last administrator cannot be removed.' using errcode = '23514';
    end if;
  end if;
  return case tg_op when 'DELETE' then old else new end;
end
$$;

-- For policies, which cannot read schema auth.
create function public.has_own_proof() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(auth.jwt() ->> 'aal', 'aal1') = 'aal2'
    or not exists (select from auth.mfa_factors where user_id = auth.uid() and status = 'verified')
$$;
revoke all on function public.has_own_proof() from public, anon, authenticated, service_role;
grant execute on function public.has_own_proof() to authenticated;

-- Former admins can still read their own drafts.
alter policy "a draft is for its owner" on public.post_drafts
  using (owner = (select auth.uid()) and (select public.has_own_proof()));
alter policy "an owner discards" on public.post_drafts
  using (owner = (select auth.uid()) and (select public.has_own_proof()));

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
revoke all on function public.forget_in_audit(uuid) from public, anon, authenticated, service_role;

-- Posts stay, without their author. The trigger on roles prevents deleting the last admin.
create or replace function public.delete_my_account() returns void
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := public.require_own_proof();
begin
  delete from auth.users where id = me;
  perform public.forget_in_audit(me);
end
$$;

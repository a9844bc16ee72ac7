-- A security key as a second factor counts like an authenticator app.

-- As before, and a security key is a second factor, not fresh proof of the first.
create or replace function public.has_fresh_proof() returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from auth.sessions s
    left join auth.mfa_amr_claims m on m.session_id = s.id and m.updated_at > m.created_at
      and m.authentication_method not in ('totp', 'mfa/webauthn', 'token_refresh')
    where s.id = (auth.jwt() ->> 'session_id')::uuid and s.user_id = auth.uid()
      and greatest(s.created_at, m.updated_at) between now() - interval '1 day' and now() + interval '1 day')
$$;

-- As before, for both kinds of second factor.
create or replace function public.remove_lost_factor(factor uuid) returns boolean
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

-- Roles of accounts. What each role may read and write is in the last file of this release, permissions.

create table public.user_roles (
  user_id uuid primary key references auth.users on delete cascade,
  role text not null default 'user' check (role in ('user', 'admin')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- Sessions in which a recovery code was used; equivalent to aal2 until they end.
create table public.recovered_sessions (
  session_id uuid primary key references auth.sessions on delete cascade,
  user_id uuid not null references auth.users on delete cascade,
  recovered_at timestamptz not null default now()
);
create index recovered_sessions_user_id_idx on public.recovered_sessions (user_id);

-- For policies, which cannot read schema auth: whether the session has used the second factor or a recovery code, if
-- the account has a second factor.
create function public.has_own_proof() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(auth.jwt() ->> 'aal', 'aal1') = 'aal2'
    or not exists (select from auth.mfa_factors where user_id = auth.uid() and status = 'verified')
    or exists (select from public.recovered_sessions
      where user_id = auth.uid() and session_id = (auth.jwt() ->> 'session_id')::uuid)
$$;

-- An account with a verified second factor is an admin only once the session has used it, or a recovery code.
create function public.is_admin() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.user_roles where user_id = auth.uid() and role = 'admin') and public.has_own_proof()
$$;

create function public.keep_one_admin() returns trigger
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
create trigger keep_one_admin before update or delete on public.user_roles
  for each row execute function public.keep_one_admin();

-- Language tags as in addresses and `lang`: '' stands for the first language of the site.
create function public.is_locale(tag text) returns boolean
language sql immutable set search_path = '' as $$
  select tag ~ '^([a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3})?$'
$$;

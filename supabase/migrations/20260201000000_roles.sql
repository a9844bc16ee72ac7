-- Roles and permissions. Every table has row level security, enabled and forced; the owner's policy is for server
-- maintenance (make-admin, outbox, backups) and for the security definer functions.

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

alter table public.user_roles enable row level security;
alter table public.user_roles force row level security;
alter table public.recovered_sessions enable row level security;
alter table public.recovered_sessions force row level security;
revoke all on public.user_roles, public.recovered_sessions from public, anon, authenticated, service_role;

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

create policy owner on public.user_roles to current_user using (true) with check (true);
create policy service on public.user_roles to service_role using (true) with check (true);
create policy "a user reads the own role, an admin all" on public.user_roles for select to authenticated
  using (user_id = (select auth.uid()) or (select public.is_admin()));
create policy "an admin grants" on public.user_roles for insert to authenticated
  with check ((select public.is_admin()));
create policy "an admin changes" on public.user_roles for update to authenticated
  using ((select public.is_admin())) with check ((select public.is_admin()));
create policy "an admin revokes" on public.user_roles for delete to authenticated
  using ((select public.is_admin()));
create policy owner on public.recovered_sessions to current_user using (true) with check (true);

-- An upsert sets user_id; the trigger below prevents its change.
grant select, delete, insert (user_id, role), update (user_id, role) on public.user_roles to authenticated;
grant select, insert, update, delete on public.user_roles to service_role;

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

revoke all on function public.has_own_proof(), public.is_admin(), public.keep_one_admin()
  from public, anon, authenticated, service_role;
grant execute on function public.has_own_proof() to authenticated;
grant execute on function public.is_admin() to anon, authenticated, service_role;

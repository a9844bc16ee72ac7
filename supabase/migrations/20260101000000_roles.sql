-- Roles and permissions. Every table has row level security, enabled and forced; the owner's policy is for server
-- maintenance (make-admin, outbox, backups) and for the security definer functions below.

create table public.user_roles (
  user_id uuid primary key references auth.users on delete cascade,
  role text not null default 'user' check (role in ('user', 'admin')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

alter table public.user_roles enable row level security;
alter table public.user_roles force row level security;
revoke all on public.user_roles from public, anon, authenticated, service_role;

-- An account with a verified second factor is an admin only once the session has used it.
create function public.is_admin() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.user_roles where user_id = auth.uid() and role = 'admin')
    and (
      coalesce(auth.jwt() ->> 'aal', 'aal1') = 'aal2'
      or not exists (select from auth.mfa_factors where user_id = auth.uid() and status = 'verified')
    )
$$;
revoke all on function public.is_admin() from public;
grant execute on function public.is_admin() to anon, authenticated, service_role;

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
    if not exists (select from public.user_roles where role = 'admin' and user_id <> old.user_id) then
      raise exception 'The last administrator cannot be removed.' using errcode = '23514';
    end if;
  end if;
  return case tg_op when 'DELETE' then old else new end;
end
$$;
revoke all on function public.keep_one_admin() from public, anon, authenticated, service_role;

create trigger keep_one_admin before update or delete on public.user_roles
  for each row execute function public.keep_one_admin();

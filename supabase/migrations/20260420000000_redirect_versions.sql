-- What each redirect was: each change and removal is kept, so that an earlier one can be brought back.
create table public.redirect_versions (
  id bigint generated always as identity primary key,
  path text not null,
  target text not null,
  status integer not null,
  change text not null check (change in ('made', 'removed')),
  made_at timestamptz not null default now()
);
create index redirect_versions_path_idx on public.redirect_versions (path);
insert into public.redirect_versions (path, target, status, change, made_at)
  select path, target, status, 'made', made_at from public.redirects;

-- Beyond the last 20,000 the oldest go. A rule that gets another path is removed from its former one.
create function public.keep_redirect_version() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  last bigint;
begin
  if tg_op = 'DELETE' or (tg_op = 'UPDATE' and old.path <> new.path) then
    insert into public.redirect_versions (path, target, status, change)
      values (old.path, old.target, old.status, 'removed') returning id into last;
  end if;
  if tg_op <> 'DELETE' then
    insert into public.redirect_versions (path, target, status, change)
      values (new.path, new.target, new.status, 'made') returning id into last;
  end if;
  delete from public.redirect_versions where id <= last - 20000;
  return null;
end
$$;
create trigger keep_redirect_version after insert or delete or update of path, target, status on public.redirects
  for each row execute function public.keep_redirect_version();

revoke all on function public.keep_redirect_version() from public, anon, authenticated, service_role;
revoke all on public.redirect_versions from public, anon, authenticated, service_role;
alter table public.redirect_versions enable row level security;
alter table public.redirect_versions force row level security;
create policy owner on public.redirect_versions to current_user using (true) with check (true);
create policy "an admin may select" on public.redirect_versions for select to authenticated
  using ((select public.is_admin()));
grant select on public.redirect_versions to authenticated;

-- Every change of a post keeps a version. Deleted posts and removed entries can be brought back for 30 days.

-- The columns of the post as JSON, so that a column that is added later is kept, too. No foreign key: a shipped post that
-- goes back to its shipped version keeps its history.
create table public.post_versions (
  id bigint generated always as identity primary key,
  post_id bigint not null,
  version integer not null,
  data jsonb not null,
  made_by uuid references auth.users on delete set null,
  made_at timestamptz not null default now(),
  unique (post_id, version)
);
create index post_versions_made_by_idx on public.post_versions (made_by);

create function public.post_data(post public.blog_posts) returns jsonb
language sql immutable set search_path = '' as $$
  select to_jsonb(post) - array['id', 'version', 'created_by', 'updated_by', 'created_at', 'updated_at']
$$;

-- The version in the history counts on where a row was deleted and made again under the same id.
create function public.keep_post_version() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.post_versions (post_id, version, data, made_by)
  select new.id, 1 + coalesce(max(v.version), 0), public.post_data(new), auth.uid()
  from public.post_versions v where v.post_id = new.id;
  return null;
end
$$;
create trigger keep_post_version after insert on public.blog_posts
  for each row execute function public.keep_post_version();
-- Clearing a deleted account is no edit.
create trigger keep_changed_post_version after update on public.blog_posts
  for each row when (new.version <> old.version) execute function public.keep_post_version();

insert into public.post_versions (post_id, version, data, made_by, made_at)
select p.id, 1, public.post_data(p), p.updated_by, p.updated_at from public.blog_posts p;

-- Deleted for good: the versions go with the post.
create function public.forget_post() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.post_versions where post_id = old.id;
  return null;
end
$$;
create trigger forget_post after delete on public.blog_posts
  for each row when (old.id > 3) execute function public.forget_post();

-- The names of the editors are in schema auth, which only these functions read.
create function public.post_history(of_post bigint)
returns table (version integer, data jsonb, made_at timestamptz, email text)
language sql stable security definer set search_path = '' as $$
  select v.version, v.data, v.made_at, u.email::text
  from public.post_versions v left join auth.users u on u.id = v.made_by
  where v.post_id = of_post and public.is_admin()
  order by v.version desc limit 100
$$;

-- Entries that were removed in the last 30 days and have no row now.
create function public.removed_entries(of_collection text)
returns table (key text, "position" double precision, data jsonb, made_at timestamptz, email text)
language sql stable security definer set search_path = '' as $$
  select v.key, v.position, v.data, v.made_at, u.email::text
  from public.entry_versions v left join auth.users u on u.id = v.made_by
  where v.collection = of_collection and v.change = 'removed' and v.made_at > now() - interval '30 days'
    and v.version = (
      select max(w.version) from public.entry_versions w where w.collection = v.collection and w.key = v.key)
    and not exists (select from public.entries e where e.collection = v.collection and e.key = v.key)
    and public.is_admin()
  order by v.made_at desc limit 100
$$;

-- Runs daily. Not security definer: the caller must be allowed to delete posts.
create function public.empty_bin() returns integer
language plpgsql set search_path = '' as $$
declare
  erased integer;
begin
  delete from public.blog_posts as post where post.deleted_at < now() - interval '30 days';
  get diagnostics erased = row_count;
  return erased;
end
$$;

revoke all on function public.post_data(public.blog_posts), public.keep_post_version(), public.forget_post(),
  public.post_history(bigint), public.removed_entries(text), public.empty_bin()
  from public, anon, authenticated, service_role;
grant execute on function public.post_history(bigint), public.removed_entries(text) to authenticated;
grant execute on function public.empty_bin() to service_role;

alter table public.post_versions enable row level security;
alter table public.post_versions force row level security;
revoke all on public.post_versions from public, anon, authenticated, service_role;
create policy owner on public.post_versions to current_user using (true) with check (true);
-- The trigger alone writes versions.
create policy "an admin reads versions" on public.post_versions for select to authenticated
  using ((select public.is_admin()));
grant select on public.post_versions to authenticated;

-- The library of uploaded pictures. The files are in the bucket `images`; a row tells what a file shows.
create table public.pictures (
  id uuid primary key default gen_random_uuid(),
  -- The name of the file. Changing it replaces the picture wherever it is used.
  name text not null unique check (name ~ '^(pictures|posts)/[0-9a-f-]{36}(-[0-9]{1,5}x[0-9]{1,5})?\.(webp|gif|avif|jpg|png)$'),
  title text not null default '' check (char_length(title) <= 200),
  alt text not null default '' check (char_length(alt) <= 300),
  words text not null generated always as (title || ' ' || alt) stored,
  created_by uuid default auth.uid() references auth.users on delete set null,
  created_at timestamptz not null default now(),
  -- Erased 30 days later; until then it can be brought back.
  deleted_at timestamptz
);
create index pictures_created_by_idx on public.pictures (created_by);
create index pictures_created_at_idx on public.pictures (created_at desc, id);

-- Posts and entries that show a picture. Drafts of other admins are counted without their titles.
create function public.find_picture_uses(picture text)
returns table (kind text, address text, title text)
language sql stable security definer set search_path = '' as $$
  select 'post', p.slug, p.title from public.blog_posts p
    where strpos(p.content, picture) > 0 or strpos(p.image_url, picture) > 0
  union all
  select 'draft', case when d.owner = auth.uid() then d.id::text end, case when d.owner = auth.uid() then d.title end
    from public.post_drafts d where strpos(d.content, picture) > 0 or strpos(d.image_url, picture) > 0
  union all
  (select distinct on (e.collection, e.key) 'entry', e.collection || '/' || e.key, null::text
    from (select collection, key, data from public.entries union all select collection, key, data from public.entry_drafts) e
    where strpos(e.data::text, picture) > 0)
$$;

create function public.picture_uses(of_picture uuid)
returns table (kind text, address text, title text)
language sql stable security definer set search_path = '' as $$
  select u.* from public.pictures p, public.find_picture_uses(p.name) u
  where p.id = of_picture and public.is_admin() limit 100
$$;

create function public.prepare_picture() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.deleted_at is not null and old.deleted_at is null then
    if exists (select from public.find_picture_uses(old.name)) then
      raise exception 'The picture is in use' using errcode = '23503';
    end if;
    new.deleted_at := now();
  end if;
  return new;
end
$$;

-- The former file goes to the bin, so that earlier versions keep their picture for a while.
create function public.replace_picture() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.blog_posts
    set content = replace(content, old.name, new.name), image_url = replace(image_url, old.name, new.name)
    where strpos(content, old.name) > 0 or strpos(image_url, old.name) > 0;
  update public.post_drafts
    set content = replace(content, old.name, new.name), image_url = replace(image_url, old.name, new.name)
    where strpos(content, old.name) > 0 or strpos(image_url, old.name) > 0;
  update public.entries set data = replace(data::text, old.name, new.name)::jsonb where strpos(data::text, old.name) > 0;
  update public.entry_drafts set data = replace(data::text, old.name, new.name)::jsonb
    where strpos(data::text, old.name) > 0;
  insert into public.pictures (name, title, alt, created_by, created_at, deleted_at)
    values (old.name, old.title, old.alt, old.created_by, old.created_at, now());
  return null;
end
$$;

create trigger prepare_picture before update of deleted_at on public.pictures
  for each row execute function public.prepare_picture();
create trigger replace_picture after update of name on public.pictures
  for each row when (old.name <> new.name) execute function public.replace_picture();

revoke all on function public.find_picture_uses(text), public.picture_uses(uuid), public.prepare_picture(),
  public.replace_picture() from public, anon, authenticated, service_role;
grant execute on function public.picture_uses(uuid) to authenticated;

alter table public.pictures enable row level security;
alter table public.pictures force row level security;
revoke all on public.pictures from public, anon, authenticated, service_role;

create policy owner on public.pictures to current_user using (true) with check (true);
create policy "an admin reads pictures" on public.pictures for select to authenticated
  using ((select public.is_admin()));
create policy "an admin adds pictures" on public.pictures for insert to authenticated
  with check ((select public.is_admin()));
create policy "an admin describes pictures" on public.pictures for update to authenticated
  using ((select public.is_admin())) with check ((select public.is_admin()));

grant select, insert (name, title, alt), update (name, title, alt, deleted_at) on public.pictures to authenticated;

-- Earlier uploads, and GIF for new ones.
do $$
begin
  update storage.buckets set allowed_mime_types = array['image/avif', 'image/webp', 'image/jpeg', 'image/png', 'image/gif']
    where id = 'images';
  insert into public.pictures (name, created_by, created_at)
    select o.name, u.id, o.created_at from storage.objects o left join auth.users u on u.id = o.owner
    where o.bucket_id = 'images' and o.name ~ '^posts/[0-9a-f-]{36}\.(webp|avif|jpg|png)$'
    on conflict do nothing;
exception when insufficient_privilege then
  raise notice 'Schema storage belongs to another role; earlier uploads are not in the library.';
end
$$;

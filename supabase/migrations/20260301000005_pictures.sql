-- One public bucket. The site checks and re-encodes images before it stores them.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('images', 'images', true, 10485760, array['image/avif', 'image/webp', 'image/jpeg', 'image/png', 'image/gif'])
on conflict (id) do nothing;

do $$
begin
  create policy "an admin keeps images" on storage.objects to authenticated
    using (bucket_id = 'images' and (select public.is_admin()))
    with check (bucket_id = 'images' and (select public.is_admin()));
  if to_regclass('storage.object_bytes') is not null then
    create policy "bytes follow their object" on storage.object_bytes to authenticated
      using (exists (select from storage.objects where id = object_id))
      with check (exists (select from storage.objects where id = object_id));
  end if;
exception when insufficient_privilege then
  -- Another role owns the storage schema: without this policy only the service role stores images.
  raise notice 'Schema storage belongs to another role; images are stored by the service role alone.';
end
$$;
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

-- Posts, drafts and entries that show a picture.
create function public.find_picture_uses(picture text)
returns table (kind text, address text, title text)
language sql stable security definer set search_path = '' as $$
  select 'post', p.slug, p.title from public.blog_posts p
    where strpos(concat(p.content, ' ', p.image_url, ' ', p.card_url), picture) > 0
  union all
  select 'draft', case when d.owner = auth.uid() then d.id::text end, case when d.owner = auth.uid() then d.title end
    from public.post_drafts d where strpos(concat(d.content, ' ', d.image_url, ' ', d.card_url), picture) > 0
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
  update public.blog_posts set content = replace(content, old.name, new.name),
    image_url = replace(image_url, old.name, new.name), card_url = replace(card_url, old.name, new.name)
    where strpos(concat(content, ' ', image_url, ' ', card_url), old.name) > 0;
  update public.post_drafts set content = replace(content, old.name, new.name),
    image_url = replace(image_url, old.name, new.name), card_url = replace(card_url, old.name, new.name)
    where strpos(concat(content, ' ', image_url, ' ', card_url), old.name) > 0;
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

-- The texts and facts of the site that its owner has changed. content/*.ts is used where nothing is stored.

-- Keys are part of addresses; the site checks the data against the schema of its collection when it reads it.
create table public.entries (
  id bigint generated always as identity primary key,
  collection text not null check (collection ~ '^[a-z][a-z-]{0,39}$'),
  key text not null check (key ~ '^[a-z0-9][a-z0-9-]{0,79}$'),
  -- Empty for the first language of the site; translations share the key.
  locale text not null default '' check (public.is_locale(locale)),
  -- The version of the original that a translation renders; an older one is outdated.
  translated_version integer,
  -- Its part of the address; empty where that is the key.
  slug text not null default '' check (slug ~ '^([a-z0-9][a-z0-9-]{0,119})?$'),
  position double precision not null default 0 check (position between -1e9 and 1e9),
  data jsonb not null check (jsonb_typeof(data) = 'object' and octet_length(data::text) <= 65536),
  -- A hidden entry removes the one of content/ with its key.
  hidden boolean not null default false,
  live_from timestamptz not null default now(),
  -- Set by the trigger: one live and at most one scheduled row per key.
  is_scheduled boolean not null default false,
  version integer not null default 1,
  unique (collection, key, locale, is_scheduled)
);
create unique index entries_slug_idx on public.entries (collection, locale, slug, is_scheduled) where slug <> '';

-- One draft per entry, shared by the admins.
create table public.entry_drafts (
  collection text not null check (collection ~ '^[a-z][a-z-]{0,39}$'),
  key text not null check (key ~ '^[a-z0-9][a-z0-9-]{0,79}$'),
  data jsonb not null check (jsonb_typeof(data) = 'object' and octet_length(data::text) <= 65536),
  locale text not null default '' check (public.is_locale(locale)),
  slug text not null default '' check (char_length(slug) <= 120),
  -- The version of the entry that the draft changes; 0 if none is stored.
  entry_version integer not null default 0,
  version integer not null default 1,
  updated_by uuid references auth.users on delete set null,
  updated_at timestamptz not null default now(),
  primary key (collection, key, locale)
);
create index entry_drafts_updated_by_idx on public.entry_drafts (updated_by);

create table public.entry_versions (
  id bigint generated always as identity primary key,
  collection text not null,
  key text not null,
  version integer not null,
  change text not null check (change in ('published', 'removed')),
  position double precision not null,
  data jsonb not null,
  hidden boolean not null,
  locale text not null default '',
  slug text not null default '',
  live_from timestamptz not null,
  made_by uuid references auth.users on delete set null,
  made_at timestamptz not null default now(),
  unique (collection, key, locale, version)
);
create index entry_versions_made_by_idx on public.entry_versions (made_by);

-- The version counts on after the row was deleted, so that each version names one state.
create function public.prepare_entry() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Serializes writes of one key, which number its versions.
  perform pg_advisory_xact_lock(hashtext('public.entries ' || new.collection || ' ' || new.key));
  new.live_from := coalesce(new.live_from, now());
  new.is_scheduled := new.live_from > now();
  -- A scheduled row whose time has come replaces the live one.
  if exists (
    select from public.entries
    where collection = new.collection and key = new.key and is_scheduled and live_from <= now() and id <> new.id
  ) then
    delete from public.entries where collection = new.collection and key = new.key and not is_scheduled and id <> new.id;
    update public.entries set is_scheduled = false
      where collection = new.collection and key = new.key and is_scheduled and id <> new.id;
  end if;
  if tg_op = 'UPDATE' and old.is_scheduled and not new.is_scheduled then
    delete from public.entries where collection = new.collection and key = new.key and not is_scheduled and id <> new.id;
  end if;
  -- Of the entries, too: versions of this statement are kept at its end.
  new.version := 1 + greatest(
    (select max(version) from public.entry_versions where collection = new.collection and key = new.key),
    (select max(version) from public.entries where collection = new.collection and key = new.key), 0);
  return new;
end
$$;

create function public.keep_entry_version() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  entry public.entries := case tg_op when 'DELETE' then old else new end;
begin
  perform pg_advisory_xact_lock(hashtext('public.entries ' || entry.collection || ' ' || entry.key));
  insert into public.entry_versions (collection, key, version, change, position, data, hidden, live_from, made_by)
  select entry.collection, entry.key,
    case tg_op when 'DELETE' then 1 + coalesce(max(v.version), 0) else entry.version end,
    case tg_op when 'DELETE' then 'removed' else 'published' end,
    entry.position, entry.data, entry.hidden, entry.live_from, auth.uid()
  from public.entry_versions v where v.collection = entry.collection and v.key = entry.key;
  return null;
end
$$;

create function public.announce_entries() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_notify('pages', 'entries');
  return null;
end
$$;

create function public.touch_entry_draft() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.version := case tg_op when 'UPDATE' then old.version + 1 else 1 end;
  new.updated_at := now();
  new.updated_by := auth.uid();
  return new;
end
$$;

-- Not for is_scheduled, which only the trigger changes.
create trigger prepare_entry before insert or update of position, data, hidden, live_from on public.entries
  for each row execute function public.prepare_entry();
create trigger keep_entry_version after insert or delete or update of position, data, hidden, live_from on public.entries
  for each row execute function public.keep_entry_version();
create trigger announce_entries after insert or update or delete on public.entries
  for each statement execute function public.announce_entries();
-- Not for updated_by: deleting an account is no edit.
create trigger touch_entry_draft before insert or update of data, entry_version on public.entry_drafts
  for each row execute function public.touch_entry_draft();

-- The names of the editors are in schema auth, which only this function reads.
create function public.entry_history(of_collection text, of_key text)
returns table (version integer, change text, "position" double precision, data jsonb, hidden boolean, made_at timestamptz, email text)
language sql stable security definer set search_path = '' as $$
  select v.version, v.change, v.position, v.data, v.hidden, v.made_at, u.email::text
  from public.entry_versions v left join auth.users u on u.id = v.made_by
  where v.collection = of_collection and v.key = of_key and public.is_admin()
  order by v.version desc limit 100
$$;

create function public.seconds_to_next_entry() returns double precision
language sql stable security definer set search_path = '' as $$
  select extract(epoch from min(live_from) - clock_timestamp())::double precision
  from public.entries where live_from > now()
$$;
-- All categories are rows. A category without a name could be neither shown nor found again, so none is stored.
create function public.keep_category() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  before text := case when tg_op <> 'INSERT' and not old.hidden then old.data ->> 'name' end;
  after text := case when tg_op <> 'DELETE' and not new.hidden then new.data ->> 'name' end;
  used bigint;
begin
  if tg_op <> 'DELETE' and new.live_from > now() then
    raise exception 'A category cannot be scheduled, because its posts change with it. Publish it now.';
  end if;
  if tg_op <> 'DELETE' and not new.hidden
    and not coalesce(jsonb_typeof(new.data -> 'name') = 'string' and char_length(after) between 1 and 30, false) then
    raise exception 'A category needs a name of 1 to 30 characters.';
  end if;
  if exists (
    select from public.entries other
    where other.collection = 'categories' and other.key <> new.key and not other.hidden
      and lower(other.data ->> 'name') = lower(after)
  ) then
    raise exception 'There is a category with this name already.';
  end if;
  if before is null or before is not distinct from after then
    return null;
  end if;
  if after is not null then
    update public.blog_posts set category = after where category = before;
    return null;
  end if;
  used := (select count(*) from public.blog_posts where category = before);
  if used = 1 then
    raise exception '1 post is in this category. Move it to another one first.';
  elsif used > 1 then
    raise exception '% posts are in this category. Move them to another one first.', used;
  end if;
  return null;
end
$$;
create trigger keep_category after insert or update of data, hidden, live_from on public.entries
  for each row when (new.collection = 'categories') execute function public.keep_category();
create trigger keep_removed_category after delete on public.entries
  for each row when (old.collection = 'categories') execute function public.keep_category();
-- For `npm run content`, which reaches Supabase only through its API: one call is one transaction.
-- Scheduled entries stay; pictures that are in the bin come back.
create function public.import_content(entries jsonb, pictures jsonb, uploads text[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  missing text;
begin
  select wanted.name into missing from unnest(uploads) as wanted (name) where not exists (
    select from storage.objects object where object.bucket_id = 'images' and object.name = wanted.name);
  if missing is not null then
    raise exception 'the picture % is not in it.', missing;
  end if;
  insert into public.pictures (name, title, alt)
    select added.name, added.title, added.alt from jsonb_to_recordset($2) as added (name text, title text, alt text)
    on conflict (name) do update set deleted_at = null;
  -- prepare_entry would change a scheduled entry whose time has come during the insert, which then could not.
  delete from public.entries live where live.live_from <= now() and (live.is_scheduled or not exists (
    select from jsonb_to_recordset($1) as added (collection text, key text)
    where added.collection = live.collection and added.key = live.key));
  insert into public.entries (collection, key, position, hidden, data)
    select added.collection, added.key, added.position, added.hidden, added.data
    from jsonb_to_recordset($1)
      as added (collection text, key text, position double precision, hidden boolean, data jsonb)
    on conflict (collection, key, locale, is_scheduled) do update
    set position = excluded.position, hidden = excluded.hidden, data = excluded.data, live_from = excluded.live_from;
end
$$;

-- The rows that pages are made of. A hidden entry removes the one of content/ with its key, so the server learns its key, not
-- its data.
create function public.live_entries() returns table (
  collection text, key text, "position" double precision, data jsonb, hidden boolean, live_from timestamptz,
  version integer
)
language sql stable security definer set search_path = '' as $$
  select e.collection, e.key, e.position, case when e.hidden then '{}' else e.data end, e.hidden, e.live_from, e.version
  from public.entries e where e.live_from <= now() order by e.id
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

-- A name for each set of samples (posts and categories that come with the site) that the server has inserted: deleted samples
-- stay deleted. Rows with this time came with the site.
create table public.seeded_samples (
  name text primary key check (char_length(name) between 1 and 40),
  at timestamptz not null default now()
);

-- Returns whether this call inserted them. Rows that are there already stay as they are.
create function public.seed_samples(samples jsonb) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.seeded_samples (name) values (samples ->> 'name') on conflict do nothing;
  if not found then
    return false;
  end if;
  -- Read by triggers: samples are neither changes in the journal nor updated posts in feeds.
  perform set_config('plumbline.is_seeding', 'on', true);
  insert into public.entries (collection, key, position, data)
    select sample.collection, sample.key, sample.position, sample.data
    from jsonb_to_recordset(samples -> 'entries')
      as sample (collection text, key text, position double precision, data jsonb)
    on conflict do nothing;
  insert into public.blog_posts (id, slug, title, excerpt, content, category, tags, author_name, author_bio, authors,
      image_url, published_at)
    select sample.id, sample.slug, sample.title, sample.excerpt, sample.content, sample.category, sample.tags,
      sample.author_name, sample.author_bio, sample.authors, sample.image_url, sample.published_at
    from jsonb_to_recordset(samples -> 'posts') as sample (id bigint, slug text, title text, excerpt text, content text,
      category text, tags text[], author_name text, author_bio text, authors text[], image_url text,
      published_at timestamptz)
    on conflict do nothing;
  perform set_config('plumbline.is_seeding', '', true);
  return true;
end
$$;

-- Runs after prepare_post: triggers run in the order of their names.
create function public.prepare_sample() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := new.published_at;
  return new;
end
$$;
create trigger prepare_sample before insert on public.blog_posts
  for each row when (current_setting('plumbline.is_seeding', true) = 'on') execute function public.prepare_sample();

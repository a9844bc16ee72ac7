-- The site in more than one language. Rows of the first language have an empty locale; translations share the key of an entry,
-- or name their original. Addresses of the other languages begin with the tag in lower case.

create function public.locale_prefix(locale text) returns text
language sql immutable set search_path = '' as $$
  select case locale when '' then '' else '/' || lower(locale) end
$$;

-- The languages besides the first, as the entry that is live lists them.
create function public.site_locales(only_public boolean default false) returns text[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(other ->> 'tag'), '{}') from (
    select data -> 'others' as others from public.entries
    where collection = 'languages' and key = 'main' and locale = '' and live_from <= now() and not hidden
    order by live_from desc limit 1
  ) stored, jsonb_array_elements(case jsonb_typeof(others) when 'array' then others else '[]' end) other
  where not only_public or other ->> 'public' = 'yes'
$$;

-- For policies, which run as the caller.
create function public.shown_locales() returns text[]
language sql stable security definer set search_path = '' as $$
  select public.site_locales(true) || ''::text
$$;

create function public.is_reserved_segment(segment text) returns boolean
language sql immutable set search_path = '' as $$
  select segment = any (string_to_array(
    'about account auth authors blog careers contact messages newsroom privacy search services sitemap terms work '
    'api functions healthz livez metrics preview readyz realtime rest share storage visit '
    'art assets feed icons portraits', ' '))
$$;

create or replace function public.site_language() returns text
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select data ->> 'first' from public.entries
    where collection = 'languages' and key = 'main' and locale = '' and live_from <= now() and not hidden
    order by live_from desc limit 1), 'en')
$$;

-- Entries.

alter table public.old_addresses add column locale text not null default '' check (public.is_locale(locale));
alter table public.preview_links add column locale text not null default '' check (public.is_locale(locale));

-- The version counts on after the row was deleted, so that each version names one state.
create or replace function public.prepare_entry() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Serializes writes of one key, which number its versions.
  perform pg_advisory_xact_lock(hashtext('public.entries ' || new.collection || ' ' || new.key));
  new.live_from := coalesce(new.live_from, now());
  new.is_scheduled := new.live_from > now();
  -- A scheduled row whose time has come replaces the live one.
  if exists (
    select from public.entries where collection = new.collection and key = new.key and locale = new.locale
      and is_scheduled and live_from <= now() and id <> new.id
  ) then
    delete from public.entries where collection = new.collection and key = new.key and locale = new.locale
      and not is_scheduled and id <> new.id;
    update public.entries set is_scheduled = false
      where collection = new.collection and key = new.key and locale = new.locale and is_scheduled and id <> new.id;
  end if;
  if tg_op = 'UPDATE' and old.is_scheduled and not new.is_scheduled then
    delete from public.entries where collection = new.collection and key = new.key and locale = new.locale
      and not is_scheduled and id <> new.id;
  end if;
  -- Of the entries, too: versions of this statement are kept at its end.
  new.version := 1 + greatest(
    (select max(version) from public.entry_versions
      where collection = new.collection and key = new.key and locale = new.locale),
    (select max(version) from public.entries
      where collection = new.collection and key = new.key and locale = new.locale), 0);
  return new;
end
$$;

create or replace function public.keep_entry_version() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  entry public.entries := case tg_op when 'DELETE' then old else new end;
begin
  perform pg_advisory_xact_lock(hashtext('public.entries ' || entry.collection || ' ' || entry.key));
  insert into public.entry_versions
    (collection, key, locale, version, change, position, data, hidden, slug, live_from, made_by)
  select entry.collection, entry.key, entry.locale,
    case tg_op when 'DELETE' then 1 + coalesce(max(v.version), 0) else entry.version end,
    case tg_op when 'DELETE' then 'removed' else 'published' end,
    entry.position, entry.data, entry.hidden, entry.slug, entry.live_from, auth.uid()
  from public.entry_versions v
  where v.collection = entry.collection and v.key = entry.key and v.locale = entry.locale;
  return null;
end
$$;

drop function public.entry_history(text, text);
create function public.entry_history(of_collection text, of_key text, of_locale text default '')
returns table (version integer, change text, "position" double precision, data jsonb, hidden boolean, made_at timestamptz, email text)
language sql stable security definer set search_path = '' as $$
  select v.version, v.change, v.position, v.data, v.hidden, v.made_at, u.email::text
  from public.entry_versions v left join auth.users u on u.id = v.made_by
  where v.collection = of_collection and v.key = of_key and v.locale = of_locale and public.is_admin()
  order by v.version desc limit 100
$$;

create or replace function public.removed_entries(of_collection text)
returns table (key text, "position" double precision, data jsonb, made_at timestamptz, email text)
language sql stable security definer set search_path = '' as $$
  select v.key, v.position, v.data, v.made_at, u.email::text
  from public.entry_versions v left join auth.users u on u.id = v.made_by
  where v.collection = of_collection and v.locale = '' and v.change = 'removed' and v.made_at > now() - interval '30 days'
    and v.version = (select max(w.version) from public.entry_versions w
      where w.collection = v.collection and w.key = v.key and w.locale = '')
    and not exists (select from public.entries e where e.collection = v.collection and e.key = v.key and e.locale = '')
    and public.is_admin()
  order by v.made_at desc limit 100
$$;

-- The originals as they were when they were translated: what has changed since is marked field by field. Those without a row
-- were translated from what came with the site.
create function public.translated_originals(of_locale text)
returns table (collection text, key text, data jsonb)
language sql stable security definer set search_path = '' as $$
  select translated.collection, translated.key, original.data
  from public.entries translated
  join public.entry_versions original on original.collection = translated.collection and original.key = translated.key
    and original.locale = '' and original.version = translated.translated_version
  where translated.locale = of_locale and of_locale <> '' and translated.live_from <= now() and public.is_admin()
$$;

-- The build before knows of the first language only and calls it without a parameter.
drop function public.live_entries();
create function public.live_entries(translations boolean default false) returns table (
  collection text, key text, "position" double precision, data jsonb, hidden boolean, live_from timestamptz,
  version integer, slug text, locale text
)
language sql stable security definer set search_path = '' as $$
  select e.collection, e.key, e.position, case when e.hidden then '{}' else e.data end, e.hidden, e.live_from, e.version, e.slug,
    e.locale
  from public.entries e where e.live_from <= now() and e.collection <> 'answers' and (e.locale <> '') = translations
  order by e.id
$$;

create or replace function public.keep_category() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  entry public.entries := case tg_op when 'DELETE' then old else new end;
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
    where other.collection = 'categories' and other.locale = entry.locale and other.key <> entry.key and not other.hidden
      and lower(other.data ->> 'name') = lower(after)
  ) then
    raise exception 'There is a category with this name already.';
  end if;
  if before is null or before is not distinct from after then
    return null;
  end if;
  if after is not null then
    update public.blog_posts set category = after where category = before and locale = entry.locale;
    return null;
  end if;
  used := (select count(*) from public.blog_posts where category = before and locale = entry.locale);
  if used = 1 then
    raise exception '1 post is in this category. Move it to another one first.';
  elsif used > 1 then
    raise exception '% posts are in this category. Move them to another one first.', used;
  end if;
  return null;
end
$$;

-- The first parts of addresses that the site itself uses: domain/content/page-paths.ts has the same list, and a test
-- compares both with the routes. Those of other languages are taken, too.
create or replace function public.keep_page() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  path text := new.data ->> 'path';
  segment text := split_part(path, '/', 2);
  other text;
begin
  if not coalesce(path ~ '^(/[a-z0-9-]{1,60}){1,4}$' and char_length(path) <= 120, false) then
    raise exception 'Write one to four parts of small letters, digits and hyphens, each after a slash, such as /legal/imprint.';
  end if;
  if public.is_reserved_segment(segment) then
    raise exception '% would shadow /%, which the site itself uses. Choose another address.', path, segment;
  end if;
  if new.locale = '' and segment = any (lower(public.site_locales()::text)::text[]) then
    raise exception '% would shadow /%, where the pages of another language are. Choose another address.', path, segment;
  end if;
  -- Two pages that get one address at the same time: the second waits for the first and is refused.
  perform pg_advisory_xact_lock(hashtext('public.entries pages'));
  select coalesce(nullif(page.data ->> 'title', ''), page.key) into other from public.entries page
    where page.collection = 'pages' and page.key <> new.key and page.locale = new.locale and not page.hidden
      and page.data ->> 'path' = path
    limit 1;
  if found then
    raise exception '% is the address of the page “%”. Choose another address.', path, other;
  end if;
  return null;
end
$$;

-- Languages.

-- What is missing before visitors may see a language: every page has a name, menus and a footer, and there is a home page.
create function public.missing_translations(tag text) returns text[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(needed.collection), '{}')
  from unnest(array['identity', 'navigation', 'footer', 'page-home', 'closing']) as needed (collection)
  where not exists (select from public.entries entry where entry.collection = needed.collection and entry.locale = tag
    and entry.live_from <= now() and not entry.hidden)
$$;

create function public.keep_languages() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  others jsonb := case when jsonb_typeof(new.data -> 'others') = 'array' then new.data -> 'others' else '[]' end;
  known text[] := case when tg_op = 'UPDATE' then (
    select coalesce(array_agg(other ->> 'tag'), '{}')
    from jsonb_array_elements(case when jsonb_typeof(old.data -> 'others') = 'array' then old.data -> 'others' else '[]' end) other
  ) else '{}' end;
  tag text;
  taken text;
begin
  if not coalesce(new.data ->> 'first' <> '' and public.is_locale(new.data ->> 'first'), false) then
    raise exception 'The first language needs a tag such as en or pt-BR.';
  end if;
  if (select count(*) <> count(distinct lower(other ->> 'tag')) or bool_or(other ->> 'tag' = new.data ->> 'first')
      from jsonb_array_elements(others) other) then
    raise exception 'Each language can be there once.';
  end if;
  for tag in select other ->> 'tag' from jsonb_array_elements(others) other loop
    if not coalesce(tag <> '' and public.is_locale(tag), false) then
      raise exception 'A language needs a tag such as de or pt-BR.';
    end if;
    taken := case when public.is_reserved_segment(lower(tag)) then '/' || lower(tag) else (
      select path from (
        select entry.data ->> 'path' as path from public.entries entry
          where entry.collection = 'pages' and entry.locale = '' and not entry.hidden
        union all
        select redirect.path from public.redirects redirect where tag <> all (known)
      ) as addresses where split_part(path, '/', 2) = lower(tag) limit 1
    ) end;
    if taken is not null then
      raise exception '% is an address of this site, so the pages in this language could not be at /%.', taken, lower(tag);
    end if;
  end loop;
  for tag in select other ->> 'tag' from jsonb_array_elements(others) other where other ->> 'public' = 'yes' loop
    if public.missing_translations(tag) <> '{}' then
      raise exception 'Before % is public, its name and claim, navigation, footer and home page have to be translated.', tag;
    end if;
  end loop;
  return null;
end
$$;
create trigger keep_languages after insert or update of data, hidden, live_from on public.entries
  for each row when (new.collection = 'languages') execute function public.keep_languages();

create function public.keep_public_language() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.locale = any (public.site_locales(true)) and old.collection = any (public.missing_translations(old.locale)) then
    raise exception 'The site is public in %, which needs this. Hide the language first.', old.locale;
  end if;
  return null;
end
$$;
create trigger keep_public_language after delete or update of hidden, live_from on public.entries
  for each row when (old.locale <> '') execute function public.keep_public_language();

-- Addresses.

create or replace function public.entry_address(entry public.entries) returns text
language sql immutable set search_path = '' as $$
  select public.locale_prefix(entry.locale) || case entry.collection when 'pages' then entry.data ->> 'path'
    else case entry.collection when 'services' then '/services/' when 'case-studies' then '/work/'
      when 'authors' then '/authors/' end || coalesce(nullif(entry.slug, ''), entry.key)
  end
$$;

create function public.post_address(post public.blog_posts) returns text
language sql immutable set search_path = '' as $$
  select public.locale_prefix(post.locale) || '/blog/' || post.slug
$$;

drop function public.page_address(text, text);
create function public.page_address(of_kind text, of_key text, of_locale text default '') returns text
language sql stable security definer set search_path = '' as $$
  select case when of_kind = 'posts' then (
      select public.post_address(post) from public.blog_posts post where post.id = of_key::bigint
        and post.status = 'published' and post.published_at <= now() and post.deleted_at is null
        and post.locale = any (public.shown_locales()))
    when of_locale <> all (public.shown_locales()) then null
    when of_locale <> '' or exists (
        select from public.entries where collection = of_kind and key = of_key and locale = '' and live_from <= now()) then (
      select case when not entry.hidden then public.entry_address(entry) end from public.entries entry
      where entry.collection = of_kind and entry.key = of_key and entry.locale = of_locale and entry.live_from <= now()
      order by entry.live_from desc limit 1)
    else (select path from public.site_paths where kind = of_kind and key = of_key)
  end
$$;

-- The pages of routes are there in each language.
create or replace function public.is_page(wanted text) returns boolean
language sql stable security definer set search_path = '' as $$
  select public.is_site_area(wanted) or exists (select from public.site_paths where path = wanted
      and (kind is null or public.page_address(kind, key) = wanted))
    or exists (select from public.site_paths, unnest(public.site_locales(true)) tag where kind is null
      and wanted = public.locale_prefix(tag) || case path when '/' then '' else path end)
    or exists (select from public.blog_posts post where post.slug = substring(wanted from '/blog/([^/]+)$')
      and public.page_address('posts', post.id::text) = wanted)
    or exists (select from public.entries entry where public.entry_address(entry) = wanted
      and public.page_address(entry.collection, entry.key, entry.locale) = wanted)
$$;

create or replace function public.keep_old_address() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  entry public.entries := case tg_op when 'INSERT' then new else old end;
  before text := case when entry.live_from > now() then null when tg_op <> 'INSERT' then public.entry_address(old)
    when entry.locale = '' then (select path from public.site_paths where kind = entry.collection and key = entry.key) end;
  after text := case when tg_op <> 'DELETE' and new.live_from <= now() then public.entry_address(new) end;
begin
  if before is not null and before is distinct from after then
    insert into public.old_addresses (path, kind, key, locale) values (before, entry.collection, entry.key, entry.locale)
      on conflict (path) do update
      set kind = excluded.kind, key = excluded.key, locale = excluded.locale, created_at = now();
  end if;
  delete from public.old_addresses where path = after;
  -- A redirect that was made when the page was hidden is not needed any more.
  delete from public.redirects
    where path = after and public.page_address(entry.collection, entry.key, entry.locale) = after;
  return null;
end
$$;

create or replace function public.keep_old_slug() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    delete from public.old_addresses where kind = 'posts' and key = old.id::text;
    return null;
  end if;
  delete from public.old_addresses where path = public.post_address(new);
  insert into public.old_addresses (path, kind, key, locale)
    values (public.post_address(old), 'posts', new.id::text, old.locale)
    on conflict (path) do update
    set kind = excluded.kind, key = excluded.key, locale = excluded.locale, created_at = now();
  return null;
end
$$;

create or replace view public.old_slugs with (security_invoker = true) as
  select substring(path from '[^/]+$') as slug, locale, case kind when 'posts' then key::bigint end as post_id, created_at
  from public.old_addresses where kind = 'posts';

create or replace function public.next_address(start text) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select case when rule.path <> start and rule.target like '%/*' then
      left(rule.target, -1) || substr(start, char_length(rule.path)) else rule.target end
    from public.redirects rule
    where rule.path = start or rule.path in (
      select left(start, place) || '*' from generate_series(1, char_length(start) - 1) place
      where substr(start, place, 1) = '/')
    order by rule.path = start desc, char_length(rule.path) desc limit 1
  ), (select public.page_address(old.kind, old.key, old.locale) from public.old_addresses old where old.path = start))
$$;

create or replace function public.address_rules() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('path', path, 'target', target, 'status', status, 'own', own)), '[]') from (
    select path, target, status, true as own from public.redirects
    union all
    select old.path, public.page_address(old.kind, old.key, old.locale), 301, false from (
      select path, kind, key, locale from public.old_addresses
      union
      select public.entry_address(replaced), replaced.collection, replaced.key, replaced.locale from public.entries replaced
      where replaced.live_from <= now() and public.entry_address(replaced) is not null
        and not exists (select from public.old_addresses known where known.path = public.entry_address(replaced))
    ) as old
  ) as known where target is not null and target <> path
$$;

-- Posts.

alter table public.blog_posts drop constraint blog_posts_slug_key;
alter table public.blog_posts add constraint blog_posts_slug_key unique (slug, locale);
create unique index blog_posts_translations_idx on public.blog_posts (translation_of, locale);
drop index public.blog_posts_translation_of_idx;
drop index public.blog_posts_published_at_idx;
create index blog_posts_published_at_idx on public.blog_posts (locale, published_at desc, id desc)
  where status = 'published' and deleted_at is null;
drop index public.blog_posts_category_published_at_idx;
create index blog_posts_category_published_at_idx on public.blog_posts (locale, category, published_at desc, id desc)
  where status = 'published' and deleted_at is null;
alter table public.post_drafts add column locale text not null default '' check (public.is_locale(locale));
alter table public.post_drafts add column translation_of bigint references public.blog_posts on delete set null;
create index post_drafts_translation_of_idx on public.post_drafts (translation_of);

drop function public.is_slug_free(text, bigint);
create function public.is_slug_free(wanted text, for_post bigint, in_locale text) returns boolean
language sql stable set search_path = '' as $$
  select wanted !~ '^[0-9]+$'
    and not exists (select from public.reserved_slugs where slug = wanted)
    and not exists (select from public.blog_posts where slug = wanted and locale = in_locale and id <> for_post)
    and not exists (select from public.old_addresses where path = public.locale_prefix(in_locale) || '/blog/' || wanted
      and kind = 'posts' and key <> for_post::text)
$$;

drop function public.free_slug(text, bigint);
create function public.free_slug(wanted text, for_post bigint, in_locale text) returns text
language plpgsql set search_path = '' as $$
declare
  base text := left(public.title_slug(wanted, coalesce(nullif(in_locale, ''), public.site_language())), 200);
  candidate text;
  number integer := 1;
begin
  if base ~ '^-*$' then
    base := 'post-' || for_post;
  end if;
  candidate := base;
  -- Held until commit, so that two posts with the same title are serialized.
  perform pg_advisory_xact_lock(hashtext('public.blog_posts.slug'));
  while not public.is_slug_free(candidate, for_post, in_locale) loop
    number := number + 1;
    candidate := base || '-' || number;
  end loop;
  return candidate;
end
$$;

create or replace function public.prepare_post() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  written public.blog_posts := new;
begin
  if tg_op = 'INSERT' then
    new.version := 1;
    new.created_at := now();
    new.slug := public.free_slug(coalesce(nullif(btrim(new.slug), ''), new.title), new.id, new.locale);
  else
    -- Only deleting the account clears it (on delete set null).
    if new.created_by is not null then
      new.created_by := old.created_by;
    end if;
    if num_nulls(new.created_by, new.updated_by) > num_nulls(old.created_by, old.updated_by) then
      written.created_by := old.created_by;
      written.updated_by := old.updated_by;
      if written is not distinct from old then
        return new;
      end if;
    end if;
    new.version := old.version + 1;
    new.created_at := old.created_at;
    if new.slug is distinct from old.slug then
      new.slug := public.free_slug(coalesce(nullif(btrim(new.slug), ''), new.title), new.id, new.locale);
    end if;
  end if;
  new.updated_at := now();
  return new;
end
$$;

drop function public.find_post(text);
create function public.find_post(address text, wanted_locale text default '')
returns table (
  id bigint, title text, slug text, excerpt text, content text, category text, tags text[], author_name text,
  author_bio text, image_url text, status text, published_at timestamptz, version integer, created_at timestamptz,
  updated_at timestamptz, deleted_at timestamptz, search_title text, search_description text, canonical_url text,
  card_url text, authors text[], locale text, translation_of bigint
)
language sql stable set search_path = '' as $$
  select post.id, post.title, post.slug, post.excerpt, post.content, post.category, post.tags, post.author_name,
    post.author_bio, post.image_url, post.status, post.published_at, post.version, post.created_at, post.updated_at,
    post.deleted_at, post.search_title, post.search_description, post.canonical_url, post.card_url, post.authors,
    post.locale, post.translation_of
  from (
    select by_slug.id, 1 as place from public.blog_posts as by_slug
    where by_slug.slug = address and by_slug.locale = wanted_locale
    union all
    select by_id.id, 2 from public.blog_posts as by_id
    where by_id.id = case when address ~ '^[0-9]{1,18}$' then address::bigint end
    union all
    select old.key::bigint, 3 from public.old_addresses as old
    where old.path = public.locale_prefix(wanted_locale) || '/blog/' || address and old.kind = 'posts'
    order by place
    limit 1
  ) as found
  join public.blog_posts as post on post.id = found.id and post.locale = wanted_locale
$$;

drop function public.post_page(integer, integer, text);
create function public.post_page(
  first integer, most integer, wanted_category text default null, wanted_locale text default ''
) returns table (
  id bigint, title text, slug text, excerpt text, category text, author_name text, image_url text,
  published_at timestamptz, authors text[], total bigint
)
language sql stable set search_path = '' set plan_cache_mode = force_custom_plan set enable_seqscan = off as $$
  select post.id, post.title, post.slug, post.excerpt, post.category, post.author_name, post.image_url,
    post.published_at, post.authors,
    (select count(*) from public.blog_posts as any_post
      where any_post.locale = wanted_locale and (wanted_category is null or any_post.category = wanted_category))
  from public.blog_posts as post
  where post.id = any (array(
    select listed.id from public.blog_posts as listed
    where listed.locale = wanted_locale and (wanted_category is null or listed.category = wanted_category)
    order by listed.published_at desc, listed.id desc
    limit least(most, 100) offset first
  ))
  order by post.published_at desc, post.id desc
$$;

-- A loose index scan: one index lookup per category instead of reading every post.
drop function public.post_categories();
create function public.post_categories(wanted_locale text default '') returns setof text
language sql stable set search_path = '' as $$
  with recursive known (category) as (
    (select post.category from public.blog_posts as post
      where post.locale = wanted_locale and post.category > '' order by post.category limit 1)
    union all
    select (
      select post.category from public.blog_posts as post
      where post.locale = wanted_locale and post.category > known.category order by post.category limit 1
    )
    from known where known.category is not null
  )
  select known.category from known where known.category is not null limit 50
$$;

drop function public.post_tags();
create function public.post_tags(wanted_locale text default '') returns setof text
language sql stable set search_path = '' as $$
  select tag from (
    select post.tags from public.blog_posts as post where post.locale = wanted_locale
    order by post.published_at desc, post.id desc limit 2000
  ) as newest, unnest(newest.tags) as tag
  group by tag order by count(*) desc, tag limit 1000
$$;

-- Of these posts and those that translate the same originals.
create function public.post_translations(originals bigint[])
returns table (original bigint, locale text, slug text)
language sql stable set search_path = '' as $$
  select coalesce(post.translation_of, post.id), post.locale, post.slug from public.blog_posts post
  where post.id = any (originals) or post.translation_of = any (originals)
$$;

-- Of these posts, the translations whose original has other words than when they were saved last.
create function public.outdated_translations(of_posts bigint[]) returns setof bigint
language sql stable security definer set search_path = '' as $$
  select post.id from public.blog_posts post
  join public.blog_posts original on original.id = post.translation_of
  cross join lateral (
    select known.data from public.post_versions known
    where known.post_id = original.id and known.made_at <= post.updated_at order by known.version desc limit 1
  ) before
  where post.id = any (of_posts) and public.is_admin() and exists (
    select from unnest(array['title', 'excerpt', 'content', 'tags', 'search_title', 'search_description']) word
    where before.data -> word <> public.post_data(original) -> word)
$$;

drop function public.posts_of(integer, integer, text, text);
create function public.posts_of(
  first integer, most integer, wanted_tag text default null, wanted_author text default null, wanted_locale text default ''
) returns table (
  id bigint, title text, slug text, excerpt text, category text, author_name text, image_url text,
  published_at timestamptz, authors text[], tags text[], total bigint
)
language plpgsql stable security definer set search_path = '' as $$
declare
  matching bigint[];
begin
  if wanted_locale <> all (public.shown_locales()) then
    return;
  end if;
  if wanted_tag is not null then
    matching := array(
      select post.id from public.blog_posts as post
      where public.tag_slugs(post.tags) @> array[wanted_tag] and post.locale = wanted_locale
        and post.status = 'published' and post.published_at <= now() and post.deleted_at is null
      order by post.published_at desc, post.id desc
    );
  else
    matching := array(
      select post.id from public.blog_posts as post
      where post.authors @> array[wanted_author] and post.locale = wanted_locale
        and post.status = 'published' and post.published_at <= now() and post.deleted_at is null
      order by post.published_at desc, post.id desc
    );
  end if;
  return query
    select post.id, post.title, post.slug, post.excerpt, post.category, post.author_name, post.image_url,
      post.published_at, post.authors, post.tags, cardinality(matching)::bigint
    from public.blog_posts as post
    where post.id = any (matching[greatest(first, 0) + 1 : greatest(first, 0) + least(most, 100)])
    order by post.published_at desc, post.id desc;
end
$$;

drop function public.newest_matches(tsquery, boolean, integer);
create function public.newest_matches(wanted tsquery, in_title boolean, most integer, wanted_locale text) returns bigint[]
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan set enable_seqscan = off as $$
declare
  last_block bigint := (select max(id) >> 8 from public.blog_posts);
  everywhere boolean;
  found bigint[];
begin
  foreach everywhere in array array[false, true] loop
    -- Matches by the words index first: any other plan would split every post into words.
    found := array(
      with matching as materialized (
        select id, locale, status, published_at, deleted_at from public.blog_posts
        where (everywhere or array[id >> 8] && array[last_block - 1, last_block])
          and case when in_title then public.words_in(title) @@ wanted
            else public.words_in(public.text_of_post(title, excerpt, content, category, tags, author_name)) @@ wanted
          end
      )
      select id from matching
      where locale = wanted_locale and status = 'published' and published_at <= now() and deleted_at is null
      order by published_at desc, id desc
      limit most
    );
    exit when cardinality(found) >= most;
  end loop;
  return found;
end
$$;

-- A German or English word is searched for by the beginning that it shares with its stem, so that Wege finds Weg; the index has
-- whole words in any language.
create function public.word_beginning(word text, language text) returns text
language sql stable set search_path = '' as $$
  select case when char_length(shared) >= 3 then shared else word end from (
    select coalesce(max(left(word, length)), '') as shared
    from (select (case split_part(language, '-', 1)
      when 'de' then ts_lexize('pg_catalog.german_stem', word)
      when 'en' then ts_lexize('pg_catalog.english_stem', word) end)[1] as stem) as found,
    generate_series(1, char_length(word)) as length
    where left(stem, length) = left(word, length) and char_length(stem) >= length
  ) as beginning
$$;

drop function public.prefix_query(text[]);
create function public.prefix_query(words text[], language text default 'simple') returns tsquery
language sql stable set search_path = '' as $$
  select string_agg(quote_literal(public.word_beginning(lexeme, language)) || ':*', ' & ')::tsquery
  from unnest(public.words_in(left(array_to_string(words, ' '), 1000)))
$$;

drop function public.search_posts(text[], integer);
create function public.search_posts(words text[], most integer, wanted_locale text default '')
returns table (
  id bigint, title text, slug text, excerpt text, category text, author_name text, image_url text,
  published_at timestamptz
)
language plpgsql stable security definer set search_path = '' as $$
declare
  wanted tsquery := public.prefix_query(words, coalesce(nullif(wanted_locale, ''), public.site_language()));
  enough integer := greatest(1, least(most, 50));
  titled bigint[];
  matching bigint[];
begin
  if wanted is null or wanted_locale <> all (public.shown_locales()) then
    return;
  end if;
  titled := public.newest_matches(wanted, true, enough, wanted_locale);
  matching := titled;
  if cardinality(titled) < enough then
    matching := titled || public.newest_matches(wanted, false, enough, wanted_locale);
  end if;
  return query
    select post.id, post.title, post.slug, post.excerpt, post.category, post.author_name, post.image_url,
      post.published_at
    from public.blog_posts as post where post.id = any (matching)
    order by post.id = any (titled) desc, post.published_at desc, post.id desc
    limit enough;
end
$$;

-- Previews.

drop function public.has_entry_change(text, text);
create function public.has_entry_change(of_collection text, of_key text, of_locale text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.entry_drafts where collection = of_collection and key = of_key and locale = of_locale)
    or exists (select from public.entries
      where collection = of_collection and key = of_key and locale = of_locale and live_from > now())
$$;

drop function public.make_preview(uuid, bigint, text, text, boolean);
create function public.make_preview(
  of_draft uuid default null, of_post bigint default null, of_collection text default null, of_key text default null,
  for_frame boolean default false, of_locale text default ''
) returns table (token text, expires_at timestamptz)
language plpgsql security definer set search_path = '' as $$
declare
  own_draft uuid;
  hidden_post bigint;
  has_entry boolean;
begin
  if not public.is_admin() then
    raise exception 'Only admins share previews.' using errcode = '42501';
  end if;
  delete from public.preview_links as link where link.expires_at <= now();
  own_draft := (
    select draft.id from public.post_drafts as draft
    where (draft.owner = auth.uid() or draft.is_shared and draft.id = of_draft) and (draft.id = of_draft or draft.post_id = of_post) limit 1
  );
  hidden_post := (
    select post.id from public.blog_posts as post
    where post.id = of_post and own_draft is null
      and public.state_of_post(post.status, post.published_at, post.deleted_at) in ('scheduled', 'unpublished')
  );
  has_entry := of_key is not null and (for_frame or public.has_entry_change(of_collection, of_key, of_locale));
  if num_nonnulls(own_draft, hidden_post, nullif(has_entry, false)) <> 1 then
    raise exception 'There is no change to preview.' using errcode = '23514';
  end if;
  token := translate(encode(sha256(convert_to(
    gen_random_uuid()::text || gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')), 'base64'), '+/=', '-_');
  insert into public.preview_links as link
    (token_hash, made_by, expires_at, is_frame, draft_id, post_id, collection, key, locale)
  values (
    sha256(convert_to(token, 'UTF8')), auth.uid(),
    now() + case when for_frame then interval '12 hours' else interval '7 days' end,
    for_frame, own_draft, hidden_post, case when has_entry then of_collection end, case when has_entry then of_key end,
    case when has_entry then of_locale else '' end
  )
  returning link.expires_at into expires_at;
  return next;
end
$$;

drop function public.preview_list(uuid, bigint, text, text);
create function public.preview_list(
  of_draft uuid default null, of_post bigint default null, of_collection text default null, of_key text default null,
  of_locale text default ''
) returns table (id uuid, made_at timestamptz, expires_at timestamptz, email text)
language sql stable security definer set search_path = '' as $$
  select link.id, link.made_at, link.expires_at, maker.email::text
  from public.preview_links as link
  join auth.users as maker on maker.id = link.made_by
  join public.user_roles as held on held.user_id = link.made_by and held.role = 'admin'
  where public.is_admin() and link.expires_at > now() and not link.is_frame and (
    link.draft_id = of_draft
    -- Links to a post that has come out no longer work.
    or link.post_id = (
      select post.id from public.blog_posts as post where post.id = of_post
        and public.state_of_post(post.status, post.published_at, post.deleted_at) in ('scheduled', 'unpublished'))
    or link.draft_id in (select draft.id from public.post_drafts as draft where draft.post_id = of_post)
    or (link.collection = of_collection and link.key = of_key and link.locale = of_locale)
  )
  order by link.made_at desc
$$;

create or replace function public.find_preview(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'expires_at', link.expires_at,
    'is_frame', link.is_frame,
    'locale', case when link.key is not null then link.locale else coalesce(post.locale, draft.locale) end,
    'post', case
      when draft.id is not null then to_jsonb(draft) || jsonb_build_object(
        'id', coalesce(draft.post_id, 0), 'slug', post.slug, 'published_at', coalesce(post.published_at, now()),
        'tags', to_jsonb(string_to_array(draft.tags, ',')))
      when link.post_id is not null then to_jsonb(post)
    end,
    'entry', case when link.key is not null then jsonb_build_object(
      'collection', link.collection,
      'key', link.key,
      'locale', link.locale,
      'position', (select entry.position from public.entries as entry where entry.collection = link.collection
        and entry.key = link.key and entry.locale = link.locale order by entry.live_from desc limit 1),
      'data', coalesce(
        (select changed.data from public.entry_drafts as changed
          where changed.collection = link.collection and changed.key = link.key and changed.locale = link.locale),
        (select entry.data from public.entries as entry where entry.collection = link.collection
          and entry.key = link.key and entry.locale = link.locale and entry.live_from > now())
      )
    ) end
  )
  from public.preview_links as link
  join auth.users as maker on maker.id = link.made_by
  join public.user_roles as held on held.user_id = link.made_by and held.role = 'admin'
  left join public.post_drafts as draft on draft.id = link.draft_id
  left join public.blog_posts as post on post.id = coalesce(link.post_id, draft.post_id)
  where link.token_hash = sha256(convert_to(token, 'UTF8')) and link.expires_at > now()
    and maker.deleted_at is null and coalesce(maker.banned_until <= now(), true)
    and (post.id is null or post.deleted_at is null)
    and (draft.id is null or draft.is_shared or draft.owner = link.made_by)
    and (link.post_id is null
      or public.state_of_post(post.status, post.published_at, post.deleted_at) in ('scheduled', 'unpublished'))
    and (link.key is null or link.is_frame or public.has_entry_change(link.collection, link.key, link.locale))
$$;

create or replace function public.end_entry_previews() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  of_collection text := coalesce(new.collection, old.collection);
  of_key text := coalesce(new.key, old.key);
  of_locale text := coalesce(new.locale, old.locale);
  -- Drafts have no such column.
  due timestamptz := to_jsonb(new) ->> 'live_from';
begin
  if due > now() then
    update public.preview_links set expires_at = least(expires_at, due)
      where collection = of_collection and key = of_key and locale = of_locale and not is_frame;
  elsif tg_table_name = 'entries' or not public.has_entry_change(of_collection, of_key, of_locale) then
    delete from public.preview_links
      where collection = of_collection and key = of_key and locale = of_locale and not is_frame;
  end if;
  return null;
end
$$;

-- Samples and files.

create or replace function public.seed_samples(samples jsonb) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.seeded_samples (name) values (samples ->> 'name') on conflict do nothing;
  if not found then
    return false;
  end if;
  -- Read by triggers: samples are neither changes in the journal nor updated posts in feeds.
  perform set_config('plumbline.is_seeding', 'on', true);
  insert into public.entries (collection, key, locale, slug, position, data)
    select sample.collection, sample.key, coalesce(sample.locale, ''), coalesce(sample.slug, ''), sample.position, sample.data
    from jsonb_to_recordset(samples -> 'entries')
      as sample (collection text, key text, locale text, slug text, position double precision, data jsonb)
    on conflict do nothing;
  insert into public.entry_drafts (collection, key, data)
    select sample.collection, sample.key, sample.data
    from jsonb_to_recordset(samples -> 'drafts') as sample (collection text, key text, data jsonb)
    on conflict do nothing;
  insert into public.blog_posts (id, locale, translation_of, slug, title, excerpt, content, category, tags, author_name,
      author_bio, authors, image_url, published_at)
    select coalesce(sample.id, 0), coalesce(sample.locale, ''), sample.translation_of, sample.slug, sample.title,
      sample.excerpt, sample.content, sample.category, sample.tags, sample.author_name, sample.author_bio, sample.authors,
      sample.image_url, sample.published_at
    from jsonb_to_recordset(samples -> 'posts') as sample (id bigint, locale text, translation_of bigint, slug text,
      title text, excerpt text, content text, category text, tags text[], author_name text, author_bio text,
      authors text[], image_url text, published_at timestamptz)
    where sample.translation_of is null or exists (select from public.blog_posts where id = sample.translation_of)
    on conflict do nothing;
  perform set_config('plumbline.is_seeding', '', true);
  return true;
end
$$;

create or replace function public.import_content(entries jsonb, pictures jsonb, uploads text[]) returns void
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
  -- What a public language needs could not be replaced.
  update public.entries set data = data || '{"others":[]}' where collection = 'languages' and data @? '$.others[*]';
  -- prepare_entry would change a scheduled entry whose time has come during the insert, which then could not.
  delete from public.entries live where live.live_from <= now() and (live.is_scheduled or not exists (
    select from jsonb_to_recordset($1) as added (collection text, key text, locale text)
    where added.collection = live.collection and added.key = live.key and coalesce(added.locale, '') = live.locale));
  -- Translations first, because a language is public only with them.
  insert into public.entries (collection, key, locale, translated_version, position, hidden, data, slug)
    select added.collection, added.key, coalesce(added.locale, ''), added.translated_version, added.position, added.hidden,
      added.data, coalesce(added.slug, '')
    from jsonb_to_recordset($1) as added (collection text, key text, locale text, translated_version integer,
      position double precision, hidden boolean, data jsonb, slug text)
    order by added.collection = 'languages'
    on conflict (collection, key, locale, is_scheduled) do update
    set position = excluded.position, hidden = excluded.hidden, data = excluded.data, slug = excluded.slug,
      live_from = excluded.live_from, translated_version = excluded.translated_version;
end
$$;

-- Makes another language the first. What is there in both changes its place; what has no translation stays and counts as
-- written in the new one. `samples` are entries that come with the site and are not stored.
create function public.change_first_language(wanted text, samples jsonb default '[]') returns void
language plpgsql security definer set search_path = '' as $$
declare
  before text := public.site_language();
  moved record;
begin
  if not public.is_admin() then
    raise exception 'Only admins change the language.' using errcode = '42501';
  end if;
  if wanted <> all (public.site_locales()) then
    raise exception 'The site has no pages in this language yet. Add it first.';
  end if;
  perform pg_advisory_xact_lock(hashtext('public.entries languages'));
  insert into public.entries (collection, key, position, data)
    select sample.collection, sample.key, sample.position, sample.data
    from jsonb_to_recordset(samples) as sample (collection text, key text, position double precision, data jsonb)
    where exists (select from public.entries known
      where known.collection = sample.collection and known.key = sample.key and known.locale = wanted)
    on conflict do nothing;
  create temporary table swapped on commit drop as
    select distinct original.collection, original.key from public.entries original
    join public.entries translated on translated.collection = original.collection and translated.key = original.key
      and translated.locale = wanted
    where original.locale = '';
  create temporary table swapped_posts on commit drop as
    select original.id as original, translated.id as translated from public.blog_posts original
    join public.blog_posts translated on translated.translation_of = original.id and translated.locale = wanted
    where original.locale = '';
  -- Where the pages were leads to where they are.
  update public.old_addresses old set locale = case old.locale when '' then before else '' end
    from pg_temp.swapped where old.kind = swapped.collection and old.key = swapped.key and old.locale in ('', wanted);
  insert into public.old_addresses (path, kind, key, locale)
    select public.entry_address(entry), entry.collection, entry.key, case entry.locale when '' then before else '' end
    from public.entries entry join pg_temp.swapped using (collection, key)
    where entry.locale in ('', wanted) and entry.live_from <= now() and public.entry_address(entry) is not null
    union all
    select public.post_address(post), 'posts', post.id::text, post.locale
    from public.blog_posts post join pg_temp.swapped_posts on post.id in (original, translated)
    on conflict (path) do update set kind = excluded.kind, key = excluded.key, locale = excluded.locale;
  -- zxx is the tag of no language.
  for moved in select * from (values ('', 'zxx'), (wanted, ''), ('zxx', before)) as step (from_locale, to_locale) loop
    update public.entries entry set locale = moved.to_locale from pg_temp.swapped
      where entry.collection = swapped.collection and entry.key = swapped.key and entry.locale = moved.from_locale;
    update public.entry_drafts draft set locale = moved.to_locale from pg_temp.swapped
      where draft.collection = swapped.collection and draft.key = swapped.key and draft.locale = moved.from_locale;
    update public.entry_versions kept set locale = moved.to_locale from pg_temp.swapped
      where kept.collection = swapped.collection and kept.key = swapped.key and kept.locale = moved.from_locale;
    update public.blog_posts post set locale = moved.to_locale from pg_temp.swapped_posts
      where post.id in (original, translated) and post.locale = moved.from_locale;
  end loop;
  update public.entries entry set translated_version = original.version from pg_temp.swapped
    join public.entries original using (collection, key)
    where original.locale = '' and not original.is_scheduled and entry.collection = swapped.collection
      and entry.key = swapped.key and entry.locale <> '';
  update public.entries entry set translated_version = null from pg_temp.swapped
    where entry.collection = swapped.collection and entry.key = swapped.key and entry.locale = '';
  update public.blog_posts post set translation_of = null from pg_temp.swapped_posts where post.id = translated;
  update public.blog_posts post set translation_of = translated from pg_temp.swapped_posts
    where post.id = original or post.translation_of = original;
  update public.entries set data = data || jsonb_build_object('first', wanted, 'others', (
      select jsonb_agg(case other ->> 'tag' when wanted then jsonb_build_object('tag', before, 'public',
        case when public.missing_translations(before) = '{}' then 'yes' else 'no' end) else other end)
      from jsonb_array_elements(data -> 'others') other))
    where collection = 'languages' and key = 'main' and locale = '' and live_from <= now();
  delete from public.old_addresses where public.is_page(path);
end
$$;

-- Who may what.

drop policy "anyone reads what is shown" on public.entries;
create policy "anyone reads what is shown" on public.entries for select to anon, authenticated
  using (live_from <= now() and not hidden and collection <> 'answers'
    and locale = any ((select public.shown_locales())::text[]));
drop policy "anyone reads what is published" on public.blog_posts;
create policy "anyone reads what is published" on public.blog_posts for select to anon, authenticated
  using (status = 'published' and published_at <= now() and deleted_at is null
    and locale = any ((select public.shown_locales())::text[]));
drop policy "anyone follows an old address" on public.old_addresses;
create policy "anyone follows an old address" on public.old_addresses for select to anon, authenticated
  using (case kind when 'posts' then exists (select from public.blog_posts where id = key::bigint)
    else exists (select from public.entries entry where entry.collection = kind and entry.key = old_addresses.key
      and entry.locale = old_addresses.locale) end);

do $$
declare
  known record;
begin
  for known in
    select oid::regprocedure as name from pg_proc
    where pronamespace = 'public'::regnamespace and proowner = current_user::regrole and proname in ('locale_prefix',
      'site_locales', 'shown_locales', 'is_reserved_segment', 'entry_history', 'translated_originals', 'live_entries',
      'missing_translations', 'keep_languages', 'keep_public_language', 'post_address', 'page_address', 'is_slug_free',
      'free_slug', 'find_post', 'post_translations', 'outdated_translations', 'post_page', 'post_categories',
      'post_tags', 'posts_of',
      'newest_matches', 'word_beginning', 'prefix_query', 'search_posts', 'has_entry_change', 'make_preview', 'preview_list', 'change_first_language')
  loop
    execute format('revoke all on function %s from public, anon, authenticated, service_role', known.name);
  end loop;
end
$$;
grant execute on function public.locale_prefix(text), public.shown_locales(), public.find_post(text, text), public.post_translations(bigint[]),
  public.post_page(integer, integer, text, text), public.post_categories(text), public.post_tags(text),
  public.posts_of(integer, integer, text, text, text), public.search_posts(text[], integer, text)
  to anon, authenticated, service_role;
grant execute on function public.entry_history(text, text, text), public.translated_originals(text),
  public.outdated_translations(bigint[]),
  public.make_preview(uuid, bigint, text, text, boolean, text), public.preview_list(uuid, bigint, text, text, text),
  public.change_first_language(text, jsonb) to authenticated;
grant execute on function public.live_entries(boolean) to service_role;
grant insert (locale, translated_version), update (translated_version) on public.entries to authenticated, service_role;
grant insert (locale) on public.entry_drafts to authenticated;
grant insert (locale, translation_of) on public.blog_posts to authenticated;
grant insert (locale, translation_of), update (locale, translation_of) on public.post_drafts to authenticated;
grant select (locale) on public.preview_links to authenticated;

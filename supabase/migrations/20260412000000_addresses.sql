-- Addresses of entries and posts can change: old ones lead on, and the owner's own rules lead anywhere.

-- German titles write their umlauts out. A title in ASCII follows slugify() to the letter; others have no double hyphens.
-- The same rule as titleSlug() of domain/posts/slug.ts. Tags keep slugify(), because their addresses are made from them.
create function public.title_slug(title text, language text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  made text := left(title, 500);
begin
  if made ~ '^[\u0001-\u007f]*$' then
    return public.slugify(made);
  end if;
  made := normalize(made, NFC);
  if language ~* '^de(-|$)' then
    made := replace(replace(replace(made, 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue');
    made := replace(replace(replace(made, 'Ä', 'Ae'), 'Ö', 'Oe'), 'Ü', 'Ue');
  end if;
  return btrim(regexp_replace(public.slugify(made), '-{2,}', '-', 'g'), '-');
end
$$;

create function public.site_language() returns text
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select data ->> 'first' from public.entries
    where collection = 'languages' and key = 'main' and live_from <= now() and not hidden
    order by live_from desc limit 1), 'en')
$$;

-- The pages of routes, and those of the entries that come with the site (tests/database/addresses.test.ts compares them).
create table public.site_paths (
  path text primary key,
  kind text,
  key text
);
insert into public.site_paths (path)
  select unnest(array['/', '/services', '/work', '/blog', '/about', '/careers', '/contact', '/privacy', '/terms', '/sitemap',
    '/search', '/services/experience-design', '/services/ux-design', '/services/digital-strategy', '/services/cro',
    '/blog/new']);
insert into public.site_paths (path, kind, key)
  select '/services/' || key, 'services', key from unnest(array['strategy', 'design', 'conversion', 'analytics',
    'search-content', 'social-email', 'paid-media', 'web-technology']) key
  union all
  select '/work/' || key, 'case-studies', key from unnest(array['oakmere-checkout', 'tallis-mutual-account',
    'harrow-lane-booking']) key
  union all
  select '/authors/' || key, 'authors', key from unnest(array['maud-ellery', 'jonas-wren', 'petra-okafor']) key;

-- Where a page of this kind and key was before. It leads to where the page is now.
create table public.old_addresses (
  path text primary key check (char_length(path) between 1 and 300),
  kind text not null,
  key text not null,
  created_at timestamptz not null default now()
);
create index old_addresses_key_idx on public.old_addresses (kind, key);
insert into public.old_addresses (path, kind, key, created_at)
  select '/blog/' || slug, 'posts', post_id::text, created_at from public.old_slugs on conflict do nothing;
drop trigger keep_old_slug on public.blog_posts;
drop function public.keep_old_slug();
drop table public.old_slugs;
-- For browsers that still run the build before.
create view public.old_slugs with (security_invoker = true) as
  select substr(path, 7) as slug, ''::text as locale, case kind when 'posts' then key::bigint end as post_id,
    created_at
  from public.old_addresses where kind = 'posts';

-- The address of an entry; null for kinds without a page of their own.
create function public.entry_address(entry public.entries) returns text
language sql immutable set search_path = '' as $$
  select case entry.collection when 'pages' then entry.data ->> 'path'
    else case entry.collection when 'services' then '/services/' when 'case-studies' then '/work/'
      when 'authors' then '/authors/' end || coalesce(nullif(entry.slug, ''), entry.key)
  end
$$;

-- Entries that come with the site and are not stored have their row in site_paths.
create function public.page_address(of_kind text, of_key text) returns text
language sql stable security definer set search_path = '' as $$
  select case when of_kind = 'posts' then (
      select '/blog/' || post.slug from public.blog_posts post where post.id = of_key::bigint
        and post.status = 'published' and post.published_at <= now() and post.deleted_at is null)
    when exists (select from public.entries where collection = of_kind and key = of_key and live_from <= now()) then (
      select case when not entry.hidden then public.entry_address(entry) end from public.entries entry
      where entry.collection = of_kind and entry.key = of_key and entry.live_from <= now()
      order by entry.live_from desc limit 1)
    else (select path from public.site_paths where kind = of_kind and key = of_key)
  end
$$;

-- Paths that belong to the software, as in domain/addresses/redirects.ts.
create function public.is_site_area(path text) returns boolean
language sql immutable set search_path = '' as $$
  select path ~ ('^/(newsroom|auth|account|preview|messages|rest|storage|functions|realtime|healthz|readyz|livez|metrics|'
    || 'share|assets)(/|$)')
$$;

create function public.is_page(wanted text) returns boolean
language sql stable security definer set search_path = '' as $$
  select public.is_site_area(wanted) or exists (select from public.site_paths where path = wanted
      and (kind is null or public.page_address(kind, key) = wanted))
    or exists (select from public.blog_posts where slug = substr(wanted, 7) and wanted like '/blog/%'
      and public.page_address('posts', id::text) = wanted)
    or exists (select from public.entries entry where public.entry_address(entry) = wanted
      and public.page_address(entry.collection, entry.key) = wanted)
$$;

-- Two entries cannot have one address; hidden ones keep theirs. keep_page() looks after those of pages.
create function public.check_entry_address() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  wanted text := public.entry_address(new);
begin
  if wanted is null or new.collection = 'pages' then
    return new;
  end if;
  perform pg_advisory_xact_lock(hashtext('public.entries addresses'));
  if exists (select from public.entries other where other.collection = new.collection and other.key <> new.key
      and public.entry_address(other) = wanted)
    or exists (select from public.site_paths site where site.path = wanted and (site.kind is null or (
      site.key <> new.key and not exists (select from public.entries stored
        where stored.collection = site.kind and stored.key = site.key)))) then
    raise exception 'There is a page at % already. Choose another address.', wanted;
  end if;
  return new;
end
$$;
create trigger check_entry_address before insert or update of slug on public.entries
  for each row execute function public.check_entry_address();

create function public.keep_old_address() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  entry public.entries := case tg_op when 'INSERT' then new else old end;
  before text := case when entry.live_from > now() then null when tg_op <> 'INSERT' then public.entry_address(old)
    else (select path from public.site_paths where kind = entry.collection and key = entry.key) end;
  after text := case when tg_op <> 'DELETE' and new.live_from <= now() then public.entry_address(new) end;
begin
  if before is not null and before is distinct from after then
    insert into public.old_addresses (path, kind, key) values (before, entry.collection, entry.key)
      on conflict (path) do update set kind = excluded.kind, key = excluded.key, created_at = now();
  end if;
  delete from public.old_addresses where path = after;
  -- A redirect that was made when the page was hidden is not needed any more.
  delete from public.redirects where path = after and public.page_address(entry.collection, entry.key) = after;
  return null;
end
$$;
create trigger keep_old_address after insert or delete or update of slug, data, live_from, hidden on public.entries
  for each row execute function public.keep_old_address();

create function public.keep_old_slug() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    delete from public.old_addresses where kind = 'posts' and key = old.id::text;
    return null;
  end if;
  delete from public.old_addresses where path = '/blog/' || new.slug;
  insert into public.old_addresses (path, kind, key) values ('/blog/' || old.slug, 'posts', new.id::text)
    on conflict (path) do update set kind = excluded.kind, key = excluded.key, created_at = now();
  return null;
end
$$;
create trigger keep_old_slug after update on public.blog_posts
  for each row when (old.slug is distinct from new.slug) execute function public.keep_old_slug();
create trigger forget_old_slugs after delete on public.blog_posts
  for each row execute function public.keep_old_slug();

create function public.drop_needless_redirect() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.redirects where path = public.page_address('posts', new.id::text);
  return null;
end
$$;
create trigger drop_needless_redirect after insert or update of slug, status, published_at, deleted_at on public.blog_posts
  for each row execute function public.drop_needless_redirect();

create or replace function public.is_slug_free(wanted text, for_post bigint) returns boolean
language sql stable set search_path = '' as $$
  select wanted !~ '^[0-9]+$'
    and not exists (select from public.reserved_slugs where slug = wanted)
    and not exists (select from public.blog_posts where slug = wanted and id <> for_post)
    and not exists (select from public.old_addresses where path = '/blog/' || wanted and kind = 'posts'
      and key <> for_post::text)
$$;

create or replace function public.free_slug(wanted text, for_post bigint) returns text
language plpgsql set search_path = '' as $$
declare
  base text := left(public.title_slug(wanted, public.site_language()), 200);
  candidate text;
  number integer := 1;
begin
  if base ~ '^-*$' then
    base := 'post-' || for_post;
  end if;
  candidate := base;
  -- Held until commit, so that two posts with the same title are serialized.
  perform pg_advisory_xact_lock(hashtext('public.blog_posts.slug'));
  while not public.is_slug_free(candidate, for_post) loop
    number := number + 1;
    candidate := base || '-' || number;
  end loop;
  return candidate;
end
$$;

create or replace function public.find_post(address text)
returns table (
  id bigint, title text, slug text, excerpt text, content text, category text, tags text[], author_name text,
  author_bio text, image_url text, status text, published_at timestamptz, version integer, created_at timestamptz,
  updated_at timestamptz, deleted_at timestamptz, search_title text, search_description text, canonical_url text,
  card_url text, authors text[]
)
language sql stable set search_path = '' as $$
  select post.id, post.title, post.slug, post.excerpt, post.content, post.category, post.tags, post.author_name,
    post.author_bio, post.image_url, post.status, post.published_at, post.version, post.created_at, post.updated_at,
    post.deleted_at, post.search_title, post.search_description, post.canonical_url, post.card_url, post.authors
  from (
    select by_slug.id, 1 as place from public.blog_posts as by_slug where by_slug.slug = address
    union all
    select by_id.id, 2 from public.blog_posts as by_id
    where by_id.id = case when address ~ '^[0-9]{1,18}$' then address::bigint end
    union all
    select old.key::bigint, 3 from public.old_addresses as old where old.path = '/blog/' || address and old.kind = 'posts'
    order by place
    limit 1
  ) as found
  join public.blog_posts as post on post.id = found.id
$$;

-- The owner's rules. A path that ends in /* leads everything below it, and a target that does takes the rest along. They
-- are used only where no page answers.
create table public.redirects (
  id bigint generated always as identity primary key,
  path text not null unique check (char_length(path) between 2 and 300),
  target text not null check (char_length(target) between 1 and 2000),
  status integer not null default 301 check (status in (301, 302)),
  made_by uuid default auth.uid() references auth.users on delete set null,
  made_at timestamptz not null default now(),
  hits bigint not null default 0,
  last_hit timestamptz
);
create index redirects_made_by_idx on public.redirects (made_by);

-- As the server compares paths: no repeated or trailing slash, no dot segments, only the escapes that are needed.
create function public.is_canonical_path(path text) returns boolean
language sql immutable set search_path = '' as $$
  select (path = '/' or path ~ '^(/([A-Za-z0-9_.!~*''()-]|%[0-9A-F][0-9A-F])+)+$')
    and path !~ '/\.{1,2}(/|$)' and path !~ '%(2[1789ADE]|3[0-9]|4[1-9A-F]|5[0-9AF]|6[1-9A-F]|7[0-9AE])'
$$;

-- The next address on the way: by an own rule, the most exact first, or because a page has moved.
create function public.next_address(start text) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select case when rule.path <> start and rule.target like '%/*' then
      left(rule.target, -1) || substr(start, char_length(rule.path)) else rule.target end
    from public.redirects rule
    where rule.path = start or rule.path in (
      select left(start, place) || '*' from generate_series(1, char_length(start) - 1) place
      where substr(start, place, 1) = '/')
    order by rule.path = start desc, char_length(rule.path) desc limit 1
  ), (select public.page_address(old.kind, old.key) from public.old_addresses old where old.path = start))
$$;

-- The addresses from the first to the last; null at its end for a circle. A rule with /* is tried as it stands.
create function public.redirect_way(start text) returns text[]
language plpgsql stable security definer set search_path = '' as $$
declare
  way text[] := array[start];
  following text;
begin
  loop
    if way[cardinality(way)] like 'https:%' or (cardinality(way) > 1 and public.is_page(way[cardinality(way)])) then
      return way;
    end if;
    following := public.next_address(way[cardinality(way)]);
    if following is null then
      return way;
    end if;
    way := way || following;
    if following = any (way[:cardinality(way) - 1]) or cardinality(way) > 20 then
      return way || null::text;
    end if;
  end loop;
end
$$;

-- The way of an address for the newsroom's test field. The last line says how it ends.
create function public.try_address(start text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  way text[];
begin
  if not public.is_admin() or not public.is_canonical_path(start) then
    return null;
  end if;
  if public.is_page(start) then
    return jsonb_build_object('way', array[start], 'ends', 'page');
  end if;
  way := public.redirect_way(start);
  return jsonb_build_object('way', array_remove(way, null), 'ends', case
    when way[cardinality(way)] is null then 'circle'
    when way[cardinality(way)] like 'https:%' then 'outside'
    when public.is_page(split_part(split_part(way[cardinality(way)], '#', 1), '?', 1)) then 'page' else 'missing' end);
end
$$;

create function public.check_redirect() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  wider text;
begin
  perform pg_advisory_xact_lock(hashtext('public.redirects'));
  if not public.is_canonical_path(new.path) or new.path = '/' or left(new.path, -1) like '%*%'
    or (new.path like '%*' and new.path not like '%/*') then
    raise exception 'Write an address of this site, such as /old or /old/*.';
  end if;
  if public.is_site_area(new.path) or new.path ~ '\.(data|hydrate\.js)$' then
    raise exception 'Addresses under % belong to the site itself; a redirect there would never be used.',
      substring(new.path from '^/[^/]+');
  end if;
  if new.target !~ '^https://[a-z0-9.-]+(:[0-9]{1,5})?([/?#][!-~]*)?$'
    and not (public.is_canonical_path(regexp_replace(new.target, '[?#].*$', '')) and new.target ~ '^[!-~]+$') then
    raise exception 'Write an address of this site, such as /new, or one that begins with https://.';
  end if;
  if new.target like '%/*' and new.path not like '%/*' then
    raise exception 'Only a redirect of everything below, such as /old/*, can lead to %.', new.target;
  end if;
  if tg_op = 'INSERT' and (select count(*) from public.redirects) >= 10000 then
    raise exception 'There are 10,000 redirects, which is the most. Remove some first.';
  end if;
  if exists (select from public.redirects where path = new.path and id <> new.id) then
    raise exception 'There is a redirect from % already.', new.path;
  end if;
  if public.is_page(new.path) then
    raise exception 'There is a page at %, so a redirect from there would never be used.', new.path;
  end if;
  select rule.path into wider from public.redirects rule
    where rule.id <> new.id and rule.path like '%/*' and starts_with(new.path, left(rule.path, -1)) and rule.status = new.status
      and new.target = case when rule.target like '%/*'
        then left(rule.target, -1) || substr(new.path, char_length(rule.path)) else rule.target end
    order by char_length(rule.path) desc limit 1;
  if wider is not null then
    raise exception 'The redirect from % leads there already.', wider;
  end if;
  return new;
end
$$;
create trigger check_redirect before insert or update of path, target, status on public.redirects
  for each row when (pg_trigger_depth() = 0) execute function public.check_redirect();

-- Runs when the rule is stored. Rules that lead to this one, and this one, lead to the end of their way.
create function public.shorten_redirects() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  rule record;
  way text[];
begin
  for rule in
    select other.id, other.path, other.target from public.redirects other where other.id = new.id or other.target = new.path
      or (new.path like '%/*' and starts_with(other.target, left(new.path, -1)))
    order by other.id <> new.id
  loop
    way := public.redirect_way(rule.path);
    if way[cardinality(way)] is null then
      raise exception 'This would lead in a circle: %.', array_to_string(way[:least(cardinality(way) - 1, 6)], ' → ');
    end if;
    if way[cardinality(way)] <> rule.target then
      update public.redirects set target = way[cardinality(way)] where id = rule.id;
    end if;
  end loop;
  delete from public.missing_addresses where path = new.path
    or (new.path like '%/*' and starts_with(path, left(new.path, -1)));
  return null;
end
$$;
create trigger shorten_redirects after insert or update of path, target on public.redirects
  for each row when (pg_trigger_depth() = 0) execute function public.shorten_redirects();

create function public.announce_redirects() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_notify('pages', 'redirects');
  return null;
end
$$;
-- PostgreSQL sends one notification for all rows of a transaction, and none for a statement without rows.
create trigger announce_redirects after insert or delete or update of path, target, status on public.redirects
  for each row execute function public.announce_redirects();

create trigger announce_to_newsroom after insert or delete or update of path, target, status on public.redirects
  for each row execute function public.announce_to_newsroom('id');

-- Paths where visitors found no page. No more than 500 are kept, and the rarest go.
create table public.missing_addresses (
  path text primary key check (char_length(path) between 1 and 300),
  hits bigint not null,
  first_hit timestamptz not null default now(),
  last_hit timestamptz not null default now()
);

-- Both are objects: how often since the last call a path was missing, and a rule was used.
create function public.count_addresses(missing jsonb, used jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.missing_addresses (path, hits)
    select counted.key, counted.value::bigint from jsonb_each_text(missing) counted
    where char_length(counted.key) between 1 and 300 order by counted.value::bigint desc limit 500
    on conflict (path) do update set hits = missing_addresses.hits + excluded.hits, last_hit = now();
  delete from public.missing_addresses where path in (
    select path from public.missing_addresses order by hits desc, last_hit desc, path offset 500);
  update public.redirects rule set hits = rule.hits + counted.value::bigint, last_hit = now()
    from jsonb_each_text(used) counted where rule.path = counted.key;
end
$$;

-- What the server looks up where it has no page: own rules, and old addresses with where they lead now. A scheduled entry whose
-- time has come stands beside the one it replaces until the next write.
create function public.address_rules() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('path', path, 'target', target, 'status', status, 'own', own)), '[]') from (
    select path, target, status, true as own from public.redirects
    union all
    select old.path, public.page_address(old.kind, old.key), 301, false from (
      select path, kind, key from public.old_addresses
      union
      select public.entry_address(replaced), replaced.collection, replaced.key from public.entries replaced
      where replaced.live_from <= now() and public.entry_address(replaced) is not null
        and not exists (select from public.old_addresses known where known.path = public.entry_address(replaced))
    ) as old
  ) as known where target is not null and target <> path
$$;

-- Drafts, versions and what is live hold the address, too.
create or replace function public.keep_entry_version() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  entry public.entries := case tg_op when 'DELETE' then old else new end;
begin
  perform pg_advisory_xact_lock(hashtext('public.entries ' || entry.collection || ' ' || entry.key));
  insert into public.entry_versions (collection, key, version, change, position, data, hidden, slug, live_from, made_by)
  select entry.collection, entry.key,
    case tg_op when 'DELETE' then 1 + coalesce(max(v.version), 0) else entry.version end,
    case tg_op when 'DELETE' then 'removed' else 'published' end,
    entry.position, entry.data, entry.hidden, entry.slug, entry.live_from, auth.uid()
  from public.entry_versions v where v.collection = entry.collection and v.key = entry.key;
  return null;
end
$$;
create or replace trigger prepare_entry before insert or update of position, data, hidden, live_from, slug on public.entries
  for each row execute function public.prepare_entry();
create or replace trigger keep_entry_version
  after insert or delete or update of position, data, hidden, live_from, slug on public.entries
  for each row execute function public.keep_entry_version();
create or replace trigger touch_entry_draft before insert or update of data, entry_version, slug on public.entry_drafts
  for each row execute function public.touch_entry_draft();
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
  -- prepare_entry would change a scheduled entry whose time has come during the insert, which then could not.
  delete from public.entries live where live.live_from <= now() and (live.is_scheduled or not exists (
    select from jsonb_to_recordset($1) as added (collection text, key text)
    where added.collection = live.collection and added.key = live.key));
  insert into public.entries (collection, key, position, hidden, data, slug)
    select added.collection, added.key, added.position, added.hidden, added.data, coalesce(added.slug, '')
    from jsonb_to_recordset($1)
      as added (collection text, key text, position double precision, hidden boolean, data jsonb, slug text)
    on conflict (collection, key, locale, is_scheduled) do update
    set position = excluded.position, hidden = excluded.hidden, data = excluded.data, slug = excluded.slug,
      live_from = excluded.live_from;
end
$$;
drop function public.live_entries();
create function public.live_entries() returns table (
  collection text, key text, "position" double precision, data jsonb, hidden boolean, live_from timestamptz,
  version integer, slug text
)
language sql stable security definer set search_path = '' as $$
  select e.collection, e.key, e.position, case when e.hidden then '{}' else e.data end, e.hidden, e.live_from, e.version, e.slug
  from public.entries e where e.live_from <= now() and e.collection <> 'answers' order by e.id
$$;

do $$
declare
  known record;
begin
  for known in select unnest(array['site_paths', 'old_addresses', 'redirects', 'missing_addresses']) as relation loop
    execute format('revoke all on public.%I from public, anon, authenticated, service_role', known.relation);
    execute format('alter table public.%I enable row level security', known.relation);
    execute format('alter table public.%I force row level security', known.relation);
    execute format('create policy owner on public.%I to current_user using (true) with check (true)', known.relation);
  end loop;
  for known in select * from (values ('redirects', 'select'), ('redirects', 'insert'), ('redirects', 'update'),
    ('redirects', 'delete'), ('missing_addresses', 'select'), ('missing_addresses', 'delete')) as rule (relation, command)
  loop
    execute format('create policy %I on public.%I for %s to authenticated %s %s', 'an admin may ' || known.command,
      known.relation, known.command, case when known.command <> 'insert' then 'using ((select public.is_admin()))' end,
      case when known.command in ('insert', 'update') then 'with check ((select public.is_admin()))' end);
  end loop;
  for known in
    select oid::regprocedure as name from pg_proc
    where pronamespace = 'public'::regnamespace and proowner = current_user::regrole and proname in ('title_slug',
      'site_language', 'entry_address', 'page_address', 'is_site_area', 'is_page', 'check_entry_address', 'keep_old_address', 'keep_old_slug', 'drop_needless_redirect',
      'is_canonical_path', 'next_address', 'redirect_way', 'try_address', 'check_redirect', 'shorten_redirects',
      'announce_redirects', 'count_addresses', 'address_rules', 'live_entries')
  loop
    execute format('revoke all on function %s from public, anon, authenticated, service_role', known.name);
  end loop;
end
$$;
revoke all on public.old_slugs from public, anon, authenticated, service_role;
-- A former address is visible only for pages that the caller can read.
create policy "anyone follows an old address" on public.old_addresses for select to anon, authenticated
  using (case kind when 'posts' then exists (select from public.blog_posts where id = key::bigint)
    else exists (select from public.entries entry where entry.collection = kind and entry.key = old_addresses.key) end);
create policy service on public.old_addresses for select to service_role using (true);
grant select on public.old_addresses, public.old_slugs to anon, authenticated, service_role;
grant select, delete, insert (path, target, status), update (path, target, status) on public.redirects to authenticated;
grant select, delete on public.missing_addresses to authenticated;
grant insert (slug), update (slug) on public.entries to authenticated, service_role;
grant insert (slug), update (slug) on public.entry_drafts to authenticated;
grant execute on function public.try_address(text) to authenticated;
grant execute on function public.address_rules(), public.count_addresses(jsonb, jsonb), public.live_entries() to service_role;

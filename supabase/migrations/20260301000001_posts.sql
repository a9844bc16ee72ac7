-- Posts, their former slugs and their drafts.

create function public.are_tags(tags text[]) returns boolean
language sql immutable set search_path = '' as $$
  select cardinality(tags) <= 20 and not exists (
    select from unnest(tags) as tag where tag is null or btrim(tag) = '' or char_length(tag) > 60
  )
$$;

create function public.are_author_keys(keys text[]) returns boolean
language sql immutable set search_path = '' as $$
  select cardinality(keys) <= 8 and not exists (
    select from unnest(keys) as key where key is null or key !~ '^[a-z0-9][a-z0-9-]{0,79}$'
  )
$$;

-- The number of a post is the one after the highest: among the posts, and among those that were erased, which is what this
-- sequence remembers. A sequence of its own would count on when an insert is refused. Numbers up to 3 are for samples.
create sequence public.erased_posts;
select setval('public.erased_posts', 3);

-- `locale` is empty for the first language of the site. A translation is a post of its own.
create table public.blog_posts (
  id bigint primary key default 0,
  locale text not null default '' check (public.is_locale(locale)),
  translation_of bigint references public.blog_posts on delete set null,
  title text not null check (char_length(title) <= 200 and btrim(title) <> ''),
  slug text not null unique check (char_length(slug) between 1 and 220),
  excerpt text not null check (char_length(excerpt) <= 1000 and btrim(excerpt) <> ''),
  content text not null check (char_length(content) <= 200000 and btrim(content) <> ''),
  category text not null default '' check (char_length(category) <= 60),
  tags text[] not null default '{}' check (public.are_tags(tags)),
  author_name text not null default '' check (char_length(author_name) <= 120),
  author_bio text not null default '' check (char_length(author_bio) <= 2000),
  image_url text check (char_length(image_url) <= 2000 and image_url ~* '^(/[^/\\]|https?://)'),
  search_title text not null default '' check (char_length(search_title) <= 120),
  search_description text not null default '' check (char_length(search_description) <= 320),
  -- Where the text was published first; search engines list that address instead.
  canonical_url text not null default ''
    check (char_length(canonical_url) <= 500 and canonical_url ~* '^(https?://[^/\s]\S*)?$'),
  card_url text not null default ''
    check (char_length(card_url) <= 2000 and card_url ~* '^((/[^/\\]|https?://).*)?$'),
  -- Keys of the collection "authors", in the order of the byline. Without any, author_name and author_bio are shown.
  authors text[] not null default '{}' check (public.are_author_keys(authors)),
  -- Deleting the account keeps the post and clears these columns.
  created_by uuid default auth.uid() references auth.users on delete set null,
  updated_by uuid references auth.users on delete set null,
  status text not null default 'published' check (status in ('draft', 'published')),
  published_at timestamptz not null default now(),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index blog_posts_translation_of_idx on public.blog_posts (translation_of);
create index blog_posts_published_at_idx on public.blog_posts (published_at desc, id desc)
  where status = 'published' and deleted_at is null;
create index blog_posts_category_published_at_idx on public.blog_posts (category, published_at desc, id desc)
  where status = 'published' and deleted_at is null;
-- Serves and counts the newsroom's list with index-only scans.
create index blog_posts_newsroom_idx on public.blog_posts (published_at desc, id desc) include (status, deleted_at);
create index blog_posts_created_by_idx on public.blog_posts (created_by);
create index blog_posts_updated_by_idx on public.blog_posts (updated_by);

-- Former slugs of a post; they redirect to it.
create table public.old_slugs (
  slug text check (char_length(slug) between 1 and 220),
  locale text not null default '' check (public.is_locale(locale)),
  post_id bigint not null references public.blog_posts on delete cascade,
  created_at timestamptz not null default now(),
  primary key (slug, locale)
);
create index old_slugs_post_id_idx on public.old_slugs (post_id);

create table public.reserved_slugs (
  slug text primary key check (char_length(slug) between 1 and 220)
);
insert into public.reserved_slugs (slug) values ('new'), ('edit'), ('tag');

-- Drafts of a new post (post_id is null) or of a change to the given version of a post.
create table public.post_drafts (
  id uuid primary key default gen_random_uuid(),
  owner uuid not null default auth.uid() references auth.users on delete cascade,
  post_id bigint references public.blog_posts on delete cascade,
  post_version integer,
  title text not null default '' check (char_length(title) <= 200),
  excerpt text not null default '' check (char_length(excerpt) <= 1000),
  content text not null default '' check (char_length(content) <= 200000),
  category text not null default '' check (char_length(category) <= 60),
  tags text not null default '' check (char_length(tags) <= 1500),
  author_name text not null default '' check (char_length(author_name) <= 120),
  author_bio text not null default '' check (char_length(author_bio) <= 2000),
  image_url text check (char_length(image_url) <= 2000),
  -- An empty slug is made from the title, or stays as it is; without a day the post keeps its time.
  slug text not null default '' check (char_length(slug) <= 200),
  published_on text not null default '' check (char_length(published_on) <= 10),
  search_title text not null default '' check (char_length(search_title) <= 120),
  search_description text not null default '' check (char_length(search_description) <= 320),
  canonical_url text not null default '' check (char_length(canonical_url) <= 500),
  card_url text not null default '' check (char_length(card_url) <= 2000),
  authors text not null default '' check (char_length(authors) <= 1000),
  -- The owner shares it with the other admins, who then read and change it, too.
  is_shared boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (owner, post_id)
);
create index post_drafts_post_id_idx on public.post_drafts (post_id);

-- The same rule as domain/posts/slug.ts, with JavaScript's definition of white space and word characters. Letters
-- beyond ASCII are transliterated first: Größe becomes grosse. The title is cut before, because normalize() sorts a run
-- of combining marks in quadratic time and ignores the statement timeout meanwhile.
create function public.slugify(title text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  slug text := normalize(
    regexp_replace(
      left(title, 500), '[\u0009-\u000d\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+', '-', 'g'
    ),
    NFKD
  );
  pair text;
begin
  -- Capitals are listed because lower() depends on the locale.
  slug := lower(translate(slug,
    'ÆŒØŁĐÐÞĦŊŦƑƏƎƐƆƁƊƘƔАБВГҐДЕЄЖЗИІКЛМНОПРСТУФХЦЧШЩЫЭЮЯЈЉЊЋЂЏΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩẞ',
    'æœøłđðþħŋŧƒəǝɛɔɓɗƙɣабвгґдеєжзиіклмнопрстуфхцчшщыэюяјљњћђџαβγδεζηθικλμνξοπρστυφχψωß'
  ) collate "C");
  foreach pair in array string_to_array(
    'ßss æae œoe øo łl đd ðd þth ħh ıi ĸk ŋng ŧt ƒf əe ǝe ɛe ɔo ɓb ɗd ƙk ɣg '
    'аa бb вv гg ґg дd еe єye жzh зz иi іi кk лl мm нn оo пp рr сs тt уu фf хkh цts чch шsh щshch ыy эe юyu яya '
    'јj љlj њnj ћc ђdj џdz αa βv γg δd εe ζz ηi θth ιi κk λl μm νn ξx οo πp ρr σs ςs τt υy φf χch ψps ωo',
    ' '
  ) loop
    slug := replace(slug, left(pair, 1), substr(pair, 2));
  end loop;
  return regexp_replace(slug, '[^a-z0-9_-]', '', 'g');
end
$$;

create function public.is_slug_free(wanted text, for_post bigint) returns boolean
language sql stable set search_path = '' as $$
  select wanted !~ '^[0-9]+$'
    and not exists (select from public.reserved_slugs where slug = wanted)
    and not exists (select from public.blog_posts where slug = wanted and id <> for_post)
    and not exists (select from public.old_slugs where slug = wanted and post_id <> for_post)
$$;

create function public.free_slug(wanted text, for_post bigint) returns text
language plpgsql set search_path = '' as $$
declare
  base text := left(public.slugify(wanted), 200);
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

-- Sets the columns that a client cannot choose: a unique slug, the version, the times, the author. Deleting an account
-- clears it from its posts (on delete set null), which is no edit: no new version, no new time in feeds.
create function public.prepare_post() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  written public.blog_posts := new;
begin
  if tg_op = 'INSERT' then
    new.version := 1;
    new.created_at := now();
    new.slug := public.free_slug(coalesce(nullif(btrim(new.slug), ''), new.title), new.id);
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
      new.slug := public.free_slug(coalesce(nullif(btrim(new.slug), ''), new.title), new.id);
    end if;
  end if;
  new.updated_at := now();
  return new;
end
$$;
create trigger prepare_post before insert or update on public.blog_posts
  for each row execute function public.prepare_post();

create function public.note_editor() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.updated_by := auth.uid();
  return new;
end
$$;
create trigger note_editor
  before insert or update of title, slug, excerpt, content, category, tags, author_name, author_bio, image_url, status,
    published_at, deleted_at, search_title, search_description, canonical_url, card_url, authors
  on public.blog_posts
  for each row execute function public.note_editor();

create function public.keep_old_slug() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.old_slugs where slug = new.slug;
  insert into public.old_slugs (slug, post_id) values (old.slug, new.id)
    on conflict (slug, locale) do update set post_id = excluded.post_id;
  return null;
end
$$;
create trigger keep_old_slug after update on public.blog_posts
  for each row when (old.slug is distinct from new.slug) execute function public.keep_old_slug();

-- Tells every process to invalidate the pages that show posts. Clearing a deleted account is no edit.
create function public.announce_post() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op <> 'UPDATE' or new.version <> old.version then
    perform pg_notify('pages', '');
  end if;
  return null;
end
$$;
create trigger announce_post after insert or update or delete on public.blog_posts
  for each row execute function public.announce_post();

-- The row trigger of a refused insert would search hidden posts for a free slug. A statement trigger runs before it, so
-- that a refused insert has no visible effect.
create function public.require_post_writer() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user in ('anon', 'authenticated') and not public.is_admin() then
    raise exception 'new row violates row-level security policy for table "blog_posts"' using errcode = '42501';
  end if;
  return null;
end
$$;
create trigger require_post_writer before insert on public.blog_posts
  for each statement execute function public.require_post_writer();

create function public.touch_draft() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  if tg_op = 'UPDATE' then
    -- Only the owner shares a draft, and sharing does not change its text.
    if old.owner is distinct from auth.uid() then
      new.is_shared := old.is_shared;
    elsif new.is_shared <> old.is_shared then
      new.updated_at := old.updated_at;
    end if;
    new.owner := old.owner;
    new.created_at := old.created_at;
  end if;
  return new;
end
$$;
create trigger touch_draft before insert or update on public.post_drafts
  for each row execute function public.touch_draft();

-- Only admins can see which account wrote or changed a post.
create function public.post_writers(post_ids bigint[])
returns table (id bigint, created_by uuid, updated_by uuid)
language sql stable security definer set search_path = '' as $$
  select post.id, post.created_by, post.updated_by
  from public.blog_posts as post where post.id = any (post_ids) and public.is_admin()
$$;

-- Drafts that are not shared are read by their owners only; other editors of the post can see that a draft exists.
create function public.post_activity(of_post bigint)
returns table (kind text, email text, at timestamptz)
language sql stable security definer set search_path = '' as $$
  select 'changed', u.email::text, p.updated_at
  from public.blog_posts p join auth.users u on u.id = p.updated_by
  where p.id = of_post and public.is_admin()
  union all
  select 'writing', u.email::text, d.updated_at
  from public.post_drafts d join auth.users u on u.id = d.owner
  where d.post_id = of_post and d.owner <> auth.uid() and d.updated_at > now() - interval '5 minutes'
    and public.is_admin()
$$;
create function public.post_page(first integer, most integer, wanted_category text default null)
returns table (
  id bigint, title text, slug text, excerpt text, category text, author_name text, image_url text,
  published_at timestamptz, authors text[], total bigint
)
language sql stable set search_path = '' set plan_cache_mode = force_custom_plan set enable_seqscan = off as $$
  select post.id, post.title, post.slug, post.excerpt, post.category, post.author_name, post.image_url,
    post.published_at, post.authors,
    (select count(*) from public.blog_posts as any_post
      where wanted_category is null or any_post.category = wanted_category)
  from public.blog_posts as post
  where post.id = any (array(
    select listed.id from public.blog_posts as listed
    where wanted_category is null or listed.category = wanted_category
    order by listed.published_at desc, listed.id desc
    limit least(most, 100) offset first
  ))
  order by post.published_at desc, post.id desc
$$;

-- A loose index scan: one index lookup per category instead of reading every post.
create function public.post_categories() returns setof text
language sql stable set search_path = '' as $$
  with recursive known (category) as (
    (select post.category from public.blog_posts as post where post.category > '' order by post.category limit 1)
    union all
    select (
      select post.category from public.blog_posts as post
      where post.category > known.category order by post.category limit 1
    )
    from known where known.category is not null
  )
  select known.category from known where known.category is not null limit 50
$$;
create function public.find_post(address text)
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
    select old.post_id, 3 from public.old_slugs as old where old.slug = address
    order by place
    limit 1
  ) as found
  join public.blog_posts as post on post.id = found.id
$$;

-- The words of a text as search compares them: lower case, without accents. In pieces, and only as much as the decomposed
-- letters of the longest post have, because some characters become 18.
create function public.words_in(value text) returns tsvector
language sql immutable parallel safe cost 10000 set search_path = '' as $$
  select coalesce(array_to_tsvector(array_agg(left(word, 64))), ''::tsvector)
  from (
    select string_agg(normalize(piece[1], nfkd), '' order by place) as letters
    from regexp_matches(left(value, 200000), '.{1,255}', 'g') with ordinality as pieces(piece, place)
  ) as decomposed,
  regexp_split_to_table(
    lower(regexp_replace(
      left(letters, 600000),
      '[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u3099\u309a]+', '', 'g'
    )),
    '[^[:alnum:]]+'
  ) as word
  where word <> ''
$$;

-- The searchable text of a post, without markup.
create function public.text_of_post(
  title text, excerpt text, content text, category text, tags text[], author_name text
) returns text
language sql immutable parallel safe set search_path = '' as $$
  select concat_ws(' ', title, excerpt, category, array_to_string(tags, ' '), author_name,
    regexp_replace(content, '<[^<>]*>', ' ', 'g'))
$$;

-- Indexes blocks of 256 ids besides the words, so that a search can look at the latest posts first.
create index blog_posts_title_words_idx on public.blog_posts
  using gin (public.words_in(title), (array[id >> 8])) with (fastupdate = off);
create index blog_posts_words_idx on public.blog_posts
  using gin (
    public.words_in(public.text_of_post(title, excerpt, content, category, tags, author_name)), (array[id >> 8])
  ) with (fastupdate = off);
-- Statistics would make each ANALYZE split every post into words; the cost of words_in() is enough for the planner.
alter index public.blog_posts_title_words_idx alter column 1 set statistics 0;
alter index public.blog_posts_words_idx alter column 1 set statistics 0;

-- Matches posts with a word that begins with each of these; null if there are no words.
create function public.prefix_query(words text[]) returns tsquery
language sql immutable set search_path = '' as $$
  select string_agg(quote_literal(lexeme) || ':*', ' & ')::tsquery
  from unnest(public.words_in(left(array_to_string(words, ' '), 1000)))
$$;

-- The newest published posts that match, in their title or anywhere. Searches the latest posts first, and all posts
-- only if those are not enough.
create function public.newest_matches(wanted tsquery, in_title boolean, most integer) returns bigint[]
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
        select id, status, published_at, deleted_at from public.blog_posts
        where (everywhere or array[id >> 8] && array[last_block - 1, last_block])
          and case when in_title then public.words_in(title) @@ wanted
            else public.words_in(public.text_of_post(title, excerpt, content, category, tags, author_name)) @@ wanted
          end
      )
      select id from matching
      where status = 'published' and published_at <= now() and deleted_at is null
      order by published_at desc, id desc
      limit most
    );
    exit when cardinality(found) >= most;
  end loop;
  return found;
end
$$;

-- Security definer, with its own condition for public posts: under row level security no text index can be used,
-- because the operator is not leakproof. Matches in titles rank first.
create function public.search_posts(words text[], most integer)
returns table (
  id bigint, title text, slug text, excerpt text, category text, author_name text, image_url text,
  published_at timestamptz
)
language plpgsql stable security definer set search_path = '' as $$
declare
  wanted tsquery := public.prefix_query(words);
  enough integer := greatest(1, least(most, 50));
  titled bigint[];
  matching bigint[];
begin
  if wanted is null then
    return;
  end if;
  titled := public.newest_matches(wanted, true, enough);
  matching := titled;
  if cardinality(titled) < enough then
    matching := titled || public.newest_matches(wanted, false, enough);
  end if;
  return query
    select post.id, post.title, post.slug, post.excerpt, post.category, post.author_name, post.image_url,
      post.published_at
    from public.blog_posts as post where post.id = any (matching)
    order by post.id = any (titled) desc, post.published_at desc, post.id desc
    limit enough;
end
$$;

-- The same rule as domain/posts/post-state.ts.
create function public.state_of_post(status text, published_at timestamptz, deleted_at timestamptz) returns text
language sql stable as $$
  select case
    when deleted_at is not null then 'deleted'
    when status <> 'published' then 'unpublished'
    when published_at > now() then 'scheduled'
    else 'published'
  end
$$;

create function public.states_in(wanted_state text) returns text[]
language sql immutable as $$
  select case wanted_state
    when 'all' then array['published', 'scheduled', 'unpublished']
    else array[wanted_state]
  end
$$;

-- The newsroom's list by state, and its search, which cannot use an index under row level security.
create function public.newsroom_posts(words text[], wanted_state text, first integer, most integer)
returns table (
  id bigint, title text, slug text, category text, author_name text, status text, published_at timestamptz,
  version integer, deleted_at timestamptz, total bigint
)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
set enable_seqscan = off as $$
declare
  wanted tsquery := public.prefix_query(words);
  listed bigint[];
  counted bigint;
begin
  if not public.is_admin() then
    raise exception 'Only an administrator sees the newsroom.' using errcode = '42501';
  end if;
  if wanted is null then
    listed := array(
      select post.id from public.blog_posts as post
      where public.state_of_post(post.status, post.published_at, post.deleted_at) = any (public.states_in(wanted_state))
      order by post.published_at desc, post.id desc limit least(most, 100) offset first
    );
    counted := (
      select count(*) from public.blog_posts as post
      where public.state_of_post(post.status, post.published_at, post.deleted_at) = any (public.states_in(wanted_state))
    );
  else
    with matching as materialized (
      select post.id, post.published_at from public.blog_posts as post
      where public.words_in(public.text_of_post(
          post.title, post.excerpt, post.content, post.category, post.tags, post.author_name)) @@ wanted
        and public.state_of_post(post.status, post.published_at, post.deleted_at) = any (public.states_in(wanted_state))
    )
    select
      array(select page.id from matching as page order by page.published_at desc, page.id desc
        limit least(most, 100) offset first),
      (select count(*) from matching)
    into listed, counted;
  end if;
  return query
    select post.id, post.title, post.slug, post.category, post.author_name, post.status, post.published_at,
      post.version, post.deleted_at, counted
    from public.blog_posts as post where post.id = any (listed)
    order by post.published_at desc, post.id desc;
end
$$;

-- Seconds until the next scheduled post becomes public, by the database's clock; null if there is none.
create function public.seconds_to_next_post() returns double precision
language sql stable security definer set search_path = '' as $$
  select extract(epoch from min(published_at) - clock_timestamp())::double precision
  from public.blog_posts where status = 'published' and deleted_at is null and published_at > now()
$$;
-- Every change of a post keeps a version. Deleted posts and removed entries can be brought back for 30 days.

-- The columns of the post as JSON, so that a column that is added later is kept, too.
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



-- Deleted for good: the versions go with the post.
create function public.forget_post() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.post_versions where post_id = old.id;
  return null;
end
$$;
create trigger forget_post after delete on public.blog_posts
  for each row execute function public.forget_post();

-- The names of the editors are in schema auth, which only these functions read.
create function public.post_history(of_post bigint)
returns table (version integer, data jsonb, made_at timestamptz, email text)
language sql stable security definer set search_path = '' as $$
  select v.version, v.data, v.made_at, u.email::text
  from public.post_versions v left join auth.users u on u.id = v.made_by
  where v.post_id = of_post and public.is_admin()
  order by v.version desc limit 100
$$;

-- Runs daily.
create function public.empty_bin() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  erased integer;
begin
  delete from public.blog_posts as post where post.deleted_at < now() - interval '30 days';
  get diagnostics erased = row_count;
  delete from public.journal where at < now() - interval '2 years';
  return erased;
end
$$;
-- Lists of the posts with one tag or by one author. A tag is found by its slug, so that its spelling may vary.

-- The same rule as domain/posts/tags.ts. The shorter way serves most tags: slugify() is slow. A post has at most 20 tags of
-- 60 characters; a caller's longer list is cut, so that it takes no longer. Security definer,
-- because callers from outside may not call slugify().
create function public.tag_slugs(tags text[]) returns text[]
language sql immutable security definer set search_path = '' as $$
  select coalesce(array_agg(distinct made.slug), '{}') from (
    select case
      when tag ~ '^[A-Za-z0-9_ -]*$' then lower(regexp_replace(btrim(tag), ' +', '-', 'g') collate "C")
      else public.slugify(btrim(tag))
    end as slug
    from unnest(tags[:20]) as given, left(given, 60) as tag
  ) as made where made.slug !~ '^-*$'
$$;

create index blog_posts_tag_slugs_idx on public.blog_posts using gin (public.tag_slugs(tags));
create index blog_posts_authors_idx on public.blog_posts using gin (authors);

-- One page of the public posts with a tag or by an author, newest first, with the total. Security definer, with its own
-- condition for public posts: under row level security no array index can be used, because the operator is not leakproof.
create function public.posts_of(first integer, most integer, wanted_tag text default null, wanted_author text default null)
returns table (
  id bigint, title text, slug text, excerpt text, category text, author_name text, image_url text,
  published_at timestamptz, authors text[], tags text[], total bigint
)
language plpgsql stable security definer set search_path = '' as $$
declare
  matching bigint[];
begin
  if wanted_tag is not null then
    matching := array(
      select post.id from public.blog_posts as post
      where public.tag_slugs(post.tags) @> array[wanted_tag]
        and post.status = 'published' and post.published_at <= now() and post.deleted_at is null
      order by post.published_at desc, post.id desc
    );
  else
    matching := array(
      select post.id from public.blog_posts as post
      where post.authors @> array[wanted_author]
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

-- The tags of the newest posts that the caller can read, as they are written, the most used first.
create function public.post_tags() returns setof text
language sql stable set search_path = '' as $$
  select tag from (
    select post.tags from public.blog_posts as post order by post.published_at desc, post.id desc limit 2000
  ) as newest, unnest(newest.tags) as tag
  group by tag order by count(*) desc, tag limit 1000
$$;
-- Runs before the other triggers, which use the number: triggers run in the order of their names. Zero stands for the
-- next number; imports choose theirs.
create function public.assign_post_number() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- The lock of free_slug(), held until commit: two inserts cannot get the same number.
  perform pg_advisory_xact_lock(hashtext('public.blog_posts.slug'));
  new.id := 1 + greatest(
    (select max(post.id) from public.blog_posts post),
    (select case when is_called then last_value else last_value - 1 end from public.erased_posts));
  return new;
end
$$;
create trigger assign_post_number before insert on public.blog_posts
  for each row when (new.id = 0) execute function public.assign_post_number();

-- A sequence is not rolled back with the deletion; the post is then still there with its number.
create function public.remember_post_number() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform setval('public.erased_posts', greatest(old.id, last_value)) from public.erased_posts;
  return null;
end
$$;
create trigger remember_post_number after delete on public.blog_posts
  for each row execute function public.remember_post_number();

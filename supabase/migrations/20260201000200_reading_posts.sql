-- Lists, search and schedule of posts, at a cost that hardly grows with the number of posts. The functions' planner
-- settings keep it so while a table that has just been filled has no statistics.

-- One page of the posts that the caller can read, newest first, with the total. Rows are fetched after the index has
-- selected them, so that a deep page costs little more than the first.
create function public.post_page(first integer, most integer, wanted_category text default null)
returns table (
  id bigint, title text, slug text, excerpt text, category text, author_name text, image_url text,
  published_at timestamptz, total bigint
)
language sql stable set search_path = '' set plan_cache_mode = force_custom_plan set enable_seqscan = off as $$
  select post.id, post.title, post.slug, post.excerpt, post.category, post.author_name, post.image_url,
    post.published_at,
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
  updated_at timestamptz, deleted_at timestamptz
)
language sql stable set search_path = '' as $$
  select post.id, post.title, post.slug, post.excerpt, post.content, post.category, post.tags, post.author_name,
    post.author_bio, post.image_url, post.status, post.published_at, post.version, post.created_at, post.updated_at,
    post.deleted_at
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

-- The words of a text as in domain/search-match.ts: without case, accents and punctuation.
create function public.words_in(value text) returns tsvector
language sql immutable parallel safe cost 10000 set search_path = '' as $$
  select coalesce(array_to_tsvector(array_agg(left(word, 64))), ''::tsvector)
  from regexp_split_to_table(
    lower(regexp_replace(
      normalize(left(value, 200000), nfkd),
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

revoke all on function public.post_page(integer, integer, text), public.post_categories(), public.find_post(text),
  public.words_in(text), public.text_of_post(text, text, text, text, text[], text), public.prefix_query(text[]),
  public.newest_matches(tsquery, boolean, integer), public.search_posts(text[], integer),
  public.newsroom_posts(text[], text, integer, integer), public.seconds_to_next_post(),
  public.state_of_post(text, timestamptz, timestamptz), public.states_in(text)
  from public, anon, authenticated, service_role;
grant execute on function public.post_page(integer, integer, text), public.post_categories(), public.find_post(text),
  public.search_posts(text[], integer) to anon, authenticated, service_role;
-- Roles that write posts compute the index entries.
grant execute on function public.words_in(text), public.text_of_post(text, text, text, text, text[], text)
  to authenticated, service_role;
grant execute on function public.newsroom_posts(text[], text, integer, integer) to authenticated;
grant execute on function public.seconds_to_next_post() to service_role;

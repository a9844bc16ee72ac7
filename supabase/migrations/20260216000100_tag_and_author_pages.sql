-- Lists of the posts with one tag or by one author. A tag is found by its slug, so that its spelling may vary.

-- /blog/tag/{tag} is a list.
insert into public.reserved_slugs (slug) values ('tag');
update public.blog_posts set slug = 'tag-2' where slug = 'tag';

-- The same rule as domain/posts/tags.ts. The shorter way serves most tags: slugify() is slow. A post has at most 20 tags of
-- 60 characters; a caller's longer list is cut, so that it takes no longer.
create function public.tag_slugs(tags text[]) returns text[]
language sql immutable set search_path = '' as $$
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

-- As before, with the authors: lists name them.
drop function public.post_page(integer, integer, text);
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

revoke all on function public.tag_slugs(text[]), public.posts_of(integer, integer, text, text), public.post_tags(),
  public.post_page(integer, integer, text)
  from public, anon, authenticated, service_role;
grant execute on function public.posts_of(integer, integer, text, text), public.post_tags(),
  public.post_page(integer, integer, text)
  to anon, authenticated, service_role;
-- Writing a post computes the index.
grant execute on function public.tag_slugs(text[]) to authenticated, service_role;

-- As before, with the profiles of its authors.
drop function public.adopt_shipped_post(bigint, text, text, text, text, text[], text, text, text, timestamptz);
create function public.adopt_shipped_post(
  post_id bigint, title text, excerpt text, content text, category text, tags text[], author_name text, author_bio text,
  image_url text, published_at timestamptz, authors text[] default '{}'
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  its_slug text := (select reserved.slug from public.reserved_slugs reserved where reserved.post_id = $1);
begin
  if not public.is_admin() then
    raise exception 'Only an administrator edits posts.' using errcode = '42501';
  end if;
  if its_slug is null then
    raise exception 'No post with this number ships with the site.' using errcode = '22023';
  end if;
  insert into public.blog_posts
    (id, slug, title, excerpt, content, category, tags, author_name, author_bio, image_url, published_at, authors)
  overriding system value
  values ($1, its_slug, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
  on conflict (id) do nothing;
end
$$;
revoke all on function
  public.adopt_shipped_post(bigint, text, text, text, text, text[], text, text, text, timestamptz, text[])
  from public, anon, authenticated, service_role;
grant execute on function
  public.adopt_shipped_post(bigint, text, text, text, text, text[], text, text, text, timestamptz, text[])
  to authenticated;

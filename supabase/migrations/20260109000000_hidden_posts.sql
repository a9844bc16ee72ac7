-- Prevents leaks about hidden posts.

-- A refused insert took an id from the sequence, and its row trigger searched hidden posts for a free slug. A
-- statement trigger runs before both, so that a refused insert has no visible effect.
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

-- Only admins can see which account wrote or changed a post.
revoke select on public.blog_posts from anon, authenticated;
grant select (id, title, slug, excerpt, content, category, tags, author_name, author_bio, image_url, status, published_at,
    version, created_at, updated_at, deleted_at)
  on public.blog_posts to anon, authenticated;

create function public.post_writers(post_ids bigint[])
returns table (id bigint, created_by uuid, updated_by uuid)
language sql stable security definer set search_path = '' as $$
  select post.id, post.created_by, post.updated_by
  from public.blog_posts as post where post.id = any (post_ids) and public.is_admin()
$$;

-- Finds a post by slug, id or former slug, without account ids.
drop function public.find_post(text);
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

revoke all on function public.require_post_writer(), public.post_writers(bigint[]), public.find_post(text)
  from public, anon, authenticated, service_role;
grant execute on function public.post_writers(bigint[]) to authenticated;
grant execute on function public.find_post(text) to anon, authenticated, service_role;

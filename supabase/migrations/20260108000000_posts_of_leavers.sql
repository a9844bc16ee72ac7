-- Deleting an account clears it from its posts (on delete set null). This is no edit of the posts: no new version, no
-- new time in feeds, no notification of pages and search engines.

create or replace function public.prepare_post() returns trigger
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

create or replace function public.announce_post() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  post public.blog_posts := case tg_op when 'DELETE' then old else new end;
begin
  if tg_op = 'UPDATE' and new.version = old.version then
    return null;
  end if;
  perform pg_notify('pages', json_build_object(
    'table', 'blog_posts', 'change', lower(tg_op), 'id', post.id, 'slug', post.slug,
    'oldSlug', case tg_op when 'UPDATE' then old.slug end,
    'category', post.category, 'publishedAt', post.published_at
  )::text);
  return null;
end
$$;

-- The posts 1 to 3, which ship with the site's content, can be edited: such a post then has a row, which replaces it.

-- The shipped post that a reserved slug belongs to.
alter table public.reserved_slugs add column post_id bigint;
update public.reserved_slugs set post_id = case slug
  when 'balance-is-a-number' then 1
  when 'one-slow-script-forty-slow-pages' then 2
  when 'every-action-has-a-measurable-reaction' then 3
end;

create or replace function public.is_slug_free(wanted text, for_post bigint) returns boolean
language sql stable set search_path = '' as $$
  select wanted !~ '^[0-9]+$'
    and not exists (select from public.reserved_slugs where slug = wanted and post_id is distinct from for_post)
    and not exists (select from public.blog_posts where slug = wanted and id <> for_post)
    and not exists (select from public.old_slugs where slug = wanted and post_id <> for_post)
$$;

-- Stores a shipped post as it is, so that it can be edited like any other. The text comes from the caller, because the
-- database does not know the site's content. A post that is stored already stays.
create function public.adopt_shipped_post(
  post_id bigint, title text, excerpt text, content text, category text, tags text[], author_name text, author_bio text,
  image_url text, published_at timestamptz
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
    (id, slug, title, excerpt, content, category, tags, author_name, author_bio, image_url, published_at)
  overriding system value
  values ($1, its_slug, $2, $3, $4, $5, $6, $7, $8, $9, $10)
  on conflict (id) do nothing;
end
$$;

-- Storing a shipped post changes nothing that a reader sees, so feeds and sitemaps do not call it updated. Runs after
-- prepare_post: triggers run in the order of their names.
create function public.prepare_shipped_post() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := new.published_at;
  return new;
end
$$;
create trigger prepare_shipped_post before insert on public.blog_posts
  for each row when (new.id <= 3) execute function public.prepare_shipped_post();

-- The shipped posts that have a row in any state: lists leave the shipped version out.
create function public.replaced_shipped_posts() returns setof bigint
language sql stable security definer set search_path = '' as $$
  select id from public.blog_posts where id <= 3
$$;

-- The end of a row that only repeated the shipped post is not in the journal.
drop trigger note_change on public.blog_posts;
create trigger note_change after insert or update on public.blog_posts
  for each row execute function public.note_change('post', 'id');
create trigger note_removal after delete on public.blog_posts
  for each row when (old.id > 3 or old.version > 1) execute function public.note_change('post', 'id');

-- Runs daily. The row of a deleted shipped post stays: without it the shipped version would be public again. The row of
-- one that was opened and not changed goes, so that a newer release can change the post.
create or replace function public.empty_bin() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  erased integer;
begin
  delete from public.blog_posts as post where post.deleted_at < now() - interval '30 days' and post.id > 3;
  get diagnostics erased = row_count;
  delete from public.blog_posts as post
  where post.id <= 3 and post.version = 1 and post.created_at < now() - interval '1 day'
    and not exists (select from public.post_drafts draft where draft.post_id = post.id);
  delete from public.journal where at < now() - interval '2 years';
  return erased;
end
$$;

revoke all on function public.adopt_shipped_post(bigint, text, text, text, text, text[], text, text, text, timestamptz),
  public.prepare_shipped_post(), public.replaced_shipped_posts()
  from public, anon, authenticated, service_role;
grant execute on function
  public.adopt_shipped_post(bigint, text, text, text, text, text[], text, text, text, timestamptz) to authenticated;
grant execute on function public.replaced_shipped_posts() to anon, authenticated, service_role;

-- Optional columns of posts: texts for search engines, the address of the original, a custom card, profiles of authors.

create function public.are_author_keys(keys text[]) returns boolean
language sql immutable set search_path = '' as $$
  select cardinality(keys) <= 8 and not exists (
    select from unnest(keys) as key where key is null or key !~ '^[a-z0-9][a-z0-9-]{0,79}$'
  )
$$;
revoke all on function public.are_author_keys(text[]) from public, anon, authenticated, service_role;
grant execute on function public.are_author_keys(text[]) to anon, authenticated, service_role;

alter table public.blog_posts
  add column search_title text not null default '' check (char_length(search_title) <= 120),
  add column search_description text not null default '' check (char_length(search_description) <= 320),
  -- Where the text was published first; search engines list that address instead.
  add column canonical_url text not null default ''
    check (char_length(canonical_url) <= 500 and canonical_url ~* '^(https?://[^/\s]\S*)?$'),
  add column card_url text not null default ''
    check (char_length(card_url) <= 2000 and card_url ~* '^((/[^/\\]|https?://).*)?$'),
  -- Keys of the collection "authors", in the order of the byline. Without any, author_name and author_bio are shown.
  add column authors text[] not null default '{}' check (public.are_author_keys(authors));

-- An empty slug is made from the title, or stays as it is; without a day the post keeps its time.
alter table public.post_drafts
  add column slug text not null default '' check (char_length(slug) <= 200),
  add column published_on text not null default '' check (char_length(published_on) <= 10),
  add column search_title text not null default '' check (char_length(search_title) <= 120),
  add column search_description text not null default '' check (char_length(search_description) <= 320),
  add column canonical_url text not null default '' check (char_length(canonical_url) <= 500),
  add column card_url text not null default '' check (char_length(card_url) <= 2000),
  add column authors text not null default '' check (char_length(authors) <= 1000);

grant
  select (search_title, search_description, canonical_url, card_url, authors)
  on public.blog_posts to anon, authenticated;
grant
  insert (search_title, search_description, canonical_url, card_url, authors),
  update (search_title, search_description, canonical_url, card_url, authors)
  on public.blog_posts to authenticated;
grant
  insert (slug, published_on, search_title, search_description, canonical_url, card_url, authors),
  update (slug, published_on, search_title, search_description, canonical_url, card_url, authors)
  on public.post_drafts to authenticated;

-- Not for created_by and updated_by: deleting an account does not count as an edit.
drop trigger note_editor on public.blog_posts;
create trigger note_editor
  before insert or update of title, slug, excerpt, content, category, tags, author_name, author_bio, image_url, status,
    published_at, deleted_at, search_title, search_description, canonical_url, card_url, authors
  on public.blog_posts
  for each row execute function public.note_editor();

drop function public.find_post(text);
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
revoke all on function public.find_post(text) from public, anon, authenticated, service_role;
grant execute on function public.find_post(text) to anon, authenticated, service_role;

-- As before; now also finds pictures that a post uses as its share card.
create or replace function public.find_picture_uses(picture text)
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

create function public.replace_card() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.blog_posts set card_url = replace(card_url, old.name, new.name) where strpos(card_url, old.name) > 0;
  update public.post_drafts set card_url = replace(card_url, old.name, new.name) where strpos(card_url, old.name) > 0;
  return null;
end
$$;
revoke all on function public.replace_card() from public, anon, authenticated, service_role;
create trigger replace_card after update of name on public.pictures
  for each row when (old.name <> new.name) execute function public.replace_card();

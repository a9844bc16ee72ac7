-- Blog categories are entries of the collection 'categories'. Renaming one rewrites its posts, and one that is in use
-- cannot be hidden or removed: both in the transaction that changes the entry.

-- The category that ships under a key; the specification has five.
create function public.shipped_category(of_key text) returns text
language sql immutable set search_path = '' as $$
  select name from unnest(array['Technology', 'Strategy', 'Design', 'Marketing', 'Business']) as name
  where lower(name) = of_key
$$;

-- The name of a category; of one that does not fit its schema, the shipped one. Null if it is hidden.
create function public.name_of_category(entry public.entries) returns text
language sql immutable set search_path = '' as $$
  select case
    when entry.hidden then null
    when jsonb_typeof(entry.data -> 'name') = 'string' and char_length(entry.data ->> 'name') between 1 and 30
      then entry.data ->> 'name'
    else public.shipped_category(entry.key)
  end
$$;

-- The categories that writers can choose now, by key.
create function public.current_categories() returns table (key text, name text)
language sql stable set search_path = '' as $$
  select entry.key, public.name_of_category(entry) from public.entries entry where entry.collection = 'categories'
  union all
  select lower(name), name from unnest(array['Technology', 'Strategy', 'Design', 'Marketing', 'Business']) as name
  where not exists (select from public.entries entry where entry.collection = 'categories' and entry.key = lower(name))
$$;

-- Of the shipped posts, those without a row count, too.
create function public.posts_in_category(of_key text, of_name text) returns bigint
language sql stable set search_path = '' as $$
  select (select count(*) from public.blog_posts where category = of_name) + (
    select count(*) from (values (1, 'design'), (2, 'technology'), (3, 'strategy')) as shipped (id, category)
    where shipped.category = of_key and not exists (select from public.blog_posts post where post.id = shipped.id)
  )
$$;

create function public.keep_category() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  its_key text := coalesce(new.key, old.key);
  before text := case tg_op when 'INSERT' then public.shipped_category(its_key) else public.name_of_category(old) end;
  after text := case tg_op when 'DELETE' then public.shipped_category(its_key) else public.name_of_category(new) end;
  used bigint;
begin
  if tg_op <> 'DELETE' and new.live_from > now() then
    raise exception 'A category cannot be scheduled, because its posts change with it. Publish it now.';
  end if;
  if exists (
    select from public.current_categories() other where other.key <> its_key and lower(other.name) = lower(after)
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
  used := public.posts_in_category(its_key, before);
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

-- The journal has a line for the category, not one for each post that it renames.
drop trigger note_change on public.blog_posts;
create trigger note_change after insert or update on public.blog_posts
  for each row when (pg_trigger_depth() = 0) execute function public.note_change('post', 'id');

-- A shipped post gets the name that its category has now.
create function public.rename_adopted() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.category := coalesce(
    (select current.name from public.current_categories() current where current.key = lower(new.category)), new.category);
  return new;
end
$$;
create trigger rename_adopted before insert on public.blog_posts
  for each row when (new.id <= 3) execute function public.rename_adopted();

revoke all on function public.shipped_category(text), public.name_of_category(public.entries), public.current_categories(),
  public.posts_in_category(text, text), public.keep_category(), public.rename_adopted()
  from public, anon, authenticated, service_role;

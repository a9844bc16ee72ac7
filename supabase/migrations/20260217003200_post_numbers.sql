-- A sequence counts on when the insert is refused, so numbers of posts had gaps. A post now gets the number after the
-- highest one: among the posts, and among those that were erased, which is what the sequence remembers.
create sequence public.erased_posts;
select setval('public.erased_posts', greatest(3, (
  select case when is_called then last_value else last_value - 1 end from public.blog_posts_id_seq
)));
alter table public.blog_posts alter column id drop identity, alter column id set default 0;
revoke all on sequence public.erased_posts from public, anon, authenticated, service_role;

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

revoke all on function public.assign_post_number(), public.remember_post_number()
  from public, anon, authenticated, service_role;

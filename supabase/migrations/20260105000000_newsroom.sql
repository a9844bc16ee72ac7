-- Shows the last editor of a post, and other editors with a draft of it.

alter table public.blog_posts add column updated_by uuid references auth.users on delete set null;
create index blog_posts_updated_by_idx on public.blog_posts (updated_by);

create function public.note_editor() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.updated_by := auth.uid();
  return new;
end
$$;

-- Not for created_by and updated_by: deleting an account is no edit.
create trigger note_editor
  before insert or update of title, slug, excerpt, content, category, tags, author_name, author_bio, image_url, status,
    published_at, deleted_at
  on public.blog_posts
  for each row execute function public.note_editor();

-- Only owners can read drafts; other editors of the post can see that a draft exists.
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

revoke all on function public.note_editor(), public.post_activity(bigint) from public, anon, authenticated, service_role;
grant execute on function public.post_activity(bigint) to authenticated;

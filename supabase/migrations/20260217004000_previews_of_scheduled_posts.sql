-- A preview link ends with a publication that is due, not with saving or scheduling: the draft has then become the hidden
-- post, and its links show that.
create or replace function public.end_post_previews() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  state text := public.state_of_post(new.status, new.published_at, new.deleted_at);
  drafts uuid[] := array(
    select id from public.post_drafts where post_id = new.id and (state = 'deleted' or owner = auth.uid()));
begin
  if state in ('published', 'deleted') then
    delete from public.preview_links where post_id = new.id or draft_id = any (drafts);
  else
    -- A scheduled post is published by the clock, without an update: its old links end with the next one.
    delete from public.preview_links
      where post_id = new.id and public.state_of_post(old.status, old.published_at, old.deleted_at) = 'published';
    update public.preview_links set draft_id = null, post_id = new.id where draft_id = any (drafts);
  end if;
  return null;
end
$$;

-- The draft of a new post is removed once the post is scheduled. Its links then belong to the post.
create function public.move_previews(of_draft uuid, to_post bigint) returns void
language sql security definer set search_path = '' as $$
  update public.preview_links as link set draft_id = null, post_id = post.id
  from public.post_drafts as draft, public.blog_posts as post
  where public.is_admin() and link.draft_id = of_draft and draft.id = of_draft and draft.post_id is null
    and (draft.owner = auth.uid() or draft.is_shared)
    and post.id = to_post and post.created_by = auth.uid()
    and public.state_of_post(post.status, post.published_at, post.deleted_at) = 'scheduled'
$$;
revoke all on function public.move_previews(uuid, bigint) from public, anon, authenticated, service_role;
grant execute on function public.move_previews(uuid, bigint) to authenticated;

-- Links to a post that has come out no longer work, so they are not listed.
do $$
declare
  definition text := pg_get_functiondef('public.preview_list(uuid, bigint, text, text)'::regprocedure);
  before text := 'link.post_id = of_post';
begin
  if position(before in definition) = 0 then
    raise exception 'preview_list has changed';
  end if;
  execute replace(definition, before, 'link.post_id = (
      select post.id from public.blog_posts as post where post.id = of_post
        and public.state_of_post(post.status, post.published_at, post.deleted_at) in (''scheduled'', ''unpublished''))');
end
$$;

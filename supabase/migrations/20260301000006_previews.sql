-- Preview links: a token shows a draft or a scheduled change on its real page, without an account, for seven days.
-- Only the token's hash is stored.
create table public.preview_links (
  id uuid primary key default gen_random_uuid(),
  token_hash bytea not null unique,
  made_by uuid not null references auth.users on delete cascade,
  made_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- The newsroom's own frame beside the form: it shows the live page where there is no draft, and is never listed.
  is_frame boolean not null default false,
  draft_id uuid references public.post_drafts on delete cascade,
  post_id bigint references public.blog_posts on delete cascade,
  collection text,
  key text,
  check (num_nonnulls(draft_id, post_id, collection) = 1 and (collection is null) = (key is null))
);
create index preview_links_made_by_idx on public.preview_links (made_by);
create index preview_links_draft_id_idx on public.preview_links (draft_id);
create index preview_links_post_id_idx on public.preview_links (post_id);
create index preview_links_entry_idx on public.preview_links (collection, key);

create function public.has_entry_change(of_collection text, of_key text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.entry_drafts where collection = of_collection and key = of_key)
    or exists (select from public.entries where collection = of_collection and key = of_key and live_from > now())
$$;

-- Makes a link to the caller's draft of a new post, to a post (the caller's draft of it, if there is one), or to an
-- entry. The token is returned once: 256 bits from the database's strong random numbers.
create function public.make_preview(
  of_draft uuid default null, of_post bigint default null, of_collection text default null, of_key text default null,
  for_frame boolean default false
) returns table (token text, expires_at timestamptz)
language plpgsql security definer set search_path = '' as $$
declare
  own_draft uuid;
  hidden_post bigint;
  has_entry boolean;
begin
  if not public.is_admin() then
    raise exception 'Only admins share previews.' using errcode = '42501';
  end if;
  delete from public.preview_links as link where link.expires_at <= now();
  own_draft := (
    select draft.id from public.post_drafts as draft
    where (draft.owner = auth.uid() or draft.is_shared and draft.id = of_draft) and (draft.id = of_draft or draft.post_id = of_post) limit 1
  );
  hidden_post := (
    select post.id from public.blog_posts as post
    where post.id = of_post and own_draft is null
      and public.state_of_post(post.status, post.published_at, post.deleted_at) in ('scheduled', 'unpublished')
  );
  has_entry := of_key is not null and (for_frame or public.has_entry_change(of_collection, of_key));
  if num_nonnulls(own_draft, hidden_post, nullif(has_entry, false)) <> 1 then
    raise exception 'There is no change to preview.' using errcode = '23514';
  end if;
  token := translate(encode(sha256(convert_to(
    gen_random_uuid()::text || gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')), 'base64'), '+/=', '-_');
  insert into public.preview_links as link
    (token_hash, made_by, expires_at, is_frame, draft_id, post_id, collection, key)
  values (
    sha256(convert_to(token, 'UTF8')), auth.uid(),
    now() + case when for_frame then interval '12 hours' else interval '7 days' end,
    for_frame, own_draft, hidden_post, case when has_entry then of_collection end, case when has_entry then of_key end
  )
  returning link.expires_at into expires_at;
  return next;
end
$$;

-- The links to one post, draft or entry that still work. The names of their makers are in schema auth.
create function public.preview_list(
  of_draft uuid default null, of_post bigint default null, of_collection text default null, of_key text default null
) returns table (id uuid, made_at timestamptz, expires_at timestamptz, email text)
language sql stable security definer set search_path = '' as $$
  select link.id, link.made_at, link.expires_at, maker.email::text
  from public.preview_links as link
  join auth.users as maker on maker.id = link.made_by
  join public.user_roles as held on held.user_id = link.made_by and held.role = 'admin'
  where public.is_admin() and link.expires_at > now() and not link.is_frame and (
    link.draft_id = of_draft
    -- Links to a post that has come out no longer work.
    or link.post_id = (
      select post.id from public.blog_posts as post where post.id = of_post
        and public.state_of_post(post.status, post.published_at, post.deleted_at) in ('scheduled', 'unpublished'))
    or link.draft_id in (select draft.id from public.post_drafts as draft where draft.post_id = of_post)
    or (link.collection = of_collection and link.key = of_key)
  )
  order by link.made_at desc
$$;

-- The change behind a token, for the server that renders it. Null for a wrong, old or revoked token, and after the
-- maker has lost the role: the caller cannot tell these apart.
create function public.find_preview(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'expires_at', link.expires_at,
    'is_frame', link.is_frame,
    'post', case
      when draft.id is not null then to_jsonb(draft) || jsonb_build_object(
        'id', coalesce(draft.post_id, 0), 'slug', post.slug, 'published_at', coalesce(post.published_at, now()),
        'tags', to_jsonb(string_to_array(draft.tags, ',')))
      when link.post_id is not null then to_jsonb(post)
    end,
    'entry', case when link.key is not null then jsonb_build_object(
      'collection', link.collection,
      'key', link.key,
      'position', (select entry.position from public.entries as entry
        where entry.collection = link.collection and entry.key = link.key order by entry.live_from desc limit 1),
      'data', coalesce(
        (select changed.data from public.entry_drafts as changed
          where changed.collection = link.collection and changed.key = link.key),
        (select entry.data from public.entries as entry
          where entry.collection = link.collection and entry.key = link.key and entry.live_from > now())
      )
    ) end
  )
  from public.preview_links as link
  join auth.users as maker on maker.id = link.made_by
  join public.user_roles as held on held.user_id = link.made_by and held.role = 'admin'
  left join public.post_drafts as draft on draft.id = link.draft_id
  left join public.blog_posts as post on post.id = coalesce(link.post_id, draft.post_id)
  where link.token_hash = sha256(convert_to(token, 'UTF8')) and link.expires_at > now()
    and maker.deleted_at is null and coalesce(maker.banned_until <= now(), true)
    and (post.id is null or post.deleted_at is null)
    and (draft.id is null or draft.is_shared or draft.owner = link.made_by)
    and (link.post_id is null
      or public.state_of_post(post.status, post.published_at, post.deleted_at) in ('scheduled', 'unpublished'))
    and (link.key is null or link.is_frame or public.has_entry_change(link.collection, link.key))
$$;

-- A publication or a deletion ends the links to the change; scheduling limits them to the time when it is published.
create function public.end_entry_previews() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  of_collection text := coalesce(new.collection, old.collection);
  of_key text := coalesce(new.key, old.key);
  -- Drafts have no such column.
  due timestamptz := to_jsonb(new) ->> 'live_from';
begin
  if due > now() then
    update public.preview_links set expires_at = least(expires_at, due)
      where collection = of_collection and key = of_key and not is_frame;
  elsif tg_table_name = 'entries' or not public.has_entry_change(of_collection, of_key) then
    delete from public.preview_links where collection = of_collection and key = of_key and not is_frame;
  end if;
  return null;
end
$$;
-- Not for position: moving an entry publishes nothing.
create trigger end_entry_previews after insert or delete or update of data, hidden, live_from on public.entries
  for each row execute function public.end_entry_previews();
create trigger end_entry_previews after delete on public.entry_drafts
  for each row execute function public.end_entry_previews();
-- A preview link ends with a publication that is due, not with saving or scheduling: the draft has then become the hidden
-- post, and its links show that.
create function public.end_post_previews() returns trigger
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
create trigger end_post_previews after update on public.blog_posts
  for each row when (old.version <> new.version) execute function public.end_post_previews();
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

-- For /readyz in Supabase mode, where the site has no connection of its own to the database.
create function public.database_state() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'isReadOnly', pg_is_in_recovery() or current_setting('default_transaction_read_only')::boolean,
    'versions', (select coalesce(jsonb_agg(version), '[]') from supabase_migrations.schema_migrations)
  )
$$;

-- One row: a hash of the API keys that the last start used. Links and sessions made with other keys stop working, so
-- a start with other keys says so. Only the owner reads it.
create table public.api_key_fingerprint (
  only_row boolean primary key default true check (only_row),
  fingerprint text not null
);

-- Admins hear of changes on the private topic 'newsroom'. It carries ids; what they mean is read through rest/v1.
-- A database that an administrator prepared may have no realtime schema for us; the newsroom then works without it.
do $$
begin
  create policy "admins read the newsroom topic" on realtime.messages for select to authenticated
    using (realtime.topic() = 'newsroom' and public.is_admin());
  create policy "admins are present in the newsroom topic" on realtime.messages for insert to authenticated
    with check (realtime.topic() = 'newsroom' and extension = 'presence' and public.is_admin());
exception when undefined_table or invalid_schema_name or insufficient_privilege then
  null;
end
$$;

-- The arguments are the columns that identify the row.
create function public.announce_to_newsroom() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed jsonb := to_jsonb(coalesce(new, old));
  id text;
begin
  select string_agg(changed ->> name, '/' order by place) into id
    from unnest(tg_argv) with ordinality as columns (name, place);
  perform realtime.send(jsonb_build_object('table', tg_table_name, 'id', id), 'change', 'newsroom', true);
  return null;
exception when undefined_function or invalid_schema_name or undefined_table or insufficient_privilege then
  return null; -- The write counts, the announcement does not.
end
$$;
create trigger announce_to_newsroom after insert or update or delete on public.contact_messages
  for each row execute function public.announce_to_newsroom('id');
create trigger announce_to_newsroom after insert or update or delete on public.blog_posts
  for each row execute function public.announce_to_newsroom('id');
create trigger announce_to_newsroom after insert or update or delete on public.entries
  for each row execute function public.announce_to_newsroom('collection', 'key');
create trigger announce_to_newsroom after insert or update or delete on public.entry_drafts
  for each row execute function public.announce_to_newsroom('collection', 'key');
create trigger announce_to_newsroom after insert or update or delete on public.user_roles
  for each row execute function public.announce_to_newsroom('user_id');

-- Presence in the topic carries account ids; admins read the names here.
create function public.name_people(ids uuid[]) returns table (id uuid, email text)
language sql stable security definer set search_path = '' as $$
  select u.id, u.email::text from auth.users u where u.id = any (ids[1:100]) and public.is_admin()
$$;

-- Everything that the newsroom's first screen shows, in one answer.

-- Drafts of posts are the caller's own and those that others share; drafts of entries are everybody's. Weeks begin on Monday in the caller's time zone.
create function public.newsroom_overview(zone text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  this_week date := date_trunc('week', now() at time zone zone)::date;
begin
  if not public.is_admin() then
    raise exception 'Only an administrator sees the newsroom.' using errcode = '42501';
  end if;
  return jsonb_build_object(
    'unread', (
      select jsonb_build_object('count', count(*), 'since', min(created_at),
        'names', (array_agg(name order by created_at desc))[1:2])
      from public.contact_messages where status = 'inbox' and read_at is null
    ),
    'quarantine', (
      select jsonb_build_object('count', count(*), 'since', min(created_at))
      from public.contact_messages where status = 'quarantine'
    ),
    'drafts', (
      select jsonb_build_object('count', count(*), 'edited', max(updated_at),
        'title', (array_agg(title order by updated_at desc) filter (where title is not null))[1],
        'entries', count(*) filter (where title is null))
      from (
        select title, updated_at from public.post_drafts where owner = auth.uid() or is_shared
        union all
        select null, updated_at from public.entry_drafts
      ) as draft
    ),
    'scheduled', (
      select jsonb_build_object('count', count(*), 'next', min(due),
        'title', (array_agg(title order by due) filter (where title is not null))[1],
        'entries', count(*) filter (where title is null))
      from (
        select title, published_at as due from public.blog_posts
        where status = 'published' and published_at > now() and deleted_at is null
        union all
        select null, live_from from public.entries where live_from > now()
      ) as coming
    ),
    'weeks', (
      select coalesce(jsonb_agg(week), '[]') from (
        select service, (this_week - date_trunc('week', created_at at time zone zone)::date) / 7 as ago, count(*) as count
        from public.contact_messages
        where status <> 'quarantine' and created_at at time zone zone >= this_week - 77
        group by 1, 2
      ) as week
    ),
    'changes', public.last_changes(12)
  );
end
$$;

-- The last change of each post and every version of an entry, newest first.
create function public.last_changes(most integer) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(change) || jsonb_build_object('by', account.email) order by change.at desc), '[]')
  from (
    (
      select updated_at as at, updated_by as who, null as collection, slug as key, title, version = 1 as is_first,
        case when deleted_at is not null then 'deleted' when status = 'draft' then 'unpublished'
          when published_at > updated_at then 'scheduled' else 'published' end as kind
      from public.blog_posts
      where version > 1 or created_at <> all (select seeded.at from public.seeded_samples seeded)
      order by updated_at desc limit most
    )
    union all
    (
      select made_at, made_by, collection, key, coalesce(data ->> 'name', data ->> 'title', key), version = 1,
        case when change = 'removed' then 'removed' when hidden then 'hidden'
          when live_from > made_at then 'scheduled' else 'published' end
      from public.entry_versions where made_at <> all (select seeded.at from public.seeded_samples seeded)
      order by made_at desc limit most
    )
    order by at desc limit most
  ) as change
  left join auth.users as account on account.id = change.who
$$;

-- The number of rows in each view of a list of the newsroom, in one answer. Of the inbox only unread messages count;
-- "all" has the posts that are not in the bin and the drafts of new ones.
create function public.newsroom_counts(list text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not public.is_admin() then
    raise exception 'Only an administrator sees the newsroom.' using errcode = '42501';
  end if;
  return case list
    when 'posts' then (
      select jsonb_build_object(
        'all', count(*) filter (where state <> 'deleted' and (state <> 'drafts' or is_new)),
        'published', count(*) filter (where state = 'published'),
        'scheduled', count(*) filter (where state = 'scheduled'),
        'drafts', count(*) filter (where state = 'drafts'),
        'unpublished', count(*) filter (where state = 'unpublished'),
        'deleted', count(*) filter (where state = 'deleted'))
      from (
        select public.state_of_post(status, published_at, deleted_at) as state, false as is_new from public.blog_posts
        union all
        select 'drafts', post_id is null from public.post_drafts where owner = auth.uid() or is_shared
      ) as listed
    )
    when 'messages' then (
      select jsonb_build_object(
        'inbox', count(*) filter (where status = 'inbox' and read_at is null),
        'quarantine', count(*) filter (where status = 'quarantine'),
        'archive', count(*) filter (where status = 'archive'))
      from public.contact_messages
    )
    when 'pictures' then (
      select jsonb_build_object(
        'all', count(*) filter (where deleted_at is null),
        'deleted', count(*) filter (where deleted_at > now() - interval '30 days'))
      from public.pictures
    )
  end;
end
$$;

-- Everything that the newsroom's first screen shows, in one answer.

-- Drafts of posts are the caller's own; those of entries are shared. Weeks begin on Monday in the caller's time zone.
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
        select title, updated_at from public.post_drafts where owner = auth.uid()
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
      from public.blog_posts order by updated_at desc limit most
    )
    union all
    (
      select made_at, made_by, collection, key, coalesce(data ->> 'title', data ->> 'name', data ->> 'client', key),
        version = 1,
        case when change = 'removed' then 'removed' when hidden then 'hidden'
          when live_from > made_at then 'scheduled' else 'published' end
      from public.entry_versions order by made_at desc limit most
    )
    order by at desc limit most
  ) as change
  left join auth.users as account on account.id = change.who
$$;

revoke all on function public.newsroom_overview(text), public.last_changes(integer)
  from public, anon, authenticated, service_role;
grant execute on function public.newsroom_overview(text) to authenticated;

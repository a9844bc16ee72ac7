-- Changes of entries carry their newest title. Leaders and authors have a job title beside their name.
create or replace function public.journal_page(
  wanted_kind text default null, wanted_actor uuid default null, before_id bigint default null
) returns table (
  id bigint, at timestamptz, kind text, action text, subject text, fields text[], is_server boolean, email text,
  title text, slug text
)
language sql stable security definer set search_path = '' as $$
  select j.id, j.at, j.kind, j.action, j.subject, j.fields, j.is_server, u.email::text,
    coalesce(post.title, person.email::text, message.reference, entry.title), post.slug
  from public.journal j
  left join auth.users u on u.id = j.actor
  left join public.blog_posts post on j.kind = 'post' and post.id::text = j.subject
  left join auth.users person on j.kind = 'role' and person.id::text = j.subject
  left join public.contact_messages message on j.kind = 'message' and message.id::text = j.subject
  left join lateral (
    select coalesce(v.data ->> 'name', v.data ->> 'title') as title from public.entry_versions v
    where j.kind = 'content' and v.collection = split_part(j.subject, '/', 1) and v.key = split_part(j.subject, '/', 2)
    order by v.version desc limit 1
  ) entry on true
  where public.is_admin() and (wanted_kind is null or j.kind = wanted_kind)
    and (wanted_actor is null or j.actor = wanted_actor) and (before_id is null or j.id < before_id)
  order by j.id desc limit 50
$$;

create or replace function public.last_changes(most integer) returns jsonb
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
      select made_at, made_by, collection, key, coalesce(data ->> 'name', data ->> 'title', key), version = 1,
        case when change = 'removed' then 'removed' when hidden then 'hidden'
          when live_from > made_at then 'scheduled' else 'published' end
      from public.entry_versions order by made_at desc limit most
    )
    order by at desc limit most
  ) as change
  left join auth.users as account on account.id = change.who
$$;

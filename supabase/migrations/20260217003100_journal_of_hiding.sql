-- Hiding a shipped entry inserts a row, and editing a shipped post begins with storing it: neither is a publication.
create or replace function public.describe_change(kind text, before jsonb, after jsonb, fields text[]) returns text
language sql stable set search_path = '' as $$
  select case
    when kind = 'role' and after ->> 'role' = 'admin' and before ->> 'role' is distinct from 'admin' then 'granted'
    when kind = 'role' then case when before ->> 'role' = 'admin' then 'revoked' end
    when after is null then case kind when 'content' then 'removed' else 'erased' end
    when kind = 'message' and before is null then null
    when before is not null and fields = '{}'
      and (kind <> 'content' or before ->> 'live_from' = after ->> 'live_from') then null
    when after ->> 'deleted_at' is not null and before ->> 'deleted_at' is null then 'deleted'
    when after ->> 'deleted_at' is null and before ->> 'deleted_at' is not null then 'brought back'
    when kind = 'content' and fields = '{position}' then 'moved'
    when kind = 'content' and after ->> 'hidden' = 'true' then case before ->> 'hidden' when 'true' then 'changed' else 'hid' end
    when kind = 'content' and fields = '{hidden}' then 'showed'
    when kind = 'content' then case when (after ->> 'live_from')::timestamptz > now() then 'scheduled' else 'published' end
    when kind = 'post' and after ->> 'status' is distinct from before ->> 'status' then case
      when after ->> 'status' <> 'published' then 'unpublished'
      when (after ->> 'published_at')::timestamptz > now() then 'scheduled' else 'published' end
    when before is null then 'added'
    else 'changed'
  end
$$;

drop trigger note_change on public.blog_posts;
create trigger note_change after insert or update on public.blog_posts
  for each row when (pg_trigger_depth() = 0 and (new.id > 3 or new.version > 1))
  execute function public.note_change('post', 'id');

create or replace function public.last_changes(most integer) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(change) || jsonb_build_object('by', account.email) order by change.at desc), '[]')
  from (
    (
      select updated_at as at, updated_by as who, null as collection, slug as key, title, version = 1 as is_first,
        case when deleted_at is not null then 'deleted' when status = 'draft' then 'unpublished'
          when published_at > updated_at then 'scheduled' else 'published' end as kind
      from public.blog_posts where id > 3 or version > 1 order by updated_at desc limit most
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

-- The journal: which admin changed what, and when. It holds ids and names of fields, never contents or addresses, for two
-- years. A deleted account loses its name in it.
create table public.journal (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor uuid references auth.users on delete set null,
  -- Changes without an account: commands on the server, and what the schedule erases.
  is_server boolean not null,
  kind text not null check (kind in ('post', 'content', 'picture', 'role', 'message', 'release')),
  action text not null,
  subject text not null,
  fields text[] not null default '{}'
);
create index journal_actor_idx on public.journal (actor, id desc);
create index journal_kind_idx on public.journal (kind, id desc);
create index journal_at_idx on public.journal (at);

-- The names of the columns that differ; in an entry, those of its fields.
create function public.changed_fields(before jsonb, after jsonb) returns text[]
language sql immutable set search_path = '' as $$
  select coalesce(array_agg(name order by name), '{}') from (
    select coalesce(a.key, b.key) as name
    from jsonb_each(after - 'data' || coalesce(after -> 'data', '{}')) a
    full join jsonb_each(before - 'data' || coalesce(before -> 'data', '{}')) b on b.key = a.key
    where a.value is distinct from b.value and coalesce(a.key, b.key) <> all (array['id', 'version', 'created_at',
      'updated_at', 'created_by', 'updated_by', 'is_scheduled', 'live_from', 'read_at', 'words'])
  ) as differing
$$;

-- An entry that was live before it is stored came with the site, and is stored because it was moved.
create function public.describe_change(kind text, before jsonb, after jsonb, fields text[]) returns text
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
    when kind = 'content' and before is null and (after ->> 'live_from')::timestamptz < now() then 'moved'
    when kind = 'content' then case when (after ->> 'live_from')::timestamptz > now() then 'scheduled' else 'published' end
    when kind = 'post' and after ->> 'status' is distinct from before ->> 'status' then case
      when after ->> 'status' <> 'published' then 'unpublished'
      when (after ->> 'published_at')::timestamptz > now() then 'scheduled' else 'published' end
    when before is null then 'added'
    else 'changed'
  end
$$;

-- The arguments are the kind and the columns that identify the row.
create function public.note_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  before jsonb := to_jsonb(old);
  after jsonb := to_jsonb(new);
  noted text[] := case when tg_op = 'UPDATE' then public.changed_fields(before, after) else '{}' end;
  done text := public.describe_change(tg_argv[0], before, after, noted);
  -- Not of an account that is being deleted.
  editor uuid := (select u.id from auth.users u where u.id = auth.uid());
  what text;
begin
  -- A message that arrives, or that its sender or the schedule erases, is not an admin's change.
  if done is null or (tg_argv[0] = 'message' and editor is null) then
    return null;
  end if;
  select string_agg(coalesce(after, before) ->> name, '/' order by place) into what
    from unnest(tg_argv[1:]) with ordinality as columns (name, place);
  -- Saves in quick succession are one line.
  update public.journal j set at = now(), fields = array(select distinct unnest(j.fields || noted) order by 1)
  where j.id = (select max(k.id) from public.journal k where k.actor = editor) and j.at > now() - interval '10 minutes'
    and j.kind = tg_argv[0] and j.subject = what and j.action = done and tg_op = 'UPDATE';
  if not found then
    insert into public.journal (actor, is_server, kind, action, subject, fields)
    values (editor, auth.uid() is null, tg_argv[0], done, what, noted);
  end if;
  return null;
end
$$;
create trigger note_change after insert or update or delete on public.blog_posts
  for each row when (pg_trigger_depth() = 0 and current_setting('plumbline.is_seeding', true) is distinct from 'on')
  execute function public.note_change('post', 'id');
create trigger note_change after insert or delete or update of position, data, hidden, live_from on public.entries
  for each row when (current_setting('plumbline.is_seeding', true) is distinct from 'on')
  execute function public.note_change('content', 'collection', 'key');
create trigger note_change after insert or delete on public.user_roles
  for each row execute function public.note_change('role', 'user_id');
create trigger note_changed_role after update on public.user_roles
  for each row when (old.role is distinct from new.role) execute function public.note_change('role', 'user_id');
create trigger note_change after update or delete on public.contact_messages
  for each row execute function public.note_change('message', 'id');
create trigger note_change after insert or update or delete on public.pictures
  for each row execute function public.note_change('picture', 'id');

-- Changes of entries carry their newest title. Leaders and authors have a job title beside their name.
create function public.journal_page(
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

create function public.journal_people() returns table (id uuid, email text)
language sql stable security definer set search_path = '' as $$
  select u.id, u.email::text from auth.users u
  where public.is_admin() and exists (select from public.journal j where j.actor = u.id)
  order by u.email limit 200
$$;

-- The releases of the site that have run on this database.
create table public.releases (
  version text primary key check (char_length(version) between 1 and 40),
  first_started_at timestamptz not null default now()
);

-- Called at each start. An upgrade is a line in the journal; the first release is not.
create function public.note_release(version text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.releases (version) values (note_release.version) on conflict do nothing;
  if found and (select count(*) from public.releases) > 1 then
    insert into public.journal (is_server, kind, action, subject) values (true, 'release', 'started', note_release.version);
  end if;
end
$$;

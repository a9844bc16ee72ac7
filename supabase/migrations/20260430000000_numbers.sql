-- Visits as sums per day: no row is about one person.

create table public.visits (
  day date not null,
  kind text not null check (kind in ('person', 'crawler', 'ai', 'feed')),
  path text not null check (char_length(path) between 1 and 300),
  -- A person: the host that led here, 'none', or 'inside' for a page of this site. Others: the name of the program.
  source text not null check (char_length(source) between 1 and 100),
  device text not null check (device in ('phone', 'tablet', 'desktop', 'none')),
  visits bigint not null,
  -- Those of the day whose first visit this was.
  readers bigint not null default 0,
  primary key (day, kind, path, source, device)
);
revoke all on public.visits from public, anon, authenticated, service_role;
alter table public.visits enable row level security;
alter table public.visits force row level security;
create policy owner on public.visits to current_user using (true) with check (true);
create policy "an admin may select" on public.visits for select to authenticated using ((select public.is_admin()));
grant select on public.visits to authenticated;

-- Adds what a process has counted. Paths of persons without a page are 'other', and so is their source. A day has at most 3,000 rows of a kind; what
-- comes later keeps its page while there are at most 6,000, and is then 'other'. Days are kept for two years and a bit.
create function public.count_visits(counted jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  one record;
  slot text;
  stored bigint;
  is_new boolean;
  rows jsonb := '{}';
begin
  perform pg_advisory_xact_lock(hashtext('public.visits'));
  for one in
    with page as (
      select '/blog/' || slug as path from public.blog_posts
        where status = 'published' and published_at <= now() and deleted_at is null
      union select '/blog/tag/' || tag from public.blog_posts, unnest(public.tag_slugs(tags)) tag
        where status = 'published' and published_at <= now() and deleted_at is null
      union select path from public.site_paths where kind is null or public.page_address(kind, key) = path
      union select public.entry_address(entry) from public.entries entry where entry.live_from <= now() and not entry.hidden
    )
    select given.day, given.kind, given.device, sum(given.visits)::bigint as visits, sum(given.readers)::bigint as readers,
      case when is_known then given.path else 'other' end as path, case when is_known then given.source else 'other' end as source
    from jsonb_to_recordset(counted) given
      (day date, kind text, path text, source text, device text, visits bigint, readers bigint),
      lateral (select given.kind <> 'person' or exists (select from page where page.path = given.path) as is_known) found
    where given.day between current_date - 2 and current_date + 1 and given.visits > 0
    group by 1, 2, 3, 6, 7 order by 4 desc
  loop
    slot := one.day || one.kind;
    if not rows ? slot then
      select count(*) into stored from public.visits where day = one.day and kind = one.kind;
      rows := rows || jsonb_build_object(slot, stored);
    end if;
    if (rows ->> slot)::bigint >= 3000 and not exists (select from public.visits where (day, kind, path, source, device)
        = (one.day, one.kind, one.path, one.source, one.device)) then
      one.source := 'other';
      one.path := case when (rows ->> slot)::bigint >= 6000 or one.kind <> 'person' then 'other' else one.path end;
    end if;
    insert into public.visits as known values (one.day, one.kind, one.path, one.source, one.device, one.visits, one.readers)
      on conflict (day, kind, path, source, device) do update
      set visits = known.visits + excluded.visits, readers = known.readers + excluded.readers
      returning known.xmax = 0 into is_new;
    rows := rows || jsonb_build_object(slot, (rows ->> slot)::bigint + is_new::integer);
  end loop;
  delete from public.visits where day < current_date - 800;
end
$$;

-- For the newsroom: a number of days up to today, and the sums of as many days before. Inquiries need 'messages'; those
-- that are erased or spam do not count.
create function public.numbers(zone text, days integer) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  today date := (now() at time zone zone)::date;
  span integer := least(greatest(days, 1), 366);
  first date := today - span + 1;
begin
  if not public.is_admin() then
    raise exception 'Only an administrator sees the numbers.' using errcode = '42501';
  end if;
  return (
    with seen as materialized (
      select * from public.visits where day between first - span and today
    ), inquiry as materialized (
      select id, name, service, state, created_at, (created_at at time zone zone)::date as day,
        coalesce(other_fields ->> 'came_from', '') as page, coalesce(other_fields ->> 'came_via', '') as source
      from public.contact_messages
      where public.has_messages() and status <> 'quarantine' and created_at >= (first - span)::timestamp at time zone zone
    ), now_seen as (select * from seen where day >= first)
    select jsonb_build_object(
      'isOn', coalesce((select data ->> 'numbers' = 'on' from public.entries where collection = 'facts' and key = 'main'
        and live_from <= now() and not hidden order by live_from desc limit 1), false),
      'days', (select jsonb_agg(jsonb_build_object('day', each.day, 'visits', coalesce(sums.visits, 0),
          'readers', coalesce(sums.readers, 0), 'inquiries', asked.count) order by each.day)
        from (select first + n as day from generate_series(0, span - 1) n) each
        left join (select day, sum(visits) as visits, sum(readers) as readers from seen where kind = 'person' group by 1) sums
          using (day)
        cross join lateral (select count(*) from inquiry where inquiry.day = each.day) asked),
      'before', (select jsonb_build_object('visits', coalesce(sum(visits), 0), 'readers', coalesce(sum(readers), 0),
          'inquiries', (select count(*) from inquiry where day < first), 'isWhole', exists (
            select from public.visits where kind = 'person' and day <= first - span))
        from seen where day < first and kind = 'person'),
      'pages', (select coalesce(jsonb_agg(one), '[]') from (select path as name, sum(visits) as visits from now_seen
        where kind = 'person' group by 1 order by 2 desc, 1 limit 500) one),
      'sources', (select coalesce(jsonb_agg(one), '[]') from (select source as name, sum(visits) as visits from now_seen
        where kind = 'person' and source <> 'inside' group by 1 order by 2 desc, 1 limit 500) one),
      'devices', (select coalesce(jsonb_agg(one), '[]') from (select device as name, sum(visits) as visits from now_seen
        where kind = 'person' group by 1 order by 2 desc, 1) one),
      'programs', (select coalesce(jsonb_agg(one), '[]') from (select kind, source as name, count(distinct path) as pages,
          sum(visits) as visits
        from now_seen where kind <> 'person' group by 1, 2 order by 4 desc, 2 limit 500) one),
      'posts', (select coalesce(jsonb_agg(jsonb_build_object('day', (published_at at time zone zone)::date, 'title', title)
          order by published_at), '[]') from public.blog_posts where status = 'published' and deleted_at is null
        and published_at <= now() and (published_at at time zone zone)::date >= first),
      'inquiries', case when public.has_messages() then (select coalesce(jsonb_agg(one), '[]') from (
        select id, name, service, state, created_at, page, source from inquiry where day >= first
        order by created_at desc limit 20) one) end));
end
$$;
revoke all on function public.count_visits(jsonb), public.numbers(text, integer)
  from public, anon, authenticated, service_role;
grant execute on function public.count_visits(jsonb) to service_role;
grant execute on function public.numbers(text, integer) to authenticated;

-- Hidden entries were readable by everybody. Now admins read them, and nobody else.
drop policy "anyone reads what is live" on public.entries;
create policy "anyone reads what is shown" on public.entries for select to anon, authenticated
  using (live_from <= now() and not hidden);

-- The rows that pages are made of. A hidden entry removes the shipped one with its key, so the server learns its key, not its data.
create function public.live_entries() returns table (
  collection text, key text, "position" double precision, data jsonb, hidden boolean, live_from timestamptz,
  version integer
)
language sql stable security definer set search_path = '' as $$
  select e.collection, e.key, e.position, case when e.hidden then '{}' else e.data end, e.hidden, e.live_from, e.version
  from public.entries e where e.live_from <= now() order by e.id
$$;
revoke all on function public.live_entries() from public, anon, authenticated, service_role;
grant execute on function public.live_entries() to service_role;

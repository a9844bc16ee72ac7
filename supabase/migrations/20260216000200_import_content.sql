-- For `npm run content`, which reaches Supabase only through its API: one call is one transaction.
-- Scheduled entries stay; pictures that are in the bin come back.
create function public.import_content(entries jsonb, pictures jsonb, uploads text[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  missing text;
begin
  select wanted.name into missing from unnest(uploads) as wanted (name) where not exists (
    select from storage.objects object where object.bucket_id = 'images' and object.name = wanted.name);
  if missing is not null then
    raise exception 'the picture % is not in it.', missing;
  end if;
  insert into public.pictures (name, title, alt)
    select added.name, added.title, added.alt from jsonb_to_recordset($2) as added (name text, title text, alt text)
    on conflict (name) do update set deleted_at = null;
  -- prepare_entry would change a scheduled entry whose time has come during the insert, which then could not.
  delete from public.entries live where live.live_from <= now() and (live.is_scheduled or not exists (
    select from jsonb_to_recordset($1) as added (collection text, key text)
    where added.collection = live.collection and added.key = live.key));
  insert into public.entries (collection, key, position, hidden, data)
    select added.collection, added.key, added.position, added.hidden, added.data
    from jsonb_to_recordset($1)
      as added (collection text, key text, position double precision, hidden boolean, data jsonb)
    on conflict (collection, key, is_scheduled) do update
    set position = excluded.position, hidden = excluded.hidden, data = excluded.data, live_from = excluded.live_from;
end
$$;
revoke all on function public.import_content(jsonb, jsonb, text[]) from public, anon, authenticated, service_role;
grant execute on function public.import_content(jsonb, jsonb, text[]) to service_role;

create policy "the service reads pictures" on public.pictures for select to service_role using (true);
grant select (name, title, alt) on public.pictures to service_role;

-- The newsroom also hears of changed entries, drafts of entries and roles, again by their keys only. Presence in the
-- topic carries account ids; admins read the names here.
create function public.announce_keys_to_newsroom() returns trigger language plpgsql security definer set search_path = '' as $$
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

create trigger announce_to_newsroom after insert or update or delete on public.entries
for each row execute function public.announce_keys_to_newsroom('collection', 'key');
create trigger announce_to_newsroom after insert or update or delete on public.entry_drafts
for each row execute function public.announce_keys_to_newsroom('collection', 'key');
create trigger announce_to_newsroom after insert or update or delete on public.user_roles
for each row execute function public.announce_keys_to_newsroom('user_id');

create function public.name_people(ids uuid[]) returns table (id uuid, email text)
language sql stable security definer set search_path = '' as $$
  select u.id, u.email::text from auth.users u where u.id = any (ids[1:100]) and public.is_admin()
$$;

revoke execute on function public.announce_keys_to_newsroom() from public, anon, authenticated;
revoke execute on function public.name_people(uuid[]) from public, anon, authenticated, service_role;
grant execute on function public.name_people(uuid[]) to authenticated;

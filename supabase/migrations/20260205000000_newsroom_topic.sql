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

create function public.announce_to_newsroom() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send(
    jsonb_build_object('table', tg_table_name, 'id', coalesce(new.id, old.id)), 'change', 'newsroom', true);
  return null;
exception when undefined_function or invalid_schema_name or undefined_table or insufficient_privilege then
  return null; -- The write counts, the announcement does not.
end
$$;
revoke execute on function public.announce_to_newsroom from public, anon, authenticated;

create trigger announce_to_newsroom after insert or update or delete on public.contact_messages
for each row execute function public.announce_to_newsroom();
create trigger announce_to_newsroom after insert or update or delete on public.blog_posts
for each row execute function public.announce_to_newsroom();

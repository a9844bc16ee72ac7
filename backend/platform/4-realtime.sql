create schema if not exists realtime;
grant usage on schema realtime to anon, authenticated, service_role;

-- Unlogged: a message matters only while it is delivered.
create unlogged table if not exists realtime.messages (
  id uuid primary key default gen_random_uuid(),
  topic text not null,
  extension text not null,
  payload jsonb,
  event text,
  private boolean default false,
  updated_at timestamp not null default (now() at time zone 'utc'),
  inserted_at timestamp not null default (now() at time zone 'utc')
);
create index if not exists messages_topic_inserted_at_idx on realtime.messages (topic, inserted_at desc);
create index if not exists messages_inserted_at_idx on realtime.messages (inserted_at);
alter table realtime.messages enable row level security;
-- Policies decide who may read from and write to which topic.
grant select, insert on realtime.messages to anon, authenticated, service_role;
do $$
begin
  create policy service on realtime.messages to service_role using (true) with check (true);
exception when duplicate_object then
  null;
end
$$;

create or replace function realtime.topic() returns text language sql stable as $$
  select nullif(current_setting('realtime.topic', true), '')
$$;

create or replace function realtime.send(payload jsonb, event text, topic text, private boolean default true)
returns void language sql as $$
  insert into realtime.messages (payload, event, topic, private, extension)
  values (payload, event, topic, private, 'broadcast')
$$;

create or replace function realtime.announce_message() returns trigger language plpgsql security definer
set search_path = '' as $$
begin
  perform pg_notify('realtime', 'message ' || new.id);
  return null;
end
$$;
create or replace trigger announce_message after insert on realtime.messages
for each row execute function realtime.announce_message();

-- Ours, not Supabase's from here: Supabase reads the write-ahead log, which an embedded or managed database may not allow.
create unlogged table if not exists realtime.changes (
  id bigint generated always as identity primary key,
  relation regclass not null,
  type text not null,
  key jsonb not null,
  record jsonb,
  committed_at timestamptz not null default now()
);

-- Processes that share a database pass broadcasts and presence to each other through this table.
create unlogged table if not exists realtime.bus (
  id bigint generated always as identity primary key,
  sender uuid not null,
  body jsonb not null,
  created_at timestamptz not null default now()
);

do $$
begin
  create publication supabase_realtime;
exception when duplicate_object then
  null;
end
$$;

-- The trigger's arguments are the columns of the primary key.
create or replace function realtime.record_change() returns trigger language plpgsql security definer
set search_path = '' as $$
declare
  source jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  change bigint;
begin
  insert into realtime.changes (relation, type, key, record)
  select tg_relid, tg_op, jsonb_object_agg(name, source -> name), case when tg_op <> 'DELETE' then source end
  from unnest(tg_argv) as name
  returning id into change;
  perform pg_notify('realtime', 'change ' || change);
  return null;
end
$$;

-- Adds the trigger to the tables of the publication, and removes it from tables that have left.
create or replace function realtime.watch_published_tables() returns void language plpgsql set search_path = '' as $$
declare
  watched record;
begin
  for watched in
    select t.tgrelid::regclass as relation from pg_catalog.pg_trigger t
    where t.tgname = 'record_change' and not exists (
      select from pg_catalog.pg_publication_rel r join pg_catalog.pg_publication p on p.oid = r.prpubid
      where p.pubname = 'supabase_realtime' and r.prrelid = t.tgrelid)
  loop
    execute format('drop trigger record_change on %s', watched.relation);
  end loop;
  for watched in
    select r.prrelid::regclass as relation, string_agg(quote_literal(a.attname), ', ') as columns
    from pg_catalog.pg_publication_rel r
    join pg_catalog.pg_publication p on p.oid = r.prpubid and p.pubname = 'supabase_realtime'
    join pg_catalog.pg_index i on i.indrelid = r.prrelid and i.indisprimary
    join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
    where not exists (
      select from pg_catalog.pg_trigger t where t.tgname = 'record_change' and t.tgrelid = r.prrelid)
    group by r.prrelid
  loop
    begin
      execute format(
        'create trigger record_change after insert or update or delete on %s
          for each row execute function realtime.record_change(%s)', watched.relation, watched.columns);
    exception when duplicate_object then
      null; -- Another process was faster.
    end;
  end loop;
end
$$;

-- The condition under which a role may select a row of a table, made from the table's policies. It is evaluated on the row as
-- it was when it changed: the row may have changed again or be deleted since.
create or replace function realtime.select_condition(relation regclass, caller_role text) returns text
language sql stable as $$
  select case
    when not has_any_column_privilege(caller_role, relation, 'select') then 'false'
    when not c.relrowsecurity or r.rolbypassrls or r.rolsuper then 'true'
    else (
      select format('(%s) and (%s)',
        coalesce(string_agg(condition, ' or ') filter (where is_permissive), 'false'),
        coalesce(string_agg(condition, ' and ') filter (where not is_permissive), 'true'))
      from (
        select p.polpermissive as is_permissive, format('coalesce((%s), false)', pg_get_expr(p.polqual, p.polrelid)) as condition
        from pg_policy p
        where p.polrelid = relation and p.polcmd in ('r', '*')
          and (0 = any (p.polroles) or exists (
            select from unnest(p.polroles) as granted where granted <> 0 and pg_has_role(caller_role, granted, 'usage')))
      ) policies)
    end
  from pg_class c, pg_roles r where c.oid = relation and r.rolname = caller_role
$$;

-- Whether each caller may see a change, in their order. A deleted row cannot be judged by a policy: only admins and the
-- service role hear of it.
create or replace function realtime.visible_to(change bigint, callers jsonb) returns setof boolean language plpgsql as $$
declare
  caller jsonb;
  changed realtime.changes;
  row_name text;
  condition text;
  is_visible boolean;
begin
  select * into strict changed from realtime.changes where id = change;
  select relname into strict row_name from pg_class where oid = changed.relation;
  for caller in select value from jsonb_array_elements(callers) loop
    condition := realtime.select_condition(changed.relation, caller ->> 'role');
    perform set_config('request.jwt.claims', caller::text, true), set_config('role', caller ->> 'role', true);
    begin
      if caller ->> 'role' = 'service_role' then
        is_visible := true;
      elsif changed.type = 'DELETE' then
        is_visible := public.is_admin();
      else
        execute format('select exists (select from jsonb_populate_record(null::%s, $1) as %I where %s)',
          changed.relation, row_name, condition) into is_visible using changed.record;
      end if;
    exception when insufficient_privilege then
      is_visible := false;
    end;
    perform set_config('role', 'none', true);
    return next is_visible;
  end loop;
end
$$;
revoke all on function realtime.announce_message, realtime.record_change, realtime.watch_published_tables,
  realtime.visible_to, realtime.select_condition from public;

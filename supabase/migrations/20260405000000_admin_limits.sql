-- Two switches of each admin: 'messages' and 'people'. The role stays 'admin'.

-- An admin without a row has both; only those who were admins before this table can be without.
create table public.admin_limits (
  user_id uuid primary key references auth.users on delete cascade,
  can_messages boolean not null default true,
  can_people boolean not null default true
);
alter table public.admin_limits enable row level security;
alter table public.admin_limits force row level security;
revoke all on public.admin_limits from public, anon, authenticated, service_role;
create policy owner on public.admin_limits to current_user using (true) with check (true);
create policy service on public.admin_limits to service_role using (true) with check (true);
grant select on public.admin_limits to authenticated;
grant select, insert, update, delete on public.admin_limits to service_role;

-- What the inviter chose for an account that exists already.
alter table public.pending_roles
  add column can_messages boolean not null default true, add column can_people boolean not null default true;

-- The switches of an admin; both are false for everybody else.
create function public.switches_of(account uuid, out can_messages boolean, out can_people boolean)
language sql stable security definer set search_path = '' as $$
  select coalesce(bool_or(coalesce(l.can_messages, true)), false), coalesce(bool_or(coalesce(l.can_people, true)), false)
  from public.user_roles r left join public.admin_limits l on l.user_id = r.user_id
  where r.user_id = account and r.role = 'admin'
$$;

create function public.has_messages() returns boolean
language sql stable security definer set search_path = '' as $$
  select public.is_admin() and (public.switches_of(auth.uid())).can_messages
$$;

create function public.has_people() returns boolean
language sql stable security definer set search_path = '' as $$
  select public.is_admin() and (public.switches_of(auth.uid())).can_people
$$;

create policy "an admin reads the own switches, with 'people' all" on public.admin_limits for select to authenticated
  using (user_id = (select auth.uid()) or (select public.has_people()));

-- A new admin has at most the switches of the one who gives the role, and none that were taken away before. Commands on
-- the server and the service role give both. accept_role() sets those of an admin who accepts an offer.
create function public.write_admin_limits() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  given record := public.switches_of(case when auth.uid() <> new.user_id then auth.uid() end);
begin
  if auth.uid() is null then
    insert into public.admin_limits (user_id) values (new.user_id)
      on conflict (user_id) do update set can_messages = true, can_people = true;
  else
    insert into public.admin_limits as known values (new.user_id, given.can_messages, given.can_people)
      on conflict (user_id) do update set can_messages = known.can_messages and excluded.can_messages,
        can_people = known.can_people and excluded.can_people;
  end if;
  return null;
end
$$;
create trigger write_admin_limits after insert on public.user_roles
  for each row when (new.role = 'admin') execute function public.write_admin_limits();
create trigger write_changed_admin_limits after update on public.user_roles
  for each row when (new.role = 'admin' and old.role <> 'admin') execute function public.write_admin_limits();

-- Refuses to take a switch from the last admin who has it. Admins who have not accepted the invitation or are banned do
-- not count. The caller holds the lock.
create function public.keep_switches(losing uuid, messages boolean, people boolean) returns void
language plpgsql stable set search_path = '' as $$
declare
  left_over record;
begin
  select coalesce(bool_or(s.can_messages), false) as messages, coalesce(bool_or(s.can_people), false) as people
    into left_over
    from public.user_roles r join auth.users u on u.id = r.user_id
    cross join lateral public.switches_of(r.user_id) s
    where r.role = 'admin' and r.user_id <> losing and u.email_confirmed_at is not null
      and u.deleted_at is null and coalesce(u.banned_until <= now(), true);
  if people and not left_over.people then
    raise exception 'At least one administrator must be able to manage people.' using errcode = '23514';
  end if;
  if messages and not left_over.messages then
    raise exception 'At least one administrator must be able to read messages.' using errcode = '23514';
  end if;
end
$$;

create or replace function public.keep_one_admin() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  had record;
begin
  if tg_op = 'UPDATE' then
    new.updated_at := now();
    if new.user_id <> old.user_id then
      raise exception 'A role belongs to its account.' using errcode = '23514';
    end if;
  end if;
  if old.role = 'admin' and (tg_op = 'DELETE' or new.role <> 'admin') then
    -- Serializes two admins who remove each other at the same time.
    perform pg_advisory_xact_lock(hashtext('public.user_roles'));
    -- Admins who have not accepted the invitation or are banned do not count.
    if not exists (select from public.user_roles r join auth.users u on u.id = r.user_id
      where r.role = 'admin' and r.user_id <> old.user_id and u.email_confirmed_at is not null
        and u.deleted_at is null and coalesce(u.banned_until <= now(), true)) then
      raise exception 'The last administrator cannot be removed.' using errcode = '23514';
    end if;
    had := public.switches_of(old.user_id);
    perform public.keep_switches(old.user_id, had.can_messages, had.can_people);
  end if;
  return case tg_op when 'DELETE' then old else new end;
end
$$;

-- Nobody gives a switch that they lack, or changes their own.
create function public.set_admin_limits(person uuid, messages boolean, people boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  had record;
begin
  if not public.has_people() then
    raise exception 'You may not manage people.' using errcode = '42501';
  end if;
  if person = auth.uid() then
    raise exception 'Only another administrator can change what you may do.' using errcode = '42501';
  end if;
  perform pg_advisory_xact_lock(hashtext('public.user_roles'));
  if not exists (select from public.user_roles where user_id = person and role = 'admin') then
    raise exception 'This account is not an administrator.' using errcode = '23514';
  end if;
  had := public.switches_of(person);
  if messages and not had.can_messages and not public.has_messages() then
    raise exception 'You cannot give access to messages, because you have none yourself.' using errcode = '42501';
  end if;
  if (messages, people) = (had.can_messages, had.can_people) then
    return;
  end if;
  perform public.keep_switches(person, had.can_messages and not messages, had.can_people and not people);
  insert into public.admin_limits values (person, messages, people)
    on conflict (user_id) do update set can_messages = excluded.can_messages, can_people = excluded.can_people;
  insert into public.journal (actor, is_server, kind, action, subject, fields)
    values (auth.uid(), false, 'role', 'changed', person, array_remove(array[
      case when messages <> had.can_messages then 'messages' end, case when people <> had.can_people then 'people' end
    ], null));
end
$$;

-- Ends the sessions of another account and removes its second factors and recovery codes. The mailbox has to be
-- confirmed before the next sign-in: the password may be what the second factor protected against. A company's identity
-- provider confirms the addresses of its own people.
create function public.reset_second_factor(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform public.require_people_proof(person);
  delete from auth.mfa_factors where user_id = person and status = 'verified';
  if not found then
    raise exception 'This account has no second factor.' using errcode = '23514';
  end if;
  delete from auth.mfa_factors where user_id = person;
  delete from public.recovery_codes where user_id = person;
  delete from auth.sessions where user_id = person;
  update auth.users set email_confirmed_at = null where id = person and not is_sso_user;
  perform public.send_account_notice(person, 'auth-factor-reset', 'Your second factor was reset',
    E'An administrator of our website has removed the authenticator app or security key from your account, with its '
    || E'recovery codes, and has ended your sessions.\n\nBefore you can sign in again, choose a new password: ask for '
    || E'it where you sign in, and open the link that we mail you.\n\n'
    || E'If you did not ask for this, please reply to this email.\n');
  insert into public.journal (actor, is_server, kind, action, subject, fields)
    values (auth.uid(), false, 'role', 'changed', person, '{second_factor}');
end
$$;

-- Posts stay, without their author.
create function public.delete_account(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform public.require_people_proof(person);
  perform public.send_account_notice(person, 'auth-account-deleted', 'Your account was deleted',
    E'An administrator of our website has deleted your account, with its password and its sessions. This is the last '
    || E'email to it.\n\nIf you think this is a mistake, please reply to this email.\n');
  delete from auth.users where id = person;
  perform public.forget_in_audit(person);
  insert into public.journal (actor, is_server, kind, action, subject)
    values (auth.uid(), false, 'role', 'deleted', person);
end
$$;

create function public.require_people_proof(person uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  if not public.has_people() then
    raise exception 'You may not manage people.' using errcode = '42501';
  end if;
  if person = public.require_own_proof() then
    raise exception 'You change your own account at /account.' using errcode = '42501';
  end if;
  if not exists (select from auth.users where id = person and deleted_at is null) then
    raise exception 'This account does not exist any more.' using errcode = '23514';
  end if;
end
$$;

drop function public.list_people(text, integer);
create function public.list_people(search text default '', page integer default 1) returns table (
  id uuid, email text, role text, created_at timestamptz, last_sign_in_at timestamptz, confirmed boolean,
  has_second_factor boolean, can_messages boolean, can_people boolean, invited_at timestamptz, offered_at timestamptz,
  total bigint
)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not public.has_people() then
    raise exception 'You may not see who has an account.' using errcode = '42501';
  end if;
  return query
    select u.id, u.email::text, coalesce(r.role, 'user'), u.created_at, u.last_sign_in_at,
      u.email_confirmed_at is not null,
      exists (select from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified'),
      s.can_messages, s.can_people, case when u.email_confirmed_at is null then u.invited_at end,
      (select p.created_at from public.pending_roles p where p.user_id = u.id),
      count(*) over ()
    from auth.users u left join public.user_roles r on r.user_id = u.id
    cross join lateral public.switches_of(u.id) s
    where u.deleted_at is null and strpos(lower(coalesce(u.email, '')), lower(btrim(coalesce(search, '')))) > 0
    order by u.created_at desc, u.id
    limit 50 offset 50 * (least(greatest(coalesce(page, 1), 1), 1000000) - 1);
end
$$;

create or replace function public.take_invitation() returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  if not public.has_people() then
    raise exception 'You may not invite people.' using errcode = '42501';
  end if;
  return public.take_try(auth.uid(), 'invitation', 30, interval '1 hour');
end
$$;

drop function public.offer_role(uuid, text, text, uuid, jsonb);
create function public.offer_role(
  account uuid, offered text, token text, inviter uuid, mail jsonb, messages boolean default true,
  people boolean default true
) returns void
language plpgsql set search_path = '' as $$
declare
  mail_id uuid;
begin
  delete from public.pending_roles where created_at <= now() - interval '7 days';
  insert into public.pending_roles (user_id, role, token_hash, invited_by, can_messages, can_people)
    values (account, offered, sha256(convert_to(token, 'UTF8')), inviter, messages, people)
    on conflict (user_id) do update set role = excluded.role, token_hash = excluded.token_hash,
      invited_by = excluded.invited_by, created_at = excluded.created_at, can_messages = excluded.can_messages,
      can_people = excluded.can_people;
  insert into public.mail_outbox (kind, recipient, message_id, confidential)
    values (mail ->> 'kind', mail ->> 'to', mail ->> 'message_id', true)
    returning id into mail_id;
  insert into public.mail_bodies (mail_id, subject, text_body, html_body)
    values (mail_id, mail ->> 'subject', mail ->> 'text', mail ->> 'html');
end
$$;

-- Returns the caller's new role, or null if the link was used before, is older than seven days, belongs to another
-- account, or its sender may no longer manage people. The switches are those that the sender chose and still has.
create or replace function public.accept_role(token text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  accepted public.pending_roles;
  inviter record;
begin
  delete from public.pending_roles p
    where p.user_id = auth.uid() and p.token_hash = sha256(convert_to(token, 'UTF8'))
      and p.created_at > now() - interval '7 days' and (public.switches_of(p.invited_by)).can_people
    returning p.* into accepted;
  if accepted.role is null then
    return null;
  end if;
  insert into public.user_roles (user_id, role) values (auth.uid(), accepted.role)
    on conflict (user_id) do update set role = excluded.role where user_roles.role <> 'admin';
  if found and accepted.role = 'admin' then
    inviter := public.switches_of(accepted.invited_by);
    update public.admin_limits set can_messages = accepted.can_messages and inviter.can_messages,
      can_people = accepted.can_people and inviter.can_people
    where user_id = auth.uid();
  end if;
  return accepted.role;
end
$$;

-- Everything about messages.
alter policy "an admin may select" on public.contact_messages using ((select public.has_messages()));
alter policy "an admin may update" on public.contact_messages
  using ((select public.has_messages())) with check ((select public.has_messages()));
alter policy "an admin may delete" on public.contact_messages using ((select public.has_messages()));
-- The other emails are about accounts and name their addresses.
alter policy "an admin may select" on public.mail_outbox using (
  case when contact_message_id is null and kind not like 'contact-%'
    then (select public.has_people()) else (select public.has_messages()) end);
alter policy "an admin queues a failed mail again" on public.mail_outbox
  using (state = 'failed' and case when contact_message_id is null and kind not like 'contact-%'
    then (select public.has_people()) else (select public.has_messages()) end)
  with check ((select public.is_admin()) and state = 'queued');

-- Everything about people.
alter policy "a user reads the own role, an admin all" on public.user_roles
  using (user_id = (select auth.uid()) or (select public.has_people()));
alter policy "an admin may insert" on public.user_roles with check ((select public.has_people()));
alter policy "an admin may update" on public.user_roles
  using ((select public.has_people())) with check ((select public.has_people()));
alter policy "an admin may delete" on public.user_roles using ((select public.has_people()));

alter policy "an admin may select" on public.journal using (
  case kind when 'message' then (select public.has_messages()) when 'role' then (select public.has_people())
    else (select public.is_admin()) end);

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
  where (select public.is_admin()) and (j.kind <> 'message' or (select public.has_messages()))
    and (j.kind <> 'role' or (select public.has_people())) and (wanted_kind is null or j.kind = wanted_kind)
    and (wanted_actor is null or j.actor = wanted_actor) and (before_id is null or j.id < before_id)
  order by j.id desc limit 50
$$;

-- The names of those who are in the newsroom at the same time; other accounts only for those who manage people.
create or replace function public.name_people(ids uuid[]) returns table (id uuid, email text)
language sql stable security definer set search_path = '' as $$
  select u.id, u.email::text from auth.users u
  where u.id = any (ids[1:100]) and (public.has_people() or public.is_admin()
    and exists (select from public.user_roles r where r.user_id = u.id and r.role = 'admin'))
$$;

-- Everything about messages is announced on a topic of its own.
do $$
begin
  create policy "admins with 'messages' read their topic" on realtime.messages for select to authenticated
    using (realtime.topic() = 'newsroom:messages' and public.has_messages());
exception when undefined_table or invalid_schema_name or insufficient_privilege then
  null;
end
$$;
create or replace function public.announce_to_newsroom() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed jsonb := to_jsonb(coalesce(new, old));
  topic text := case when tg_table_name in ('contact_messages', 'message_replies', 'message_files')
    then 'newsroom:messages' else 'newsroom' end;
  id text;
begin
  select string_agg(changed ->> name, '/' order by place) into id
    from unnest(tg_argv) with ordinality as columns (name, place);
  perform realtime.send(jsonb_build_object('table', tg_table_name, 'id', id), 'change', topic, true);
  return null;
exception when undefined_function or invalid_schema_name or undefined_table or insufficient_privilege then
  return null; -- The write counts, the announcement does not.
end
$$;
create trigger announce_to_newsroom after insert or update on public.admin_limits
  for each row execute function public.announce_to_newsroom('user_id');

-- The numbers about messages, and of the overview the parts about them, are null for an admin without 'messages'.
alter function public.newsroom_overview(text) rename to whole_overview;
create function public.newsroom_overview(zone text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select public.whole_overview(zone) || case when public.has_messages() then '{}'
    else '{"unread": null, "quarantine": null, "weeks": null}'::jsonb end
$$;
alter function public.newsroom_counts(text) rename to whole_counts;
create function public.newsroom_counts(list text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case when list <> 'messages' or public.has_messages() or not public.is_admin()
    then public.whole_counts(list) end
$$;

-- The email about the role says what it includes.
create or replace function public.mail_role_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  account uuid := coalesce(new.user_id, old.user_id);
  is_granted boolean := coalesce(new.role, 'user') = 'admin';
  given record := public.switches_of(auth.uid());
  address text;
  domain text;
  mail uuid;
begin
  if is_granted = (coalesce(old.role, 'user') = 'admin') or auth.uid() is null or auth.uid() = account then
    return null;
  end if;
  select email into address from auth.users
    where id = account and email_confirmed_at is not null and deleted_at is null;
  if address is null then
    return null;
  end if;
  select split_part(email, '@', 2) into domain from auth.users where id = auth.uid();
  insert into public.mail_outbox (kind, recipient, message_id, confidential)
  values (case when is_granted then 'role-granted' else 'role-removed' end, address,
    format('<%s@%s>', gen_random_uuid(), coalesce(nullif(domain, ''), 'localhost')), false)
  returning id into mail;
  insert into public.mail_bodies (mail_id, subject, text_body)
  values (mail,
    case when is_granted then 'You are now an administrator of our website'
      else 'You are no longer an administrator of our website' end,
    case when is_granted
      then format(E'An administrator of our website has given your account %s the admin role. From now on you can write '
        'and publish posts%s, all in the newsroom.\n\n'
        'If you did not expect this, please reply to this email.\n', address,
        case when given.can_messages then ', read the messages that arrive, and manage people'
          else ' and manage people' end)
      else format(E'An administrator of our website has removed the admin role from your account %s. The newsroom is '
        'closed to you from now on. Your account and everything you have published stay as they are.\n\n'
        'If you think this is a mistake, please reply to this email.\n', address) end);
  return null;
end
$$;

-- Functions can be called by everybody unless that is revoked.
revoke all on function public.switches_of(uuid), public.has_messages(), public.has_people(), public.write_admin_limits(),
  public.keep_switches(uuid, boolean, boolean), public.set_admin_limits(uuid, boolean, boolean),
  public.reset_second_factor(uuid), public.delete_account(uuid), public.require_people_proof(uuid),
  public.list_people(text, integer), public.offer_role(uuid, text, text, uuid, jsonb, boolean, boolean),
  public.newsroom_overview(text), public.newsroom_counts(text), public.whole_overview(text), public.whole_counts(text)
  from public, anon, authenticated, service_role;
grant execute on function public.has_messages(), public.has_people(),
  public.set_admin_limits(uuid, boolean, boolean), public.reset_second_factor(uuid), public.delete_account(uuid),
  public.list_people(text, integer), public.newsroom_overview(text), public.newsroom_counts(text) to authenticated;
grant execute on function public.offer_role(uuid, text, text, uuid, jsonb, boolean, boolean) to service_role;

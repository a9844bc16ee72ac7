-- Everything about one address: found, exported and erased by admins with both switches, after fresh proof.

create function public.require_person_rights() returns void
language plpgsql stable set search_path = '' as $$
begin
  if not (public.has_messages() and public.has_people()) then
    raise exception 'You need access to messages and to people for this.' using errcode = '42501';
  end if;
  perform public.require_own_proof();
end
$$;

create function public.find_person(address text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform public.require_person_rights();
  return jsonb_build_object(
    'messages', (
      select coalesce(jsonb_agg(to_jsonb(m) - array['idempotency_key', 'assignee'] || jsonb_build_object('replies', (
          select coalesce(jsonb_agg(jsonb_build_object('at', r.at, 'direction', r.direction, 'text', r.text)
            order by r.at), '[]')
          from public.message_replies r where r.message_id = m.id)) order by m.created_at), '[]')
      from public.contact_messages m where lower(m.email) = lower(btrim(address))
    ),
    'mails', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', o.kind, 'state', o.state, 'created_at', o.created_at,
        'sent_at', o.sent_at) order by o.created_at), '[]')
      from public.mail_outbox o where lower(o.recipient) = lower(btrim(address))
    ),
    'account', (
      select jsonb_build_object('id', u.id, 'email', u.email, 'created_at', u.created_at,
        'confirmed_at', u.email_confirmed_at, 'last_sign_in_at', u.last_sign_in_at, 'role', coalesce(r.role, 'user'),
        'sessions', (select count(*) from auth.sessions s where s.user_id = u.id),
        'posts', (select coalesce(jsonb_agg(p.title order by p.id), '[]') from public.blog_posts p
          where p.created_by = u.id))
      from auth.users u left join public.user_roles r on r.user_id = u.id
      where lower(u.email) = lower(btrim(address)) and u.deleted_at is null
    )
  );
end
$$;

-- Posts stay, without their author. Nobody is mailed: the address would be stored once more.
create function public.erase_person(address text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  account uuid := (select u.id from auth.users u where lower(u.email) = lower(btrim(address)) and u.deleted_at is null);
begin
  perform public.require_person_rights();
  if account = auth.uid() then
    raise exception 'You delete your own account at /account.' using errcode = '42501';
  end if;
  delete from public.contact_messages where lower(email) = lower(btrim(address));
  delete from auth.users where id = account;
  perform public.forget_in_audit(account);
  delete from public.mail_outbox where lower(recipient) = lower(btrim(address));
  insert into public.journal (actor, is_server, kind, action, subject)
    values (auth.uid(), false, 'role', 'erased', 'person');
end
$$;

revoke all on function public.require_person_rights(), public.find_person(text), public.erase_person(text)
  from public, anon, authenticated, service_role;
grant execute on function public.find_person(text), public.erase_person(text) to authenticated;

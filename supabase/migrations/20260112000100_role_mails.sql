-- Emails users when another admin grants or removes their admin role, in the same transaction. The command line and
-- the service key send no email, nor do unconfirmed accounts get one: their invitation explains the role.
create function public.mail_role_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  account uuid := coalesce(new.user_id, old.user_id);
  is_granted boolean := coalesce(new.role, 'user') = 'admin';
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
        'and publish posts, read the messages that arrive, and manage people, all in the newsroom.\n\n'
        'If you did not expect this, please answer this mail.\n', address)
      else format(E'An administrator of our website has removed the admin role from your account %s. The newsroom is '
        'closed to you from now on. Your account and everything you have published stay as they are.\n\n'
        'If you think this is a mistake, please answer this mail.\n', address) end);
  return null;
end
$$;
revoke all on function public.mail_role_change() from public, anon, authenticated, service_role;
create trigger mail_role_change after insert or delete or update of role on public.user_roles
  for each row execute function public.mail_role_change();

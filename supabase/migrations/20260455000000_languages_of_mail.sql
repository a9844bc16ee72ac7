-- The language of a message, and of the emails that the database writes: about accounts and roles.

alter table public.contact_messages add column language text not null default '' check (public.is_locale(language));

create or replace function public.submit_contact_message(message jsonb, mails jsonb default '[]') returns jsonb
language plpgsql set search_path = '' as $$
declare
  key text := message ->> 'idempotency_key';
  limits jsonb;
  stored public.contact_messages;
begin
  -- Serializes two submissions of the same message, so that it counts once.
  perform pg_advisory_xact_lock(hashtextextended('contact ' || key, 0));
  select * into stored from public.contact_messages where idempotency_key = key;
  if found then
    return jsonb_build_object('id', stored.id, 'reference', stored.reference, 'repeated', true);
  end if;
  limits := public.apply_contact_limits(message);
  if limits ? 'wait_seconds' then
    return limits;
  end if;
  insert into public.contact_messages
    (id, reference, name, email, phone, company, service, message, source, other_fields, status, idempotency_key,
     spam_score, spam_reasons, language)
  values (
    coalesce((message ->> 'id')::uuid, gen_random_uuid()),
    coalesce(message ->> 'reference', upper(left(replace(gen_random_uuid()::text, '-', ''), 10))),
    message ->> 'name', message ->> 'email', coalesce(message ->> 'phone', ''), coalesce(message ->> 'company', ''),
    message ->> 'service', message ->> 'message', coalesce(message ->> 'source', ''),
    coalesce(message -> 'other_fields', '{}'), limits ->> 'status', key,
    coalesce((message ->> 'spam_score')::integer, 0), array(select jsonb_array_elements_text(limits -> 'reasons')),
    coalesce(message ->> 'language', '')
  )
  returning * into stored;
  perform public.queue_contact_mails(stored, mails);
  if random() < 0.01 then
    delete from public.contact_limits where expires_at < now();
  end if;
  return jsonb_build_object('id', stored.id, 'reference', stored.reference, 'repeated', false);
end
$$;

-- Of the page where the owner acts, else of the account, else the first of the site; without a region.
create function public.language_of_account(account uuid) returns text
language sql stable set search_path = '' as $$
  select split_part(tag, '-', 1) from (values
    (1, case when account = auth.uid()
      then nullif(current_setting('request.headers', true), '')::jsonb ->> 'content-language' end),
    (2, (select raw_user_meta_data ->> 'language' from auth.users where id = account)),
    (3, public.site_language())
  ) as known (place, tag)
  where tag <> '' and public.is_locale(tag) order by place limit 1
$$;

-- The German of an email; English is written where the email is made. What differs by case has a name of its own.
create function public.notice_in(language text, notice text) returns table (subject text, body text)
language sql immutable set search_path = '' as $$
  select known.subject, known.body from (values
    ('de', 'auth-recovery-codes', 'Sie haben neue Wiederherstellungscodes',
      E'Für Ihr Konto wurden neue Wiederherstellungscodes erstellt. Die bisherigen gelten nicht mehr.\n\n'
      'Falls Sie das nicht waren, wählen Sie bitte sofort ein neues Passwort und erstellen Sie neue Codes.\n'),
    ('de', 'auth-recovery-code-used', 'Ein Wiederherstellungscode wurde verwendet',
      E'Mit einem Wiederherstellungscode hat sich jemand bei Ihrem Konto angemeldet. Er gilt nicht mehr; die '
      'Authenticator-App und die übrigen Codes gelten weiter.\n\n'
      'Falls Sie das nicht waren, wählen Sie bitte sofort ein neues Passwort und erstellen Sie neue Codes.\n'),
    ('de', 'auth-factor-removed', 'Die Authenticator-App wurde von Ihrem Konto entfernt',
      E'Bei der Anmeldung wird ihr Code nicht mehr verlangt.\n\n'
      'Falls Sie das nicht waren, wählen Sie bitte sofort ein neues Passwort und richten Sie die App wieder ein.\n'),
    ('de', 'auth-key-removed', 'Ein Sicherheitsschlüssel wurde von Ihrem Konto entfernt',
      E'Bei der Anmeldung wird er nicht mehr verlangt.\n\n'
      'Falls Sie das nicht waren, wählen Sie bitte sofort ein neues Passwort und richten Sie den Schlüssel wieder ein.\n'),
    ('de', 'auth-account-deleted', 'Ihr Konto wurde gelöscht',
      E'Ihr Konto wurde gelöscht, mit dem Passwort und den Sitzungen. Dies ist die letzte E-Mail dazu.\n\n'
      'Falls Sie das nicht waren, antworten Sie bitte auf diese E-Mail.\n'),
    ('de', 'auth-account-deleted-by-admin', 'Ihr Konto wurde gelöscht',
      E'Die Administration unserer Website hat Ihr Konto gelöscht, mit dem Passwort und den Sitzungen. Dies ist die '
      'letzte E-Mail dazu.\n\nFalls Sie das für einen Irrtum halten, antworten Sie bitte auf diese E-Mail.\n'),
    ('de', 'auth-factor-reset', 'Ihr zweiter Faktor wurde zurückgesetzt',
      E'Die Administration unserer Website hat die Authenticator-App oder den Sicherheitsschlüssel von Ihrem Konto '
      'entfernt, mit den Wiederherstellungscodes, und Ihre Sitzungen beendet.\n\nBevor Sie sich wieder anmelden '
      'können, wählen Sie ein neues Passwort: Fordern Sie es bei der Anmeldung an, und öffnen Sie den Link in '
      'unserer E-Mail.\n\nFalls Sie nicht darum gebeten haben, antworten Sie bitte auf diese E-Mail.\n'),
    ('de', 'role-granted', 'Sie verwalten jetzt unsere Website',
      E'Ihr Konto %s hat jetzt die Rolle der Administration. Ab sofort können Sie Beiträge schreiben und '
      'veröffentlichen, eingegangene Nachrichten lesen und Personen verwalten, alles im Newsroom.\n\n'
      'Falls Sie das nicht erwartet haben, antworten Sie bitte auf diese E-Mail.\n'),
    ('de', 'role-granted-without-messages', 'Sie verwalten jetzt unsere Website',
      E'Ihr Konto %s hat jetzt die Rolle der Administration. Ab sofort können Sie Beiträge schreiben und '
      'veröffentlichen und Personen verwalten, alles im Newsroom.\n\n'
      'Falls Sie das nicht erwartet haben, antworten Sie bitte auf diese E-Mail.\n'),
    ('de', 'role-removed', 'Sie verwalten unsere Website nicht mehr',
      E'Ihr Konto %s hat die Rolle der Administration nicht mehr. Der Newsroom ist für Sie ab sofort geschlossen. Ihr '
      'Konto und alles, was Sie veröffentlicht haben, bleiben, wie sie sind.\n\n'
      'Falls Sie das für einen Irrtum halten, antworten Sie bitte auf diese E-Mail.\n')
  ) as known (language, notice, subject, body)
  where known.language = notice_in.language and known.notice = notice_in.notice
$$;

create or replace function public.send_account_notice(account uuid, notice text, subject text, body text) returns void
language plpgsql set search_path = '' as $$
declare
  address text := (select nullif(email, '') from auth.users where id = account);
  mail uuid;
begin
  if address is null then
    return;
  end if;
  insert into public.mail_outbox (kind, recipient, message_id)
    values (notice, address, '<' || gen_random_uuid() || '@account.invalid>') returning id into mail;
  insert into public.mail_bodies (mail_id, subject, text_body)
    select mail, coalesce(translated.subject, send_account_notice.subject),
      coalesce(translated.body, send_account_notice.body)
    from (select) as here left join public.notice_in(public.language_of_account(account),
      case when notice = 'auth-factor-removed' and send_account_notice.subject like '%key%' then 'auth-key-removed'
        when notice = 'auth-account-deleted' and auth.uid() is distinct from account
        then 'auth-account-deleted-by-admin' else notice end) as translated on true;
end
$$;

create or replace function public.mail_role_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  account uuid := coalesce(new.user_id, old.user_id);
  is_granted boolean := coalesce(new.role, 'user') = 'admin';
  given record := public.switches_of(auth.uid());
  address text;
  domain text;
  mail uuid;
  notice text := case when is_granted then 'role-granted' else 'role-removed' end;
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
  values (notice, address, format('<%s@%s>', gen_random_uuid(), coalesce(nullif(domain, ''), 'localhost')), false)
  returning id into mail;
  insert into public.mail_bodies (mail_id, subject, text_body)
  select mail,
    coalesce(translated.subject, case when is_granted then 'You are now an administrator of our website'
      else 'You are no longer an administrator of our website' end),
    format(coalesce(translated.body, case when is_granted
      then E'An administrator of our website has given your account %s the admin role. From now on you can write '
        'and publish posts' || case when given.can_messages then ', read the messages that arrive, and manage people'
          else ' and manage people' end || E', all in the newsroom.\n\n'
        'If you did not expect this, please reply to this email.\n'
      else E'An administrator of our website has removed the admin role from your account %s. The newsroom is '
        'closed to you from now on. Your account and everything you have published stay as they are.\n\n'
        'If you think this is a mistake, please reply to this email.\n' end), address)
  from (select) as here left join public.notice_in(public.language_of_account(account),
    case when is_granted and not given.can_messages then 'role-granted-without-messages' else notice end)
    as translated on true;
  return null;
end
$$;

-- Functions can be called by everybody unless that is revoked.
revoke all on function public.language_of_account(uuid), public.notice_in(text, text)
  from public, anon, authenticated, service_role;

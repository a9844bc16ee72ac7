-- Who hides the overview's list of first steps: an admin for themselves, or, where it is null, one of them for everyone.
create table public.hidden_first_steps (
  user_id uuid unique nulls not distinct references auth.users on delete cascade
);
revoke all on public.hidden_first_steps from public, anon, authenticated, service_role;
alter table public.hidden_first_steps enable row level security;
alter table public.hidden_first_steps force row level security;
create policy owner on public.hidden_first_steps to current_user using (true) with check (true);
create policy "an admin hides the steps" on public.hidden_first_steps for all to authenticated
  using ((select public.is_admin()) and coalesce(user_id, (select auth.uid())) = (select auth.uid()))
  with check ((select public.is_admin()) and coalesce(user_id, (select auth.uid())) = (select auth.uid()));
grant select, insert, delete on public.hidden_first_steps to authenticated;

-- Sends an email to the caller, at most one a minute. Its delivery is read in the outbox, as that of other account emails.
create function public.send_test_mail() returns void
language plpgsql security definer set search_path = '' as $$
declare
  address text := (select email from auth.users where id = auth.uid());
  mail uuid;
begin
  if not public.has_people() then
    raise exception 'Only an administrator who manages people tests the mail.' using errcode = '42501';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('test mail', 0));
  if exists (select from public.mail_outbox where kind = 'test-mail' and created_at > now() - interval '1 minute') then
    return;
  end if;
  insert into public.mail_outbox (kind, recipient, message_id, confidential)
  values ('test-mail', address, format('<%s@%s>', gen_random_uuid(), split_part(address, '@', 2)), false)
  returning id into mail;
  insert into public.mail_bodies (mail_id, subject, text_body)
  values (mail, 'A test of our website''s email', E'This is the test that you asked for in the newsroom. Emails arrive.\n');
end
$$;
revoke all on function public.send_test_mail() from public, anon, authenticated, service_role;
grant execute on function public.send_test_mail() to authenticated;

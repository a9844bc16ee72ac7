-- An invitation gives a role to an existing account only after the link in the email was opened: a signed-in browser
-- does not prove that the user still owns the mailbox.

create table public.pending_roles (
  user_id uuid primary key references auth.users on delete cascade,
  role text not null check (role in ('user', 'admin')),
  -- The token has 256 random bits, so a fast hash is enough.
  token_hash bytea not null check (octet_length(token_hash) = 32),
  invited_by uuid not null references auth.users on delete cascade,
  created_at timestamptz not null default now()
);
create index pending_roles_invited_by_idx on public.pending_roles (invited_by);

alter table public.pending_roles enable row level security;
alter table public.pending_roles force row level security;
revoke all on public.pending_roles from public, anon, authenticated, service_role;
create policy owner on public.pending_roles to current_user using (true) with check (true);
create policy service on public.pending_roles to service_role using (true) with check (true);
grant select, insert, update, delete on public.pending_roles to service_role;

-- Stores the role and the email with its link in one transaction. A new invitation replaces an earlier one.
create function public.offer_role(account uuid, offered text, token text, inviter uuid, mail jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  mail_id uuid;
begin
  delete from public.pending_roles where created_at <= now() - interval '7 days';
  insert into public.pending_roles (user_id, role, token_hash, invited_by)
    values (account, offered, sha256(convert_to(token, 'UTF8')), inviter)
    on conflict (user_id) do update set role = excluded.role, token_hash = excluded.token_hash,
      invited_by = excluded.invited_by, created_at = excluded.created_at;
  insert into public.mail_outbox (kind, recipient, message_id, confidential)
    values (mail ->> 'kind', mail ->> 'to', mail ->> 'message_id', true)
    returning id into mail_id;
  insert into public.mail_bodies (mail_id, subject, text_body, html_body)
    values (mail_id, mail ->> 'subject', mail ->> 'text', mail ->> 'html');
end
$$;

-- Returns the caller's new role, or null if the link was used before, is older than seven days, belongs to another
-- account, or its sender is no longer an admin.
create function public.accept_role(token text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  accepted text;
begin
  delete from public.pending_roles p
    where p.user_id = auth.uid() and p.token_hash = sha256(convert_to(token, 'UTF8'))
      and p.created_at > now() - interval '7 days'
      and exists (select from public.user_roles r where r.user_id = p.invited_by and r.role = 'admin')
    returning p.role into accepted;
  if accepted is not null then
    insert into public.user_roles (user_id, role) values (auth.uid(), accepted)
      on conflict (user_id) do update set role = excluded.role where user_roles.role <> 'admin';
  end if;
  return accepted;
end
$$;

revoke all on function public.offer_role(uuid, text, text, uuid, jsonb), public.accept_role(text)
  from public, anon, authenticated, service_role;
grant execute on function public.offer_role(uuid, text, text, uuid, jsonb) to service_role;
grant execute on function public.accept_role(text) to authenticated;

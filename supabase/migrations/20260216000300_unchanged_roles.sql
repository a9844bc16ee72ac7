-- ADMIN_EMAIL grants the role at every start; granting it again is no change, and was noted as revoked.
drop trigger note_change on public.user_roles;
create trigger note_change after insert or delete on public.user_roles
  for each row execute function public.note_change('role', 'user_id');
create trigger note_changed_role after update on public.user_roles
  for each row when (old.role is distinct from new.role) execute function public.note_change('role', 'user_id');

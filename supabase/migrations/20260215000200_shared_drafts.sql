-- The owner of a draft of a post can share it with the other admins, who then read and change it, too.
alter table public.post_drafts add column is_shared boolean not null default false;
grant update (is_shared) on public.post_drafts to authenticated;

create or replace function public.touch_draft() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  if tg_op = 'UPDATE' then
    -- Only the owner shares a draft, and sharing does not change its text.
    if old.owner is distinct from auth.uid() then
      new.is_shared := old.is_shared;
    elsif new.is_shared <> old.is_shared then
      new.updated_at := old.updated_at;
    end if;
    new.owner := old.owner;
    new.created_at := old.created_at;
  end if;
  return new;
end
$$;

create policy "an admin reads shared drafts" on public.post_drafts for select to authenticated
  using (is_shared and (select public.is_admin()));
create policy "an admin changes shared drafts" on public.post_drafts for update to authenticated
  using (is_shared and (select public.is_admin())) with check (is_shared and (select public.is_admin()));
-- Publishing a draft removes it.
create policy "an admin discards shared drafts" on public.post_drafts for delete to authenticated
  using (is_shared and (select public.is_admin()));

-- A shared draft holds the text of others, too: its owner reads and discards it only as an admin.
drop policy "a draft is for its owner" on public.post_drafts;
create policy "a draft is for its owner" on public.post_drafts for select to authenticated
  using (owner = (select auth.uid()) and (select public.has_own_proof())
    and (not is_shared or (select public.is_admin())));
drop policy "an owner discards" on public.post_drafts;
create policy "an owner discards" on public.post_drafts for delete to authenticated
  using (owner = (select auth.uid()) and (select public.has_own_proof())
    and (not is_shared or (select public.is_admin())));

-- The overview counts shared drafts, and each admin can make preview links to one, which work while it is shared. The
-- functions are long and stay as they are otherwise.
do $$
declare
  changed record;
  definition text;
begin
  for changed in select * from (values
    ('public.newsroom_overview(text)', 'where owner = auth.uid()', 'where owner = auth.uid() or is_shared'),
    ('public.make_preview(uuid, bigint, text, text, boolean)', 'draft.owner = auth.uid() and',
      '(draft.owner = auth.uid() or draft.is_shared and draft.id = of_draft) and'),
    ('public.find_preview(text)', 'and (post.id is null or post.deleted_at is null)',
      'and (post.id is null or post.deleted_at is null)
    and (draft.id is null or draft.is_shared or draft.owner = link.made_by)')
  ) as change (name, before, after) loop
    definition := pg_get_functiondef(changed.name::regprocedure);
    if position(changed.before in definition) = 0 then
      raise exception '% has changed', changed.name;
    end if;
    execute replace(definition, changed.before, changed.after);
  end loop;
end
$$;

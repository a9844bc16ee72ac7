-- The rows that each role may read and write. Every table has row level security, enabled and forced; the owner's policy is for
-- server maintenance (make-admin, outbox, backups) and for the security definer functions. First everything is closed.
do $$
declare
  known record;
  command text;
begin
  for known in
    select oid::regclass as relation, relkind from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'S') and relowner = current_user::regrole
  loop
    execute format('revoke all on %s from public, anon, authenticated, service_role', known.relation);
    continue when known.relkind = 'S';
    execute format('alter table %s enable row level security', known.relation);
    execute format('alter table %s force row level security', known.relation);
    execute format('create policy owner on %s to current_user using (true) with check (true)', known.relation);
  end loop;
  for known in
    select oid::regprocedure as name from pg_proc
    where pronamespace = 'public'::regnamespace and proowner = current_user::regrole
  loop
    execute format('revoke all on function %s from public, anon, authenticated, service_role', known.name);
  end loop;

  -- Rows of all accounts that an admin reads and writes. The grants below say which columns.
  for known in select * from (values
    ('user_roles', 'insert update delete'),
    ('blog_posts', 'select update delete'),
    ('post_versions', 'select'),
    ('contact_messages', 'select update delete'),
    ('mail_outbox', 'select'),
    ('entries', 'select insert update delete'),
    ('entry_drafts', 'select insert update delete'),
    ('entry_versions', 'select'),
    ('pictures', 'select insert update'),
    ('preview_links', 'select delete'),
    ('journal', 'select')
  ) as rule (relation, commands) loop
    foreach command in array string_to_array(known.commands, ' ') loop
      execute format('create policy %I on public.%I for %s to authenticated %s %s', 'an admin may ' || command,
        known.relation, command, case when command <> 'insert' then 'using ((select public.is_admin()))' end,
        case when command in ('insert', 'update') then 'with check ((select public.is_admin()))' end);
    end loop;
  end loop;

  for known in select unnest(array['user_roles', 'blog_posts', 'old_slugs', 'reserved_slugs', 'contact_messages',
    'mail_outbox', 'mail_bodies', 'contact_limits', 'recovery_codes', 'recent_tries', 'pending_roles', 'entries',
    'pictures']) as relation
  loop
    execute format('create policy service on public.%I to service_role using (true) with check (true)', known.relation);
  end loop;
end
$$;

create policy "a user reads the own role, an admin all" on public.user_roles for select to authenticated
  using (user_id = (select auth.uid()) or (select public.is_admin()));

-- A scheduled post is a published one with a future time, so no job is needed.
create policy "anyone reads what is published" on public.blog_posts for select to anon, authenticated
  using (status = 'published' and published_at <= now() and deleted_at is null);
create policy "an admin writes in the own name" on public.blog_posts for insert to authenticated
  with check ((select public.is_admin()) and created_by = (select auth.uid()));
-- A former slug is visible only for posts that the caller can read.
create policy "anyone follows an old address" on public.old_slugs for select to anon, authenticated
  using (exists (select from public.blog_posts where id = post_id));

-- Former admins can still read and discard their own drafts.
create policy "a draft is for its owner" on public.post_drafts for select to authenticated
  using (owner = (select auth.uid()) and (select public.has_own_proof())
    and (not is_shared or (select public.is_admin())));
create policy "an admin drafts" on public.post_drafts for insert to authenticated
  with check ((select public.is_admin()) and owner = (select auth.uid()));
create policy "an admin redrafts" on public.post_drafts for update to authenticated
  using ((select public.is_admin()) and owner = (select auth.uid()))
  with check ((select public.is_admin()) and owner = (select auth.uid()));
create policy "an owner discards" on public.post_drafts for delete to authenticated
  using (owner = (select auth.uid()) and (select public.has_own_proof())
    and (not is_shared or (select public.is_admin())));
create policy "an admin reads shared drafts" on public.post_drafts for select to authenticated
  using (is_shared and (select public.is_admin()));
create policy "an admin changes shared drafts" on public.post_drafts for update to authenticated
  using (is_shared and (select public.is_admin())) with check (is_shared and (select public.is_admin()));
-- Publishing a draft removes it.
create policy "an admin discards shared drafts" on public.post_drafts for delete to authenticated
  using (is_shared and (select public.is_admin()));

create policy "an admin queues a failed mail again" on public.mail_outbox for update to authenticated
  using ((select public.is_admin()) and state = 'failed') with check ((select public.is_admin()) and state = 'queued');
create policy "an admin reads what holds no secret" on public.mail_bodies for select to authenticated
  using ((select public.is_admin())
    and exists (select from public.mail_outbox where id = mail_id and not confidential));
create policy "one sees that one has codes" on public.recovery_codes for select to authenticated
  using (user_id = (select auth.uid()));
create policy "anyone reads what is shown" on public.entries for select to anon, authenticated
  using (live_from <= now() and not hidden);

-- An upsert sets user_id; a trigger prevents its change.
grant select, delete, insert (user_id, role), update (user_id, role) on public.user_roles to authenticated;
-- Without created_by and updated_by, which only post_writers() returns.
grant select (id, locale, translation_of, title, slug, excerpt, content, category, tags, author_name, author_bio, authors,
    image_url, search_title, search_description, canonical_url, card_url, status, published_at, version, created_at,
    updated_at, deleted_at)
  on public.blog_posts to anon, authenticated;
grant delete,
  insert (title, slug, excerpt, content, category, tags, author_name, author_bio, authors, image_url, search_title,
    search_description, canonical_url, card_url, created_by, status, published_at),
  update (title, slug, excerpt, content, category, tags, author_name, author_bio, authors, image_url, search_title,
    search_description, canonical_url, card_url, status, published_at, deleted_at)
  on public.blog_posts to authenticated;
grant select on public.old_slugs to anon, authenticated, service_role;
grant select on public.reserved_slugs to service_role;
grant select, delete,
  insert (id, owner, post_id, post_version, title, excerpt, content, category, tags, author_name, author_bio, authors,
    image_url, slug, published_on, search_title, search_description, canonical_url, card_url),
  update (id, owner, post_id, post_version, title, excerpt, content, category, tags, author_name, author_bio, authors,
    image_url, slug, published_on, search_title, search_description, canonical_url, card_url, is_shared)
  on public.post_drafts to authenticated;
grant select on public.post_versions, public.entry_versions, public.mail_bodies, public.journal to authenticated;
grant select, delete, update (status, read_at, notes) on public.contact_messages to authenticated;
grant select, update (state, attempts, next_attempt_at) on public.mail_outbox to authenticated;
grant select (id, created_at, used_at) on public.recovery_codes to authenticated;
grant select on public.entries to anon, authenticated, service_role;
grant delete, insert (collection, key, position, data, hidden, live_from), update (position, data, hidden, live_from)
  on public.entries to authenticated, service_role;
grant select, delete, insert (collection, key, data, entry_version), update (data, entry_version)
  on public.entry_drafts to authenticated;
grant select, insert (name, title, alt), update (name, title, alt, deleted_at) on public.pictures to authenticated;
-- Without the hash.
grant delete, select (id, made_by, made_at, expires_at, is_frame, draft_id, post_id, collection, key)
  on public.preview_links to authenticated;
grant select, insert, update, delete on public.user_roles, public.blog_posts, public.contact_messages,
  public.mail_outbox, public.mail_bodies, public.contact_limits, public.pending_roles to service_role;
grant select (id, user_id, created_at, used_at) on public.recovery_codes to service_role;
grant select on public.recent_tries to service_role;
grant select (name, title, alt) on public.pictures to service_role;

grant execute on function public.is_admin(), public.post_page(integer, integer, text), public.post_categories(),
  public.find_post(text), public.search_posts(text[], integer), public.posts_of(integer, integer, text, text),
  public.post_tags() to anon, authenticated, service_role;
-- Checks and indexes of what they write call these.
grant execute on function public.are_tags(text[]), public.are_author_keys(text[]), public.is_locale(text),
  public.words_in(text), public.text_of_post(text, text, text, text, text[], text), public.tag_slugs(text[]),
  public.mail_lateness() to authenticated, service_role;
grant execute on function public.has_own_proof(), public.post_writers(bigint[]), public.post_activity(bigint),
  public.newsroom_posts(text[], text, integer, integer), public.create_recovery_codes(), public.use_recovery_code(text),
  public.remove_lost_factor(uuid), public.my_sessions(), public.end_session(uuid), public.delete_my_account(),
  public.list_people(text, integer), public.take_invitation(), public.accept_role(text),
  public.entry_history(text, text), public.make_preview(uuid, bigint, text, text, boolean),
  public.preview_list(uuid, bigint, text, text), public.move_previews(uuid, bigint), public.post_history(bigint),
  public.removed_entries(text), public.picture_uses(uuid), public.name_people(uuid[]),
  public.journal_page(text, uuid, bigint), public.journal_people(), public.newsroom_overview(text),
  public.newsroom_counts(text) to authenticated;
grant execute on function public.seconds_to_next_post(), public.count_contact(text, interval),
  public.apply_contact_limits(jsonb), public.limit_quarantine(jsonb),
  public.queue_contact_mails(public.contact_messages, jsonb), public.submit_contact_message(jsonb, jsonb),
  public.claim_mails(integer), public.settle_mail(uuid, integer, text, text, double precision),
  public.erase_old_messages(integer), public.offer_role(uuid, text, text, uuid, jsonb), public.seconds_to_next_entry(),
  public.database_state(), public.find_preview(text), public.empty_bin(), public.import_content(jsonb, jsonb, text[]),
  public.live_entries(), public.seed_samples(jsonb), public.note_release(text) to service_role;

-- The owner's own pages are entries of the collection 'pages'; their address is data ->> 'path'.

-- The first parts of addresses that the site itself uses: domain/content/page-paths.ts has the same list, and a test
-- compares both with the routes.
create function public.keep_page() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  reserved constant text[] := string_to_array(
    'about account auth authors blog careers contact messages newsroom privacy search services sitemap terms work '
    'api functions healthz livez metrics preview readyz realtime rest share storage visit '
    'art assets feed icons portraits', ' ');
  path text := new.data ->> 'path';
  other text;
begin
  if not coalesce(path ~ '^(/[a-z0-9-]{1,60}){1,4}$' and char_length(path) <= 120, false) then
    raise exception 'Write one to four parts of small letters, digits and hyphens, each after a slash, such as /legal/imprint.';
  end if;
  if split_part(path, '/', 2) = any (reserved) then
    raise exception '% would shadow /%, which the site itself uses. Choose another address.',
      path, split_part(path, '/', 2);
  end if;
  -- Two pages that get one address at the same time: the second waits for the first and is refused.
  perform pg_advisory_xact_lock(hashtext('public.entries pages'));
  select coalesce(nullif(page.data ->> 'title', ''), page.key) into other from public.entries page
    where page.collection = 'pages' and page.key <> new.key and page.locale = new.locale and not page.hidden
      and page.data ->> 'path' = path
    limit 1;
  if found then
    raise exception '% is the address of the page “%”. Choose another address.', path, other;
  end if;
  return null;
end
$$;
create trigger keep_page after insert or update of data, hidden, live_from, locale on public.entries
  for each row when (new.collection = 'pages' and not new.hidden) execute function public.keep_page();

-- Samples can be drafts, which nobody sees until an admin publishes them.
create or replace function public.seed_samples(samples jsonb) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.seeded_samples (name) values (samples ->> 'name') on conflict do nothing;
  if not found then
    return false;
  end if;
  -- Read by triggers: samples are neither changes in the journal nor updated posts in feeds.
  perform set_config('plumbline.is_seeding', 'on', true);
  insert into public.entries (collection, key, position, data)
    select sample.collection, sample.key, sample.position, sample.data
    from jsonb_to_recordset(samples -> 'entries')
      as sample (collection text, key text, position double precision, data jsonb)
    on conflict do nothing;
  insert into public.entry_drafts (collection, key, data)
    select sample.collection, sample.key, sample.data
    from jsonb_to_recordset(samples -> 'drafts') as sample (collection text, key text, data jsonb)
    on conflict do nothing;
  insert into public.blog_posts (id, slug, title, excerpt, content, category, tags, author_name, author_bio, authors,
      image_url, published_at)
    select sample.id, sample.slug, sample.title, sample.excerpt, sample.content, sample.category, sample.tags,
      sample.author_name, sample.author_bio, sample.authors, sample.image_url, sample.published_at
    from jsonb_to_recordset(samples -> 'posts') as sample (id bigint, slug text, title text, excerpt text, content text,
      category text, tags text[], author_name text, author_bio text, authors text[], image_url text,
      published_at timestamptz)
    on conflict do nothing;
  perform set_config('plumbline.is_seeding', '', true);
  return true;
end
$$;

-- Functions can be called by everybody unless that is revoked.
revoke all on function public.keep_page() from public, anon, authenticated, service_role;

-- Posts, their former slugs and their drafts.

create function public.are_tags(tags text[]) returns boolean
language sql immutable set search_path = '' as $$
  select cardinality(tags) <= 20 and not exists (
    select from unnest(tags) as tag where tag is null or btrim(tag) = '' or char_length(tag) > 60
  )
$$;

-- Posts 1 to 3 ship with the site's content.
create table public.blog_posts (
  id bigint generated always as identity (start with 4) primary key,
  title text not null check (char_length(title) <= 200 and btrim(title) <> ''),
  slug text not null unique check (char_length(slug) between 1 and 220),
  excerpt text not null check (char_length(excerpt) <= 1000 and btrim(excerpt) <> ''),
  content text not null check (char_length(content) <= 200000 and btrim(content) <> ''),
  category text not null default '' check (char_length(category) <= 60),
  tags text[] not null default '{}' check (public.are_tags(tags)),
  author_name text not null default '' check (char_length(author_name) <= 120),
  author_bio text not null default '' check (char_length(author_bio) <= 2000),
  image_url text check (char_length(image_url) <= 2000 and image_url ~* '^(/[^/\\]|https?://)'),
  -- Deleting the account keeps the post and clears these columns.
  created_by uuid default auth.uid() references auth.users on delete set null,
  updated_by uuid references auth.users on delete set null,
  status text not null default 'published' check (status in ('draft', 'published')),
  published_at timestamptz not null default now(),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index blog_posts_published_at_idx on public.blog_posts (published_at desc, id desc)
  where status = 'published' and deleted_at is null;
create index blog_posts_category_published_at_idx on public.blog_posts (category, published_at desc, id desc)
  where status = 'published' and deleted_at is null;
-- Serves and counts the newsroom's list with index-only scans.
create index blog_posts_newsroom_idx on public.blog_posts (published_at desc, id desc) include (status, deleted_at);
create index blog_posts_created_by_idx on public.blog_posts (created_by);
create index blog_posts_updated_by_idx on public.blog_posts (updated_by);

-- Former slugs of a post; they redirect to it.
create table public.old_slugs (
  slug text primary key check (char_length(slug) between 1 and 220),
  post_id bigint not null references public.blog_posts on delete cascade,
  created_at timestamptz not null default now()
);
create index old_slugs_post_id_idx on public.old_slugs (post_id);

create table public.reserved_slugs (
  slug text primary key check (char_length(slug) between 1 and 220)
);
insert into public.reserved_slugs (slug) values
  ('new'),
  ('edit'),
  ('every-action-has-a-measurable-reaction'),
  ('one-slow-script-forty-slow-pages'),
  ('balance-is-a-number');

-- Drafts of a new post (post_id is null) or of a change to the given version of a post.
create table public.post_drafts (
  id uuid primary key default gen_random_uuid(),
  owner uuid not null default auth.uid() references auth.users on delete cascade,
  post_id bigint references public.blog_posts on delete cascade,
  post_version integer,
  title text not null default '' check (char_length(title) <= 200),
  excerpt text not null default '' check (char_length(excerpt) <= 1000),
  content text not null default '' check (char_length(content) <= 200000),
  category text not null default '' check (char_length(category) <= 60),
  tags text not null default '' check (char_length(tags) <= 1500),
  author_name text not null default '' check (char_length(author_name) <= 120),
  author_bio text not null default '' check (char_length(author_bio) <= 2000),
  image_url text check (char_length(image_url) <= 2000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (owner, post_id)
);
create index post_drafts_post_id_idx on public.post_drafts (post_id);

-- The same rule as domain/posts/slug.ts, with JavaScript's definition of white space and word characters. Letters
-- beyond ASCII are transliterated first: Größe becomes grosse.
create function public.slugify(title text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  slug text := normalize(
    regexp_replace(
      title, '[\u0009-\u000d\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+', '-', 'g'
    ),
    NFKD
  );
  pair text;
begin
  -- Capitals are listed because lower() depends on the locale.
  slug := lower(translate(slug,
    'ÆŒØŁĐÐÞĦŊŦƑƏƎƐƆƁƊƘƔАБВГҐДЕЄЖЗИІКЛМНОПРСТУФХЦЧШЩЫЭЮЯЈЉЊЋЂЏΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩẞ',
    'æœøłđðþħŋŧƒəǝɛɔɓɗƙɣабвгґдеєжзиіклмнопрстуфхцчшщыэюяјљњћђџαβγδεζηθικλμνξοπρστυφχψωß'
  ) collate "C");
  foreach pair in array string_to_array(
    'ßss æae œoe øo łl đd ðd þth ħh ıi ĸk ŋng ŧt ƒf əe ǝe ɛe ɔo ɓb ɗd ƙk ɣg '
    'аa бb вv гg ґg дd еe єye жzh зz иi іi кk лl мm нn оo пp рr сs тt уu фf хkh цts чch шsh щshch ыy эe юyu яya '
    'јj љlj њnj ћc ђdj џdz αa βv γg δd εe ζz ηi θth ιi κk λl μm νn ξx οo πp ρr σs ςs τt υy φf χch ψps ωo',
    ' '
  ) loop
    slug := replace(slug, left(pair, 1), substr(pair, 2));
  end loop;
  return regexp_replace(slug, '[^a-z0-9_-]', '', 'g');
end
$$;

create function public.is_slug_free(wanted text, for_post bigint) returns boolean
language sql stable set search_path = '' as $$
  select wanted !~ '^[0-9]+$'
    and not exists (select from public.reserved_slugs where slug = wanted)
    and not exists (select from public.blog_posts where slug = wanted and id <> for_post)
    and not exists (select from public.old_slugs where slug = wanted and post_id <> for_post)
$$;

create function public.free_slug(wanted text, for_post bigint) returns text
language plpgsql set search_path = '' as $$
declare
  base text := left(public.slugify(wanted), 200);
  candidate text;
  number integer := 1;
begin
  if base ~ '^-*$' then
    base := 'post-' || for_post;
  end if;
  candidate := base;
  -- Held until commit, so that two posts with the same title are serialized.
  perform pg_advisory_xact_lock(hashtext('public.blog_posts.slug'));
  while not public.is_slug_free(candidate, for_post) loop
    number := number + 1;
    candidate := base || '-' || number;
  end loop;
  return candidate;
end
$$;

-- Sets the columns that a client cannot choose: a unique slug, the version, the times, the author. Deleting an account
-- clears it from its posts (on delete set null), which is no edit: no new version, no new time in feeds.
create function public.prepare_post() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  written public.blog_posts := new;
begin
  if tg_op = 'INSERT' then
    new.version := 1;
    new.created_at := now();
    new.slug := public.free_slug(coalesce(nullif(btrim(new.slug), ''), new.title), new.id);
  else
    -- Only deleting the account clears it (on delete set null).
    if new.created_by is not null then
      new.created_by := old.created_by;
    end if;
    if num_nulls(new.created_by, new.updated_by) > num_nulls(old.created_by, old.updated_by) then
      written.created_by := old.created_by;
      written.updated_by := old.updated_by;
      if written is not distinct from old then
        return new;
      end if;
    end if;
    new.version := old.version + 1;
    new.created_at := old.created_at;
    if new.slug is distinct from old.slug then
      new.slug := public.free_slug(coalesce(nullif(btrim(new.slug), ''), new.title), new.id);
    end if;
  end if;
  new.updated_at := now();
  return new;
end
$$;
create trigger prepare_post before insert or update on public.blog_posts
  for each row execute function public.prepare_post();

create function public.note_editor() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.updated_by := auth.uid();
  return new;
end
$$;

-- Not for created_by and updated_by: deleting an account is no edit.
create trigger note_editor
  before insert or update of title, slug, excerpt, content, category, tags, author_name, author_bio, image_url, status,
    published_at, deleted_at
  on public.blog_posts
  for each row execute function public.note_editor();

create function public.keep_old_slug() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.old_slugs where slug = new.slug;
  insert into public.old_slugs (slug, post_id) values (old.slug, new.id)
    on conflict (slug) do update set post_id = excluded.post_id;
  return null;
end
$$;
create trigger keep_old_slug after update on public.blog_posts
  for each row when (old.slug is distinct from new.slug) execute function public.keep_old_slug();

-- Tells every process to invalidate the pages that show posts. Clearing a deleted account is no edit.
create function public.announce_post() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op <> 'UPDATE' or new.version <> old.version then
    perform pg_notify('pages', '');
  end if;
  return null;
end
$$;
create trigger announce_post after insert or update or delete on public.blog_posts
  for each row execute function public.announce_post();

-- A refused insert takes an id from the sequence, and its row trigger searches hidden posts for a free slug. A
-- statement trigger runs before both, so that a refused insert has no visible effect.
create function public.require_post_writer() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user in ('anon', 'authenticated') and not public.is_admin() then
    raise exception 'new row violates row-level security policy for table "blog_posts"' using errcode = '42501';
  end if;
  return null;
end
$$;
create trigger require_post_writer before insert on public.blog_posts
  for each statement execute function public.require_post_writer();

create function public.touch_draft() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  if tg_op = 'UPDATE' then
    new.owner := old.owner;
    new.created_at := old.created_at;
  end if;
  return new;
end
$$;
create trigger touch_draft before insert or update on public.post_drafts
  for each row execute function public.touch_draft();

-- Only admins can see which account wrote or changed a post.
create function public.post_writers(post_ids bigint[])
returns table (id bigint, created_by uuid, updated_by uuid)
language sql stable security definer set search_path = '' as $$
  select post.id, post.created_by, post.updated_by
  from public.blog_posts as post where post.id = any (post_ids) and public.is_admin()
$$;

-- Only owners can read drafts; other editors of the post can see that a draft exists.
create function public.post_activity(of_post bigint)
returns table (kind text, email text, at timestamptz)
language sql stable security definer set search_path = '' as $$
  select 'changed', u.email::text, p.updated_at
  from public.blog_posts p join auth.users u on u.id = p.updated_by
  where p.id = of_post and public.is_admin()
  union all
  select 'writing', u.email::text, d.updated_at
  from public.post_drafts d join auth.users u on u.id = d.owner
  where d.post_id = of_post and d.owner <> auth.uid() and d.updated_at > now() - interval '5 minutes'
    and public.is_admin()
$$;

revoke all on function public.are_tags(text[]), public.slugify(text), public.is_slug_free(text, bigint),
  public.free_slug(text, bigint), public.prepare_post(), public.note_editor(), public.keep_old_slug(),
  public.announce_post(), public.require_post_writer(), public.touch_draft(), public.post_writers(bigint[]),
  public.post_activity(bigint)
  from public, anon, authenticated, service_role;
grant execute on function public.are_tags(text[]), public.slugify(text) to anon, authenticated, service_role;
grant execute on function public.post_writers(bigint[]), public.post_activity(bigint) to authenticated;

alter table public.blog_posts enable row level security;
alter table public.blog_posts force row level security;
alter table public.old_slugs enable row level security;
alter table public.old_slugs force row level security;
alter table public.reserved_slugs enable row level security;
alter table public.reserved_slugs force row level security;
alter table public.post_drafts enable row level security;
alter table public.post_drafts force row level security;
revoke all on public.blog_posts, public.old_slugs, public.reserved_slugs, public.post_drafts
  from public, anon, authenticated, service_role;

create policy owner on public.blog_posts to current_user using (true) with check (true);
create policy owner on public.old_slugs to current_user using (true) with check (true);
create policy owner on public.reserved_slugs to current_user using (true) with check (true);
create policy owner on public.post_drafts to current_user using (true) with check (true);

-- A scheduled post is a published one with a future time, so no job is needed.
create policy "anyone reads what is published" on public.blog_posts for select to anon, authenticated
  using (status = 'published' and published_at <= now() and deleted_at is null);
create policy "an admin reads all" on public.blog_posts for select to authenticated
  using ((select public.is_admin()));
create policy "an admin writes in the own name" on public.blog_posts for insert to authenticated
  with check ((select public.is_admin()) and created_by = (select auth.uid()));
create policy "an admin edits" on public.blog_posts for update to authenticated
  using ((select public.is_admin())) with check ((select public.is_admin()));
create policy "an admin deletes" on public.blog_posts for delete to authenticated
  using ((select public.is_admin()));
create policy service on public.blog_posts to service_role using (true) with check (true);

-- A former slug is visible only for posts that the caller can read.
create policy "anyone follows an old address" on public.old_slugs for select to anon, authenticated
  using (exists (select from public.blog_posts where id = post_id));
create policy service on public.old_slugs for select to service_role using (true);
create policy service on public.reserved_slugs for select to service_role using (true);

-- Former admins can still read and discard their own drafts.
create policy "a draft is for its owner" on public.post_drafts for select to authenticated
  using (owner = (select auth.uid()) and (select public.has_own_proof()));
create policy "an admin drafts" on public.post_drafts for insert to authenticated
  with check ((select public.is_admin()) and owner = (select auth.uid()));
create policy "an admin redrafts" on public.post_drafts for update to authenticated
  using ((select public.is_admin()) and owner = (select auth.uid()))
  with check ((select public.is_admin()) and owner = (select auth.uid()));
create policy "an owner discards" on public.post_drafts for delete to authenticated
  using (owner = (select auth.uid()) and (select public.has_own_proof()));

-- Without created_by and updated_by, which only post_writers() returns.
grant select (id, title, slug, excerpt, content, category, tags, author_name, author_bio, image_url, status, published_at,
    version, created_at, updated_at, deleted_at)
  on public.blog_posts to anon, authenticated;
grant select on public.old_slugs to anon, authenticated, service_role;
grant select on public.reserved_slugs to service_role;
grant delete,
  insert (title, slug, excerpt, content, category, tags, author_name, author_bio, image_url, created_by, status,
    published_at),
  update (title, slug, excerpt, content, category, tags, author_name, author_bio, image_url, status, published_at,
    deleted_at)
  on public.blog_posts to authenticated;
grant select, insert, update, delete on public.blog_posts to service_role;
grant select, delete,
  insert (id, owner, post_id, post_version, title, excerpt, content, category, tags, author_name, author_bio,
    image_url),
  update (id, owner, post_id, post_version, title, excerpt, content, category, tags, author_name, author_bio,
    image_url)
  on public.post_drafts to authenticated;

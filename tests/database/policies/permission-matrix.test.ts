import type { TransactionSql } from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Claims } from "../../../backend/database/database.ts";
import { addAccount, ANON, attempt, SERVICE } from "../../fixtures/auth/callers.ts";
import { createTestDatabase, type TestDatabase } from "../../fixtures/database/database.ts";
import { insertion, change } from "../../fixtures/database/sample-writes.ts";

const CALLERS = ["anon", "user", "admin", "admin without second factor", "service"] as const;
type CallerName = (typeof CALLERS)[number];
/** Admins of whom one switch, or both, were taken away. */
const LIMITED = { "without messages": [false, true], "without people": [true, false], "without both": [false, false] };
type Verb = "select" | "insert" | "update" | "delete";
type Matrix = Readonly<Record<string, Readonly<Record<Verb, Readonly<Record<CallerName, string>>>>>>;

/** Refused by a grant or a policy. Rows that a policy hides give "ok 0" instead. */
const REFUSED = "42501";
const everyone = (result: string) => row(result, result, result, result, result);
const row = (anon: string, user: string, admin: string, half: string, service: string) => ({
  anon,
  user,
  admin,
  "admin without second factor": half,
  service,
});
const everyVerb = <Results>(results: Results) => ({
  select: results,
  insert: results,
  update: results,
  delete: results,
});
const serviceOnly = row(REFUSED, REFUSED, REFUSED, REFUSED, "ok 1");

// Fixture: a published post, a scheduled one, a live entry, a scheduled one, a hidden one, a draft of it, a preview link to it, one message, one contact mail and one sign-in mail, a stranger's role.
const MATRIX: Matrix = {
  blog_posts: {
    select: row("ok 1", "ok 1", "ok 2", "ok 1", "ok 2"),
    insert: row(REFUSED, REFUSED, "ok 1", REFUSED, "ok 1"),
    update: row(REFUSED, "ok 0", "ok 2", "ok 0", "ok 2"),
    delete: row(REFUSED, "ok 0", "ok 2", "ok 0", "ok 2"),
  },
  old_addresses: { ...everyVerb(everyone(REFUSED)), select: row("ok 1", "ok 1", "ok 2", "ok 1", "ok 2") },
  // A view of it, whose columns nobody can write.
  old_slugs: {
    select: row("ok 1", "ok 1", "ok 2", "ok 1", "ok 2"),
    insert: everyone("0A000"),
    update: everyone("0A000"),
    delete: everyone(REFUSED),
  },
  redirects: {
    select: row(REFUSED, "ok 0", "ok 1", "ok 0", REFUSED),
    insert: row(REFUSED, REFUSED, "ok 1", REFUSED, REFUSED),
    update: row(REFUSED, "ok 0", "ok 1", "ok 0", REFUSED),
    delete: row(REFUSED, "ok 0", "ok 1", "ok 0", REFUSED),
  },
  redirect_versions: { ...everyVerb(everyone(REFUSED)), select: row(REFUSED, "ok 0", "ok 1", "ok 0", REFUSED) },
  missing_addresses: {
    select: row(REFUSED, "ok 0", "ok 1", "ok 0", REFUSED),
    insert: everyone(REFUSED),
    update: everyone(REFUSED),
    delete: row(REFUSED, "ok 0", "ok 1", "ok 0", REFUSED),
  },
  site_paths: everyVerb(everyone(REFUSED)),
  reserved_slugs: { ...everyVerb(everyone(REFUSED)), select: row(REFUSED, REFUSED, REFUSED, REFUSED, "ok 3") },
  releases: everyVerb(everyone(REFUSED)),
  seeded_samples: everyVerb(everyone(REFUSED)),
  post_drafts: {
    select: row(REFUSED, "ok 0", "ok 0", "ok 0", REFUSED),
    insert: row(REFUSED, REFUSED, "ok 1", REFUSED, REFUSED),
    update: row(REFUSED, "ok 0", "ok 0", "ok 0", REFUSED),
    delete: row(REFUSED, "ok 0", "ok 0", "ok 0", REFUSED),
  },
  user_roles: {
    select: row(REFUSED, "ok 1", "ok 7", "ok 1", "ok 7"),
    insert: row(REFUSED, REFUSED, "ok 1", REFUSED, "ok 1"),
    update: row(REFUSED, "ok 0", "ok 1", "ok 0", "ok 1"),
    delete: row(REFUSED, "ok 0", "ok 1", "ok 0", "ok 1"),
  },
  visits: {
    select: row(REFUSED, "ok 0", "ok 1", "ok 0", REFUSED),
    insert: everyone(REFUSED),
    update: everyone(REFUSED),
    delete: everyone(REFUSED),
  },
  admin_limits: {
    select: row(REFUSED, "ok 0", "ok 5", "ok 1", "ok 5"),
    insert: serviceOnly,
    update: row(REFUSED, REFUSED, REFUSED, REFUSED, "ok 5"),
    delete: row(REFUSED, REFUSED, REFUSED, REFUSED, "ok 5"),
  },
  pending_roles: everyVerb(serviceOnly),
  contact_limits: everyVerb(serviceOnly),
  contact_messages: {
    select: row(REFUSED, "ok 0", "ok 1", "ok 0", "ok 1"),
    insert: serviceOnly,
    update: row(REFUSED, "ok 0", "ok 1", "ok 0", "ok 1"),
    delete: row(REFUSED, "ok 0", "ok 1", "ok 0", "ok 1"),
  },
  mail_outbox: {
    select: row(REFUSED, "ok 0", "ok 2", "ok 0", "ok 2"),
    insert: serviceOnly,
    update: row(REFUSED, "ok 0", "ok 0", "ok 0", "ok 2"),
    delete: row(REFUSED, REFUSED, REFUSED, REFUSED, "ok 2"),
  },
  mail_bodies: {
    select: row(REFUSED, "ok 0", "ok 1", "ok 0", "ok 2"),
    insert: serviceOnly,
    update: row(REFUSED, REFUSED, REFUSED, REFUSED, "ok 2"),
    delete: row(REFUSED, REFUSED, REFUSED, REFUSED, "ok 2"),
  },
  message_replies: { ...everyVerb(everyone(REFUSED)), select: row(REFUSED, "ok 0", "ok 1", "ok 0", REFUSED) },
  // The service role reads all columns but the bytes: tests/contact/applications.test.ts.
  message_files: { ...everyVerb(everyone(REFUSED)), select: row(REFUSED, "ok 0", "ok 1", "ok 0", REFUSED) },
  reply_drafts: { ...everyVerb(everyone(REFUSED)), select: row(REFUSED, "ok 0", "ok 1", "ok 0", REFUSED) },
  entries: {
    select: row("ok 1", "ok 1", "ok 3", "ok 1", "ok 3"),
    insert: row(REFUSED, REFUSED, "ok 1", REFUSED, "ok 1"),
    update: row(REFUSED, "ok 0", "ok 3", "ok 0", "ok 3"),
    delete: row(REFUSED, "ok 0", "ok 3", "ok 0", "ok 3"),
  },
  entry_drafts: {
    select: row(REFUSED, "ok 0", "ok 1", "ok 0", REFUSED),
    insert: row(REFUSED, REFUSED, "ok 1", REFUSED, REFUSED),
    update: row(REFUSED, "ok 0", "ok 1", "ok 0", REFUSED),
    delete: row(REFUSED, "ok 0", "ok 1", "ok 0", REFUSED),
  },
  entry_versions: { ...everyVerb(everyone(REFUSED)), select: row(REFUSED, "ok 0", "ok 3", "ok 0", REFUSED) },
  preview_links: {
    select: row(REFUSED, "ok 0", "ok 1", "ok 0", REFUSED),
    insert: everyone(REFUSED),
    update: everyone(REFUSED),
    delete: row(REFUSED, "ok 0", "ok 1", "ok 0", REFUSED),
  },
  // Anybody's own row and the one for everyone.
  hidden_first_steps: {
    select: row(REFUSED, "ok 0", "ok 1", "ok 0", REFUSED),
    insert: row(REFUSED, REFUSED, "ok 1", REFUSED, REFUSED),
    update: everyone(REFUSED),
    delete: row(REFUSED, "ok 0", "ok 1", "ok 0", REFUSED),
  },
  journal: { ...everyVerb(everyone(REFUSED)), select: row(REFUSED, "ok 0", "ok 13", "ok 0", REFUSED) },
  post_versions: { ...everyVerb(everyone(REFUSED)), select: row(REFUSED, "ok 0", "ok 4", "ok 0", REFUSED) },
  pictures: {
    select: row(REFUSED, "ok 0", "ok 1", "ok 0", REFUSED),
    insert: row(REFUSED, REFUSED, "ok 1", REFUSED, REFUSED),
    update: row(REFUSED, "ok 0", "ok 1", "ok 0", REFUSED),
    delete: everyone(REFUSED),
  },
  // No role can read the hashes; accounts.test.ts tests the columns that the owner of the codes sees.
  recovery_codes: everyVerb(everyone(REFUSED)),
  recovered_sessions: everyVerb(everyone(REFUSED)),
  api_key_fingerprint: everyVerb(everyone(REFUSED)),
  recent_tries: { ...everyVerb(everyone(REFUSED)), select: row(REFUSED, REFUSED, REFUSED, REFUSED, "ok 1") },
};

/** Where a limited admin differs from an admin with both switches; the verbs are those of the matrix above. */
const MESSAGES: Record<string, Record<Verb, string>> = {
  contact_messages: { select: "ok 0", insert: REFUSED, update: "ok 0", delete: "ok 0" },
  // Of the two mails, one is about an account.
  mail_outbox: { select: "ok 1", insert: REFUSED, update: "ok 0", delete: REFUSED },
  mail_bodies: { select: "ok 0", insert: REFUSED, update: REFUSED, delete: REFUSED },
  message_replies: { select: "ok 0", insert: REFUSED, update: REFUSED, delete: REFUSED },
  message_files: { select: "ok 0", insert: REFUSED, update: REFUSED, delete: REFUSED },
  reply_drafts: { select: "ok 0", insert: REFUSED, update: REFUSED, delete: REFUSED },
};
const PEOPLE: Record<string, Record<Verb, string>> = {
  user_roles: { select: "ok 1", insert: REFUSED, update: "ok 0", delete: "ok 0" },
  admin_limits: { select: "ok 1", insert: REFUSED, update: REFUSED, delete: REFUSED },
  mail_outbox: { select: "ok 1", insert: REFUSED, update: "ok 0", delete: REFUSED },
};

let store: TestDatabase;
let stranger: string;
let fresh: string;
let claims: Record<CallerName, Claims>;
const limited = new Map<string, Claims>();

beforeAll(async () => {
  store = await createTestDatabase();
  const { database } = store;
  const { sql } = database;
  const writer = await addAccount(database, { role: "user" });
  stranger = writer.id;
  fresh = (await addAccount(database)).id;
  const [user, admin, half] = [
    await addAccount(database, { role: "user" }),
    await addAccount(database, { role: "admin", factor: true, aal: "aal2" }),
    await addAccount(database, { role: "admin", factor: true, aal: "aal1" }),
  ];
  claims = {
    anon: ANON,
    user: user.claims,
    admin: admin.claims,
    "admin without second factor": half.claims,
    service: SERVICE,
  };
  for (const [name, [messages = true, people = true]] of Object.entries(LIMITED)) {
    const one = await addAccount(database, { role: "admin" });
    await sql`update admin_limits set can_messages = ${messages}, can_people = ${people} where user_id = ${one.id}`;
    limited.set(name, one.claims);
  }
  for (const at of ["-1 hour", "1 hour"]) {
    await sql`insert into blog_posts (title, excerpt, content, created_by, published_at)
      values (${`Post ${at}`}, 'e', 'c', ${writer.id}, now() + ${at}::interval)`;
  }
  await sql`update blog_posts set slug = slug || '-renamed'`;
  await sql`insert into hidden_first_steps values (${writer.id}), (null)`;
  await sql`insert into redirects (path, target) values ('/old', '/about')`;
  await sql`insert into missing_addresses (path, hits) values ('/missed', 1)`;
  await sql`insert into visits values (current_date, 'person', '/', 'none', 'phone', 1, 1)`;
  await sql`insert into post_drafts (owner, title) values (${writer.id}, 'Half a thought')`;
  await sql`insert into entries (collection, key, data) values ('values', 'impact', '{}')`;
  await sql`insert into entries (collection, key, data, live_from) values ('values', 'impact', '{}', now() + '1 hour')`;
  await sql`insert into entries (collection, key, data, hidden) values ('values', 'hidden', '{}', true)`;
  await sql`insert into entry_drafts (collection, key, data) values ('values', 'impact', '{}')`;
  await sql`insert into preview_links (token_hash, made_by, expires_at, collection, key)
    values (sha256('token'), ${admin.id}, now() + '7 days', 'values', 'impact')`;
  await sql`insert into pictures (name) values (${`pictures/${stranger}.webp`})`;
  await sql`insert into contact_messages (name, email, service, message) values ('N', 'n@x.example', 'Other', 'M')`;
  await sql`insert into message_replies (message_id, text) select id, 'R' from contact_messages`;
  await sql`insert into message_files (message_id, name, size, bytes)
    select id, 'a.pdf', 5, '%PDF-' from contact_messages`;
  await sql`insert into reply_drafts (message_id, owner, text) select id, ${writer.id}, 'D' from contact_messages`;
  await sql`insert into recovery_codes (user_id, code_hash) values (${writer.id}, sha256('code'))`;
  await sql`insert into recent_tries (user_id, kind) values (${writer.id}, 'recovery-code')`;
  await sql`insert into pending_roles values (${writer.id}, 'admin', sha256('token'), ${admin.id})`;
  await sql`select count_contact('network x', '1 hour')`;
  for (const confidential of [true, false]) {
    const [mail] = await sql`insert into mail_outbox (kind, recipient, message_id, confidential)
      values (${confidential ? "auth-test" : "contact-test"}, 'n@x.example', ${`<${confidential}@x.example>`},
        ${confidential}) returning id`;
    await sql`insert into mail_bodies (mail_id, subject, text_body) values (${mail?.id}, 'S', 'T')`;
  }
});
afterAll(() => store.drop());

describe.each(Object.entries(MATRIX))("%s", (table, verbs) => {
  describe.each(Object.entries(verbs))("%s", (verb, results) => {
    test.each(Object.entries(results))("%s: %s", async (caller, expected) => {
      expect(await tryAndUndo(claims[caller as CallerName], table, verb as Verb)).toBe(expected);
    });
  });
});

describe.each(Object.entries(LIMITED))("an admin %s", (name, [hasMessages = true, hasPeople = true]) => {
  test.each(Object.entries(MATRIX))("%s", async (table, verbs) => {
    const by = limited.get(name) ?? ANON;
    for (const verb of Object.keys(verbs) as Verb[]) {
      const refused = [!hasMessages && MESSAGES[table]?.[verb], !hasPeople && PEOPLE[table]?.[verb]].filter(Boolean);
      const isMail = table === "mail_outbox" && verb === "select" && refused.length === 2;
      // No line of the fixture's journal is about a message; five are about roles.
      const isJournal = table === "journal" && verb === "select" && !hasPeople;
      const expected = isMail ? "ok 0" : isJournal ? "ok 8" : (refused[0] ?? verbs[verb].admin);
      expect(await tryAndUndo(by, table, verb), verb).toBe(expected);
    }
  });
});

test("the matrix covers every table, and each has row level security enabled and forced", async () => {
  const tables = await store.database.sql<{ name: string; locked: boolean }[]>`
    select relname as name, 
      (relrowsecurity and relforcerowsecurity) or 'security_invoker=true' = any (reloptions) as locked
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f') order by 1`;
  expect(tables.map(({ name }) => name)).toEqual(Object.keys(MATRIX).toSorted());
  expect(tables.filter(({ locked }) => !locked)).toEqual([]);
});

test("no API role can read schema auth, truncate or create tables", async () => {
  const { sql } = store.database;
  const grants = await sql`
    select grantee, table_schema, table_name, privilege_type from information_schema.role_table_grants
    where grantee in ('PUBLIC', 'anon', 'authenticated', 'service_role')
      and (table_schema = 'auth' or privilege_type in ('TRUNCATE', 'TRIGGER', 'REFERENCES'))`;
  expect([...grants]).toEqual([]);
  for (const by of Object.values(claims)) {
    expect(await attempt(store.database, by, (as) => as`select * from auth.users`)).toBe(REFUSED);
    expect(await attempt(store.database, by, (as) => as`select * from auth.signing_keys`)).toBe(REFUSED);
    expect(await attempt(store.database, by, (as) => as`create table public.mine (id int)`)).toBe(REFUSED);
  }
});

test("each function can be called only by its intended roles", async () => {
  const functions = await store.database.sql<{ name: string; callers: string[] }[]>`
    select p.proname as name, array_agg(r.rolname::text order by r.rolname) as callers
    from pg_proc p, pg_roles r
    where p.pronamespace = 'public'::regnamespace and r.rolname in ('anon', 'authenticated', 'service_role')
      and has_function_privilege(r.oid, p.oid, 'execute') group by 1 order by 1`;
  const all = ["anon", "authenticated", "service_role"];
  expect([...functions]).toEqual([
    { name: "accept_role", callers: ["authenticated"] },
    { name: "address_rules", callers: ["service_role"] },
    { name: "apply_contact_limits", callers: ["service_role"] },
    { name: "are_author_keys", callers: ["authenticated", "service_role"] },
    { name: "are_tags", callers: ["authenticated", "service_role"] },
    { name: "change_first_language", callers: ["authenticated"] },
    { name: "claim_mails", callers: ["service_role"] },
    { name: "count_addresses", callers: ["service_role"] },
    { name: "count_contact", callers: ["service_role"] },
    { name: "count_visits", callers: ["service_role"] },
    { name: "create_recovery_codes", callers: ["authenticated"] },
    { name: "database_state", callers: ["service_role"] },
    { name: "delete_account", callers: ["authenticated"] },
    { name: "delete_my_account", callers: ["authenticated"] },
    { name: "empty_bin", callers: ["service_role"] },
    { name: "end_session", callers: ["authenticated"] },
    { name: "entry_history", callers: ["authenticated"] },
    { name: "erase_old_messages", callers: ["service_role"] },
    { name: "erase_person", callers: ["authenticated"] },
    { name: "exchanged_replies", callers: ["service_role"] },
    { name: "find_person", callers: ["authenticated"] },
    { name: "find_post", callers: all },
    { name: "find_preview", callers: ["service_role"] },
    { name: "has_messages", callers: ["authenticated"] },
    { name: "has_own_proof", callers: ["authenticated"] },
    { name: "has_people", callers: ["authenticated"] },
    { name: "import_content", callers: ["service_role"] },
    { name: "is_admin", callers: all },
    { name: "is_locale", callers: ["authenticated", "service_role"] },
    { name: "journal_page", callers: ["authenticated"] },
    { name: "journal_people", callers: ["authenticated"] },
    { name: "limit_quarantine", callers: ["service_role"] },
    { name: "list_people", callers: ["authenticated"] },
    { name: "live_entries", callers: ["service_role"] },
    { name: "locale_prefix", callers: all },
    { name: "mail_lateness", callers: ["authenticated", "service_role"] },
    { name: "make_preview", callers: ["authenticated"] },
    { name: "message_thread", callers: ["authenticated"] },
    { name: "move_previews", callers: ["authenticated"] },
    { name: "my_sessions", callers: ["authenticated"] },
    { name: "name_people", callers: ["authenticated"] },
    { name: "newsroom_counts", callers: ["authenticated"] },
    { name: "newsroom_overview", callers: ["authenticated"] },
    { name: "newsroom_posts", callers: ["authenticated"] },
    { name: "note_release", callers: ["service_role"] },
    { name: "numbers", callers: ["authenticated"] },
    { name: "offer_role", callers: ["service_role"] },
    { name: "outdated_translations", callers: ["authenticated"] },
    { name: "picture_uses", callers: ["authenticated"] },
    { name: "post_activity", callers: ["authenticated"] },
    { name: "post_categories", callers: all },
    { name: "post_history", callers: ["authenticated"] },
    { name: "post_page", callers: all },
    { name: "post_tags", callers: all },
    { name: "post_translations", callers: all },
    { name: "post_writers", callers: ["authenticated"] },
    { name: "posts_of", callers: all },
    { name: "preview_list", callers: ["authenticated"] },
    { name: "queue_contact_mails", callers: ["service_role"] },
    { name: "receive_answer", callers: ["service_role"] },
    { name: "release_deferred_mails", callers: ["service_role"] },
    { name: "remove_lost_factor", callers: ["authenticated"] },
    { name: "removed_entries", callers: ["authenticated"] },
    { name: "reset_second_factor", callers: ["authenticated"] },
    { name: "save_reply_draft", callers: ["authenticated"] },
    { name: "search_posts", callers: all },
    { name: "seconds_to_next_entry", callers: ["service_role"] },
    { name: "seconds_to_next_post", callers: ["service_role"] },
    { name: "seed_samples", callers: ["service_role"] },
    { name: "send_reply", callers: ["authenticated"] },
    { name: "send_test_mail", callers: ["authenticated"] },
    { name: "set_admin_limits", callers: ["authenticated"] },
    { name: "settle_mail", callers: ["service_role"] },
    { name: "shown_locales", callers: all },
    { name: "store_answer_file", callers: ["service_role"] },
    { name: "submit_application", callers: ["service_role"] },
    { name: "submit_contact_message", callers: ["service_role"] },
    { name: "tag_slugs", callers: ["authenticated", "service_role"] },
    { name: "take_invitation", callers: ["authenticated"] },
    { name: "text_of_post", callers: ["authenticated", "service_role"] },
    { name: "translated_originals", callers: ["authenticated"] },
    { name: "try_address", callers: ["authenticated"] },
    { name: "use_recovery_code", callers: ["authenticated"] },
    { name: "words_in", callers: ["authenticated", "service_role"] },
  ]);
});

test("of the callable functions, only five write posts, entries or redirects", async () => {
  const writers = await store.database.sql`
    select p.proname from pg_proc p, pg_roles r
    where p.pronamespace = 'public'::regnamespace and r.rolname in ('anon', 'authenticated', 'service_role')
      and has_function_privilege(r.oid, p.oid, 'execute') and p.prokind = 'f' and p.provolatile = 'v'
      and p.prosrc ~* '(into|update|delete from|merge into)\\s+(only\\s+)?(public\\.)?(blog_posts|old_addresses|redirects|entries)\\M'
    group by 1 order by 1`;
  // Counts are on no page, posts in the bin are on none either, entries announce their changes, and samples are inserted before the first page.
  // Another first language is a write of both languages.
  const known = ["change_first_language", "count_addresses", "empty_bin", "import_content", "seed_samples"];
  expect(writers.map(({ proname }) => proname)).toEqual(known);
});

async function tryAndUndo(by: Claims, table: string, verb: Verb): Promise<string> {
  const work = async (sql: TransactionSql) => {
    const rows = await statement(sql, table, verb, by);
    throw new Undo(rows.count);
  };
  return attempt(store.database, by, work).catch((error: unknown) => {
    if (error instanceof Undo) return `ok ${error.count}`;
    throw error;
  });
}

/** Rolls back the transaction, so that the fixture does not change. */
class Undo extends Error {
  readonly count: number;
  constructor(count: number) {
    super("undo");
    this.count = count;
  }
}

/** The author's account of a post is available from post_writers() only, the hash of a preview's token to no role. */
const WITHOUT_SECRETS = new Set(["blog_posts", "preview_links"]);

function statement(sql: TransactionSql, table: string, verb: Verb, by: Claims) {
  const name = sql(table);
  if (verb === "select") return WITHOUT_SECRETS.has(table) ? sql`select id from ${name}` : sql`select * from ${name}`;
  if (table === "user_roles" && verb !== "insert") {
    return verb === "delete"
      ? sql`delete from user_roles where user_id = ${stranger}`
      : sql`update user_roles set role = 'admin' where user_id = ${stranger}`;
  }
  if (verb === "delete") return sql`delete from ${name}`;
  return verb === "insert" ? insertion(sql, table, { by, stranger, fresh }) : change(sql, table);
}

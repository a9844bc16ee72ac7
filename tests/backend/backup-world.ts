import { createHash, randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import postgres, { type Sql } from "postgres";
import { inject, onTestFinished } from "vitest";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";

export async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "plumbline-backup-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export async function createStore(): Promise<TestDatabase & { openStore: () => Promise<Store> }> {
  const store = await createTestDatabase();
  onTestFinished(store.drop);
  return { ...store, openStore: async () => ({ url: store.url, close: async () => {} }) };
}
type Store = { readonly url: string; readonly close: () => Promise<void> };

/** Whatever is hard to write down: line breaks, tabs, backslashes, what ends a COPY, other scripts, markup. */
const HARD_TEXT = [
  "first\nsecond\r\nthird\tcell\\n \\. \\\\ \\N",
  "\\.",
  '\\N \'single\' "double" $$dollar$$ {brace,"comma"} -- comment; copy public.blog_posts from stdin;',
  "Grüße, 日本語, עברית, 🏳️‍🌈, e\u0301, \u2028, \u{10ffff}",
  '<p class="a">&amp; <script>alert("x")</script><!-- --></p>',
].join("\n");

/** A row at least in every table that is backed up. */
export async function fillStore(sql: Sql): Promise<void> {
  const [ada, bob] = [randomUUID(), randomUUID()];
  const [session, factor, object] = [randomUUID(), randomUUID(), randomUUID()];
  await sql`insert into auth.users (id, email, encrypted_password, email_confirmed_at, raw_user_meta_data) values
    (${ada}, 'ada@people.example', '$2b$10$abc', now(), ${sql.json({ name: HARD_TEXT })}),
    (${bob}, null, null, '2026-01-02 03:04:05.678901+00', null)`;
  await sql`insert into auth.identities (provider_id, user_id, provider, identity_data)
    values (${ada}, ${ada}, 'email', ${sql.json({ email: "Ada@People.example", sub: ada })})`;
  await sql`insert into auth.mfa_factors (id, user_id, factor_type, status, friendly_name, secret, last_challenged_at)
    values (${factor}, ${ada}, 'totp', 'verified', ${HARD_TEXT}, 'JBSWY3DPEHPK3PXP', 'infinity')`;
  await sql`insert into auth.mfa_challenges (factor_id, ip_address) values (${factor}, '10.0.0.1')`;
  await sql`insert into auth.one_time_tokens (user_id, token_type, token_hash, relates_to)
    values (${ada}, 'recovery_token', 'hash', 'ada@people.example')`;
  await sql`insert into auth.flow_state (auth_code, code_challenge_method, code_challenge, provider_type, authentication_method)
    values ('code', 's256', 'challenge', 'email', 'magiclink')`;
  await sql`insert into auth.pending_sign_ups (user_id, password_hash, user_metadata, code_challenge_method, code_challenge)
    values (${bob}, '$2b$10$abc', '{}', 's256', 'challenge')`;
  await sql`insert into auth.sessions (id, user_id, factor_id, aal, ip, user_agent)
    values (${session}, ${ada}, ${factor}, 'aal2', '2001:db8::1', ${HARD_TEXT})`;
  await sql`insert into auth.refresh_tokens (token, user_id, session_id, parent) values
    ('hash-1', ${ada}, ${session}, null), ('hash-2', ${ada}, ${session}, 'hash-1')`;
  await sql`insert into auth.mfa_amr_claims (session_id, authentication_method) values (${session}, 'totp')`;
  await sql`insert into auth.audit_log_entries (payload) values ('{"b":  1, "a": [null, 1.50], "b": 2}'), (null)`;
  await sql`insert into auth.signing_keys (id, private_key, public_key) values ('kid', '{"d": "secret"}', '{"x": "y"}')`;
  await sql`insert into auth.rate_limits (key, count) values ('sign-in:10.0.0.1', 5)`;
  await sql`insert into public.user_roles (user_id, role) values (${ada}, 'admin'), (${bob}, 'user')`;
  await sql`insert into public.pending_roles (user_id, role, token_hash, invited_by)
    values (${bob}, 'admin', sha256('\\x00ff'), ${ada})`;
  await sql`insert into public.recovery_codes (user_id, code_hash, used_at) values
    (${ada}, sha256('\\x00ff'), null), (${ada}, sha256('two'), now())`;
  await sql`insert into public.recovered_sessions (session_id, user_id) values (${session}, ${ada})`;
  await sql`insert into public.recent_tries (user_id, kind) values (${ada}, 'recovery-code')`;
  await fillProduct(sql, { ada, object });
}

async function fillProduct(sql: Sql, { ada, object }: { ada: string; object: string }): Promise<void> {
  const [post] = await sql<{ id: string }[]>`
    insert into public.blog_posts (title, excerpt, content, tags, image_url, created_by, published_at) values
    ('First title', ${HARD_TEXT}, ${HARD_TEXT}, ${["a,b", 'c"d', "e\\f", "{g}", "NULL", "日本"]}, null, ${ada}, '2031-01-01'),
    ('\\N', '\\N', '\\.', '{}', '/images/a.webp', null, '2020-01-01') returning id`;
  await sql`update public.blog_posts set title = 'Second title', slug = 'second-title' where id = ${post?.id ?? ""}`;
  await sql`update public.blog_posts set status = 'archived', deleted_at = now() where title = '\\N'`;
  await sql`insert into public.post_drafts (owner, post_id, post_version, content) values
    (${ada}, ${post?.id ?? ""}, 2, ${HARD_TEXT}), (${ada}, null, null, '')`;
  const [message] = await sql<{ id: string }[]>`
    insert into public.contact_messages (name, email, service, message, notes, idempotency_key, spam_reasons)
    values ('Bob', 'bob@mail.example', 'Design', ${HARD_TEXT}, '\\', null, '{links,shouting}') returning id`;
  await sql`select public.count_contact('network x', '1 hour')`;
  const [mail] = await sql<{ id: string }[]>`
    insert into public.mail_outbox (kind, recipient, message_id, contact_message_id)
    values ('contact', 'hello@plumbline.example', '<1@plumbline.example>', ${message?.id ?? ""}) returning id`;
  await sql`insert into public.mail_bodies (mail_id, subject, text_body, html_body)
    values (${mail?.id ?? ""}, 'Hello', ${HARD_TEXT}, null)`;
  await sql`insert into storage.objects (id, bucket_id, name, metadata)
    values (${object}, 'images', 'a/b c/ü.webp', '{"size": 3}')`;
  const allBytes = Buffer.concat([Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)), randomBytes(200_000)]);
  await sql`insert into storage.object_bytes (object_id, bytes) values (${object}, ${allBytes})`;
}

/** Every row of every table as text, seen by a superuser, whom no policy hides anything from. */
export async function readAllRows(url: string): Promise<Record<string, string[]>> {
  return asSuperuserOf(url, async (sql) => {
    const tables = await sql<{ name: string }[]>`
      select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('public', 'auth', 'storage') order by 1`;
    const rows: Record<string, string[]> = {};
    for (const { name } of tables) {
      const found = await sql.unsafe<{ row: string }[]>(`select to_jsonb(t)::text as row from ${name} t order by 1`);
      rows[name] = found.map(({ row }) => row);
    }
    return rows;
  });
}

/** What a restore switches off and must switch on again. */
export async function readRules(url: string): Promise<unknown> {
  return asSuperuserOf(url, async (sql) => [
    [
      ...(await sql`select tgrelid::regclass::text, tgname, tgenabled from pg_trigger where not tgisinternal order by 1, 2`),
    ],
    [
      ...(await sql`
        select oid::regclass::text, relrowsecurity, relforcerowsecurity from pg_class
        where relkind = 'r' and relnamespace::regnamespace::text in ('public', 'auth', 'storage') order by 1`),
    ],
    [...(await sql`select polrelid::regclass::text, polname from pg_policy order by 1, 2`)],
  ]);
}

/** Changes what a backup says and gives it the checksum that belongs to it. */
export async function rewriteBackup(file: string, change: (text: string) => string): Promise<void> {
  const lines = change(gunzipSync(await readFile(file)).toString())
    .trimEnd()
    .split("\n");
  const footer = JSON.parse((lines.pop() ?? "").slice(3)) as Record<string, unknown>;
  const content = `${lines.join("\n")}\n`;
  const sha256 = createHash("sha256").update(content).digest("hex");
  await writeFile(file, gzipSync(`${content}-- ${JSON.stringify({ ...footer, sha256 })}\n`));
}

async function asSuperuserOf<Result>(url: string, work: (sql: Sql) => Promise<Result>): Promise<Result> {
  const sql = postgres(superuserUrl(url), { max: 1, onnotice: () => {} });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}

export function superuserUrl(url: string): string {
  const address = new URL(inject("postgresUrl"));
  address.pathname = new URL(url).pathname;
  return address.href;
}

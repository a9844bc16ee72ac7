import { randomBytes } from "node:crypto";
import { readdir, readFile, stat, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "postgres";
import { expect, onTestFinished, test } from "vitest";
import { backUp } from "../../server/db/backup/backup.ts";
import { restore } from "../../server/db/backup/restore.ts";
import {
  createEmptyStore,
  createFolder,
  createStore,
  fillStore,
  readAllRows,
  readRules,
  rewriteBackup,
} from "../fixtures/database/backup.ts";
import { asSuperuser, superuserUrl } from "../fixtures/database/database.ts";
import { query } from "../fixtures/database/query.ts";

const EXCLUDED_TABLES = [
  "auth.flow_state",
  "auth.mfa_challenges",
  "auth.one_time_tokens",
  "auth.pending_sign_ups",
  "auth.rate_limits",
  "auth.saml_relay_states",
  "auth.webauthn_challenges",
  "public.api_key_fingerprint",
  "public.contact_limits",
  "public.recent_tries",
];
const KEYS = { anonKey: "anon-key-0123456789abcdef", serviceRoleKey: "service-key-0123456789abcdef" };

test("a restore brings back every row except rate limits and one-time tokens", async () => {
  const { source, file } = await backedUpStore();
  const target = await createStore();
  const before = await readAllRows(source.url);
  await target.database.sql`select 'connected like a running server'`;
  const summary = await restore({ file, keysFolder: undefined, openStore: target.openStore });

  const after = await readAllRows(target.url);
  const expected = { ...before, ...Object.fromEntries(EXCLUDED_TABLES.map((name) => [name, []])) };
  expect(after).toEqual(expected);
  const empty = Object.entries(after).filter(([name, rows]) => rows.length === 0 && !EXCLUDED_TABLES.includes(name));
  expect(empty, "every table has rows in this test").toEqual([]);
  expect(summary.rows["public.blog_posts"]).toBe(2);
  expect(await readRules(target.url)).toEqual(await readRules(source.url));
  expect(summary.isServerRunning).toBe(true);
});

test("sequences continue after a restore, and after a restore of its backup", async () => {
  const { source, file, folder } = await backedUpStore();
  const [copy, copyOfCopy] = [await createStore(), await createStore()];
  await restore({ file, keysFolder: undefined, openStore: copy.openStore });
  const second = join(folder, "second.gz");
  await backUp({ file: second, keysFolder: undefined, openStore: copy.openStore });
  await restore({ file: second, keysFolder: undefined, openStore: copyOfCopy.openStore });

  const ids = await Promise.all([source, copy, copyOfCopy].map(({ database }) => publish(database.sql)));
  expect(new Set(ids).size).toBe(1);
  expect(Number(ids[0])).toBeGreaterThan(5);
  expect((await copyOfCopy.database.sql`select slug, version from blog_posts where id = ${ids[0] ?? 0}`)[0]).toEqual({
    slug: "next",
    version: 1,
  });
});

test("a backup of a busy store is a consistent snapshot", async () => {
  const source = await createStore();
  const { sql } = source.database;
  const folder = await createFolder();
  // Copying these takes long enough for transactions below to commit between their two tables.
  for (let post = 0; post < 60; post++) {
    await sql`insert into blog_posts (title, excerpt, content) values ('Long', 'e', ${randomBytes(90_000).toString("hex")})`;
  }
  const over = new AbortController();
  let written = 0;
  const write = async () => {
    while (!over.signal.aborted) {
      await sql.begin(async (transaction) => {
        const [message] = await transaction<{ id: string }[]>`
          insert into contact_messages (name, email, service, message) values ('n', 'n@mail.example', 's', 'm') returning id`;
        await transaction`
          insert into mail_outbox (kind, recipient, message_id, contact_message_id)
          values ('k', 'r', gen_random_uuid()::text, ${message?.id ?? ""})`;
      });
      written += 1;
      await sleep(2);
    }
  };
  const writers = [write(), write(), write()];
  await expect.poll(() => written).toBeGreaterThan(20);
  const writtenBefore = written;
  const file = join(folder, "busy.gz");
  const { rows } = await backUp({ file, keysFolder: undefined, openStore: source.openStore });
  over.abort();
  await Promise.all(writers);
  expect(written).toBeGreaterThan(writtenBefore + 20);

  expect(rows["public.contact_messages"]).toBeGreaterThanOrEqual(writtenBefore);
  expect(rows["public.mail_outbox"]).toBe(rows["public.contact_messages"]);
  const target = await createStore();
  await restore({ file, keysFolder: undefined, openStore: target.openStore });
  const unpaired = await target.database.sql`
    select from contact_messages m full join mail_outbox o on o.contact_message_id = m.id where m.id is null or o.id is null`;
  expect(unpaired).toHaveLength(0);
});

test("a backup file has mode 600, and a failed or stopped backup leaves no file", async () => {
  const { source, file, folder } = await backedUpStore();
  expect(((await stat(file)).mode & 0o777).toString(8)).toBe("600");
  const again = backUp({ file, keysFolder: undefined, openStore: source.openStore });
  await expect(again).rejects.toThrow("exists already");
  const nowhere = backUp({ file: join(folder, "no/where.gz"), keysFolder: undefined, openStore: source.openStore });
  await expect(nowhere).rejects.toThrow("There is no folder");

  const other = join(folder, "other.gz");
  const unreachable = backUp({
    file: other,
    keysFolder: undefined,
    openStore: async () => ({ url: "postgres://nobody:wrong@127.0.0.1:1/none", close: async () => {} }),
  });
  await expect(unreachable).rejects.toThrow("ECONNREFUSED");
  const stopped = backUp({ file: other, keysFolder: undefined, openStore: source.openStore, signal: abortSoon() });
  await expect(stopped).rejects.toMatchObject({ name: "AbortError" });
  expect(await readdir(folder)).toEqual(["one.gz"]);
});

test("a damaged or truncated file is refused before the store is opened", async () => {
  const { file } = await backedUpStore();
  const complete = await readFile(file);
  const openStore = () => Promise.reject(new Error("The store was opened"));
  const attempt = () => restore({ file, keysFolder: undefined, openStore });
  await expect(attempt()).rejects.toThrow("The store was opened");

  for (const part of [0.1, 0.3, 0.5, 0.7, 0.9]) {
    const broken = Buffer.from(complete);
    const at = Math.floor(broken.length * part);
    broken.writeUInt8(broken.readUInt8(at) ^ 1, at);
    await writeFile(file, broken);
    await expect(attempt(), `one bit at ${part}`).rejects.toThrow(/damaged/);
  }
  for (const length of [complete.length - 1, complete.length - 9, Math.floor(complete.length / 2), 30, 1, 0]) {
    await writeFile(file, complete);
    await truncate(file, length);
    await expect(attempt(), `${length} bytes`).rejects.toThrow(/damaged/);
  }
  await writeFile(file, "PK not a backup");
  await expect(attempt()).rejects.toThrow(/no backup of this site/);
  // The compression is valid, but rows are missing.
  await writeFile(file, complete);
  await rewriteBackup(file, (text) => text.replace(/^hash-1.*\n/m, "").replace(/^.*\thash-1\t.*\n/m, ""));
  await expect(attempt()).rejects.toThrow(/damaged/);
});

test("a store with data is refused and stays unchanged", async () => {
  const { file } = await backedUpStore();
  const target = await createStore();
  await target.database.sql`insert into auth.users (email) values ('somebody@mail.example')`;
  const before = await readAllRows(target.url);
  const attempt = restore({ file, keysFolder: undefined, openStore: target.openStore });
  await expect(attempt).rejects.toThrow("This store is not empty (auth.users)");
  expect(await readAllRows(target.url)).toEqual(before);
});

test("rows that violate a constraint are refused, and the store stays unchanged", async () => {
  const { file, folder } = await backedUpStore({ keys: true });
  const target = await createStore();
  const before = [await readAllRows(target.url), await readRules(target.url)];
  const keysFolder = join(folder, "target");
  // A role without its account: PostgreSQL reports this only after the table's last byte.
  await rewriteBackup(file, (text) => replaceUserOfRole(text));
  const attempt = restore({ file, keysFolder, openStore: target.openStore });
  await expect(attempt).rejects.toMatchObject({ code: "23503", table_name: "user_roles" });
  expect([await readAllRows(target.url), await readRules(target.url)]).toEqual(before);
  expect(await publish(target.database.sql)).toBe("4");
  await expect(stat(join(keysFolder, "keys.json"))).rejects.toThrow("ENOENT");
});

test("a backup of another version is refused with an explanation, before the store is opened where possible", async () => {
  const { file } = await backedUpStore();
  const target = await createStore();
  const before = await readAllRows(target.url);
  const original = await readFile(file);
  const attempt = async (change: (text: string) => string, openStore = target.openStore) => {
    await writeFile(file, original);
    await rewriteBackup(file, change);
    return restore({ file, keysFolder: undefined, openStore });
  };
  const closed = () => Promise.reject(new Error("The store was opened"));
  const listed = (version: string) => (text: string) => text.replace('"migrations":[', `"migrations":["${version}",`);
  await expect(attempt(listed("29990101000000"), closed)).rejects.toThrow(
    /newer version of the site \(migration 29990101000000; written by [^ ]+, commit [^ ]+\)/,
  );
  await expect(attempt(listed("20260113000000"), closed)).rejects.toThrow(
    "This backup was written by a build before 1.0.0 (migration 20260113000000), whose migrations no longer exist. " +
      "Only that build can restore it. Nothing was changed.",
  );
  await expect(attempt((text) => text.replace('"formatVersion":1', '"formatVersion":2'), closed)).rejects.toThrow(
    /newer version/,
  );
  await expect(attempt((text) => text.replace('["20260301000000",', "["))).rejects.toThrow(
    /its tables are newer than the backup \(migration 20260301000000\)/,
  );
  await expect(attempt((text) => text.replace('"type":"bigint"', '"type":"integer"'))).rejects.toThrow(
    /another version/,
  );
  const injected = attempt((text) => text.replace("public.erased_posts", "public.x; drop schema public"));
  await expect(injected).rejects.toThrow(/another version/);
  expect(await readAllRows(target.url)).toEqual(before);
});

test("a refused restore leaves nothing in a database that was empty", async () => {
  const { file } = await backedUpStore();
  await rewriteBackup(file, (text) => replaceUserOfRole(text));
  const target = await createEmptyStore();
  const attempt = restore({ file, keysFolder: undefined, openStore: target.openStore });
  await expect(attempt).rejects.toMatchObject({ code: "23503" });
  const left = await query(
    target.url,
    `select nspname from pg_namespace where nspname in ('auth', 'storage', 'supabase_migrations')
     union all select relname from pg_class where relnamespace = 'public'::regnamespace`,
  );
  expect(left).toEqual([]);
});

test("keys are restored with mode 0600 and never replace other keys", async () => {
  const { file, folder } = await backedUpStore({ keys: true });
  const [first, second, third] = [await createStore(), await createStore(), await createStore()];
  const keysFolder = join(folder, "new/data");
  await restore({ file, keysFolder, openStore: first.openStore });
  expect(JSON.parse(await readFile(join(keysFolder, "keys.json"), "utf8"))).toEqual(KEYS);
  expect(((await stat(join(keysFolder, "keys.json"))).mode & 0o777).toString(8)).toBe("600");
  expect(await readdir(keysFolder)).toEqual(["keys.json"]);
  await restore({ file, keysFolder, openStore: second.openStore });

  await writeFile(join(keysFolder, "keys.json"), JSON.stringify({ ...KEYS, anonKey: "another-key-0123456789" }));
  const attempt = restore({ file, keysFolder, openStore: third.openStore });
  await expect(attempt).rejects.toThrow("holds other keys than the backup");
  expect((await readAllRows(third.url))["auth.users"]).toEqual([]);
});

test("a backup is refused to a database user from whom policies hide rows", async () => {
  const { source, folder } = await backedUpStore();
  const address = new URL(source.url);
  const reader = `reader_${randomBytes(4).toString("hex")}`;
  await asSuperuser(`create role ${reader} login password 'reader'`);
  onTestFinished(() => asSuperuser(`drop owned by ${reader}; drop role ${reader}`, address.pathname.slice(1)));
  await asSuperuser(
    `grant usage on schema auth, storage, supabase_migrations to ${reader};
     grant select on all tables in schema public, auth, storage, supabase_migrations to ${reader}`,
    address.pathname.slice(1),
  );
  [address.username, address.password] = [reader, "reader"];
  const open = (url: string) => async () => ({ url, close: async () => {} });
  const attempt = backUp({ file: join(folder, "x.gz"), keysFolder: undefined, openStore: open(address.href) });
  await expect(attempt).rejects.toThrow(/may not see all rows of .*public\.blog_posts/);
  const root = open(superuserUrl(new URL(source.url).pathname.slice(1)));
  const { rows } = await backUp({ file: join(folder, "x.gz"), keysFolder: undefined, openStore: root });
  expect(rows["public.blog_posts"]).toBe(2);
});

async function backedUpStore({ keys = false } = {}) {
  const source = await createStore();
  await fillStore(source.database.sql);
  const folder = await createFolder();
  const file = join(folder, "one.gz");
  const keysFolder = keys ? await createFolder() : undefined;
  if (keysFolder) await writeFile(join(keysFolder, "keys.json"), JSON.stringify(KEYS));
  const { hasKeys } = await backUp({ file, keysFolder, openStore: source.openStore });
  expect(hasKeys).toBe(keys);
  return { source, folder, file };
}

async function publish(sql: Sql): Promise<string | undefined> {
  const [post] = await sql<{ id: string }[]>`
    insert into blog_posts (title, excerpt, content) values ('Next', 'e', 'c') returning id`;
  return post?.id;
}

function replaceUserOfRole(text: string): string {
  const at = text.indexOf("\ncopy public.user_roles");
  const rows = text
    .slice(at)
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/, "00000000-0000-4000-8000-000000000000");
  return text.slice(0, at) + rows;
}

function abortSoon(): AbortSignal {
  const stopping = new AbortController();
  queueMicrotask(() => setTimeout(() => stopping.abort(), 5));
  return stopping.signal;
}

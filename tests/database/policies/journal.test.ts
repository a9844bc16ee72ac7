import { afterAll, beforeAll, expect, test } from "vitest";
import { addAccount, attempt, type Caller, SERVICE } from "../../fixtures/auth/callers.ts";
import { createTestDatabase, type TestDatabase } from "../../fixtures/database/database.ts";

let store: TestDatabase;
let admin: Caller;

beforeAll(async () => {
  store = await createTestDatabase();
  admin = await addAccount(store.database, { role: "admin" });
});
afterAll(() => store.drop());

test("an upgrade is a line in the journal; the first release and another start of it are not", async () => {
  const { sql } = store.database;
  const start = (version: string) => sql`select note_release(${version})`;
  const lines = () => sql`select is_server, action, subject from journal where kind = 'release' order by id`;
  for (const version of ["1.0.0", "1.0.0"]) await start(version);
  expect([...(await lines())]).toEqual([]);
  for (const version of ["1.1.0", "1.1.0"]) await start(version);
  expect([...(await lines())]).toEqual([{ is_server: true, action: "started", subject: "1.1.0" }]);
  await sql`delete from journal`;
});

test("the journal says who changed what, with ids and field names and no contents", async () => {
  const { sql } = store.database;
  const secret = "A sentence that stays out";
  const [post] = await as(
    admin,
    `insert into blog_posts (title, excerpt, content, created_by) values ('${secret}', 'e', 'c', auth.uid()) returning id`,
  );
  const id = String(post?.id);
  await as(admin, `update blog_posts set title = '${secret}!' where id = ${id}`);
  await as(admin, `update blog_posts set content = '${secret}?' where id = ${id}`);
  await as(admin, `update blog_posts set deleted_at = now() where id = ${id}`);
  await as(admin, `update blog_posts set deleted_at = null, status = 'draft' where id = ${id}`);
  await as(
    admin,
    `insert into entries (collection, key, data) values ('contact', 'main', '{"phone":"1","email":"x"}')`,
  );
  await as(admin, `update entries set data = '{"phone":"2","email":"x"}' where key = 'main'`);
  await as(admin, `update entries set position = 5 where key = 'main'`);
  await as(admin, `delete from entries where key = 'main'`);
  const other = await addAccount(store.database, { role: "user" });
  await as(admin, `update user_roles set role = 'admin' where user_id = '${other.id}'`);
  await as(admin, `update user_roles set role = 'user' where user_id = '${other.id}'`);
  const [message] = await sql`insert into contact_messages (name, email, service, message)
    values ('N', 'n@x.example', 'Other', ${secret}) returning id`;
  await as(admin, `update contact_messages set notes = '${secret}' where id = '${message?.id}'`);
  await as(admin, `update contact_messages set read_at = now() where id = '${message?.id}'`);
  await as(admin, `delete from contact_messages where id = '${message?.id}'`);

  const rows = await sql`select kind, action, subject, fields from journal where actor = ${admin.id} order by id`;
  expect([...rows]).toEqual([
    line("post", "published", id),
    line("post", "changed", id, ["content", "title"]),
    line("post", "deleted", id, ["deleted_at"]),
    line("post", "brought back", id, ["deleted_at", "status"]),
    // Saves in quick succession are one line.
    line("content", "published", "contact/main", ["phone"]),
    line("content", "moved", "contact/main", ["position"]),
    line("content", "removed", "contact/main"),
    line("role", "granted", other.id, ["role"]),
    line("role", "revoked", other.id, ["role"]),
    line("message", "changed", message?.id as string, ["notes"]),
    line("message", "erased", message?.id as string),
  ]);
  const [all] = await sql`select string_agg(j::text, '') as text from journal j`;
  expect(all?.text).not.toContain("sentence");
  expect(all?.text).not.toContain("@");
});

test("hiding and showing an entry is no publication, and neither is the first move of one that came with the site", async () => {
  const editor = await addAccount(store.database, { role: "admin" });
  await as(editor, `insert into entries (collection, key, data, hidden) values ('values', 'hid', '{}', true)`);
  await as(editor, `update entries set hidden = true where key = 'hid'`);
  await as(editor, `update entries set hidden = false where key = 'hid'`);
  await as(editor, `insert into entries (collection, key, data, live_from) values ('values', 'moved', '{}', 'epoch')`);
  const rows = await store.database.sql`
    select kind, action, subject, fields from journal where actor = ${editor.id} order by id`;
  expect([...rows]).toEqual([
    line("content", "hid", "values/hid"),
    line("content", "showed", "values/hid", ["hidden"]),
    line("content", "moved", "values/moved"),
  ]);
});

test("only admins read it, by kind and by person; nobody writes it; a deleted account loses its name", async () => {
  const leaving = await addAccount(store.database, { role: "admin" });
  await as(
    leaving,
    `insert into entries (collection, key, data) values ('leaders', 'left', '{"name":"Edda Lind","title":"Head"}')`,
  );
  const page = (by: Caller, kind: string | null, actor: string | null) =>
    store.database.asCaller(by.claims, (sql) => sql`select * from journal_page(${kind}, ${actor})`);
  expect(await page(admin, "content", leaving.id)).toMatchObject([
    { subject: "leaders/left", title: "Edda Lind", email: `${leaving.id}@people.example`, is_server: false },
  ]);
  expect(await page(admin, "post", leaving.id)).toHaveLength(0);
  const people = await store.database.asCaller(admin.claims, (sql) => sql`select id from journal_people()`);
  expect(people.map(({ id }) => id as string)).toContain(leaving.id);
  const user = await addAccount(store.database, { role: "user" });
  expect(await page(user, null, null)).toHaveLength(0);
  expect(await attempt(store.database, admin.claims, (sql) => sql`delete from journal`)).toBe("42501");

  await store.database.sql`delete from auth.users where id = ${leaving.id}`;
  const lines = [...(await page(admin, "content", null))];
  const entry = lines.find(({ subject }) => subject === "leaders/left");
  expect(entry).toMatchObject({ email: null, is_server: false });
});

test("lines are erased after two years", async () => {
  const { sql } = store.database;
  await sql`update journal set at = now() - interval '2 years 1 day' where kind = 'message'`;
  await store.database.asCaller(SERVICE, (service) => service`select empty_bin()`);
  const [left] = await sql`select count(*)::int as lines from journal where kind = 'message'`;
  expect(left?.lines).toBe(0);
  const [rest] = await sql`select count(*)::int as lines from journal`;
  expect(rest?.lines).toBeGreaterThan(5);
});

const line = (kind: string, action: string, subject: string, fields: string[] = []) => ({
  kind,
  action,
  subject,
  fields,
});

async function as({ claims }: Caller, statement: string) {
  return store.database.asCaller(claims, (sql) => sql.unsafe(statement));
}

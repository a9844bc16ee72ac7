import { afterAll, beforeAll, expect, test } from "vitest";
import { addAccount, ANON, attempt, type Caller, SERVICE } from "../../fixtures/auth/callers.ts";
import { createTestDatabase, type TestDatabase } from "../../fixtures/database/database.ts";

type Subject = { draft?: string; post?: string; key?: string; frame?: boolean };
type Preview = { is_frame: boolean; post: { title: string; tags: string[] } | null; entry: { data: object } | null };

let store: TestDatabase;
let admin: Caller;

beforeAll(async () => {
  store = await createTestDatabase();
  admin = await addAccount(store.database, { role: "admin" });
  await addAccount(store.database, { role: "admin" });
});
afterAll(() => store.drop());

test("only admins make links, only the server resolves them, and the table holds no token", async () => {
  await draftEntry("roles");
  for (const by of [ANON, SERVICE, (await addAccount(store.database, { role: "user" })).claims]) {
    expect(await attempt(store.database, by, (sql) => sql`select make_preview(null, null, 'test', 'roles')`)).toBe(
      "42501",
    );
  }
  const token = await make({ key: "roles" });
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(await make({ key: "roles" })).not.toBe(token);
  for (const by of [ANON, admin.claims]) {
    expect(await attempt(store.database, by, (sql) => sql`select find_preview(${token})`)).toBe("42501");
  }
  const [row] = await store.database.sql`select to_jsonb(l)::text as text from preview_links l where key = 'roles'`;
  expect(row?.text).not.toContain(token);
});

test("a link shows the newest draft, and ends with revocation, its time, its maker's role and the draft", async () => {
  await draftEntry("ends");
  const token = await make({ key: "ends" });
  await store.database.sql`update entry_drafts set data = '{"title":"newer"}' where key = 'ends'`;
  expect((await find(token))?.entry?.data).toEqual({ title: "newer" });
  expect(await find(`${token}x`)).toBeNull();
  expect(await find("")).toBeNull();

  const { sql } = store.database;
  await sql`update user_roles set role = 'user' where user_id = ${admin.id}`;
  expect(await find(token)).toBeNull();
  await sql`update user_roles set role = 'admin' where user_id = ${admin.id}`;
  await sql`update auth.users set banned_until = now() + '1 hour' where id = ${admin.id}`;
  expect(await find(token)).toBeNull();
  await sql`update auth.users set banned_until = null where id = ${admin.id}`;
  await sql`update preview_links set expires_at = now() where key = 'ends'`;
  expect(await find(token)).toBeNull();

  const [second, third] = [await make({ key: "ends" }), await make({ key: "ends" })];
  const [listed] = await store.database.asCaller(
    admin.claims,
    (as) => as`select id, email from preview_list(null, null, 'test', 'ends') order by made_at limit 1`,
  );
  expect(listed?.email).toBe(`${admin.id}@people.example`);
  expect(
    await attempt(store.database, admin.claims, (as) => as`delete from preview_links where id = ${listed?.id}`),
  ).toBe("ok 1");
  expect([await find(second), await find(third)].filter(Boolean)).toHaveLength(1);
  await sql`delete from entry_drafts where key = 'ends'`;
  expect([await find(second), await find(third)]).toEqual([null, null]);
});

test("publishing an entry ends its links; scheduling keeps them until its time; the newsroom's frame stays", async () => {
  const { sql } = store.database;
  await draftEntry("out");
  const [token, frame] = [await make({ key: "out" }), await make({ key: "out", frame: true })];
  await sql`insert into entries (collection, key, data, live_from) values ('test', 'out', '{"title":"soon"}', now() + '1 hour')`;
  await sql`delete from entry_drafts where key = 'out'`;
  expect((await find(token))?.entry?.data).toEqual({ title: "soon" });
  const [{ soon } = {}] =
    await sql`select expires_at <= now() + '1 hour' as soon from preview_links where key = 'out' and not is_frame`;
  expect(soon).toBe(true);
  await sql`update entries set live_from = now() where key = 'out'`;
  expect(await find(token)).toBeNull();
  expect(await find(frame)).toMatchObject({ is_frame: true, entry: { data: null } });
  await expect(make({ key: "out" })).rejects.toThrow("There is no change to preview.");
});

test("a link to a post shows the maker's draft, or the scheduled post, never another admin's draft", async () => {
  const { sql } = store.database;
  const other = await addAccount(store.database, { role: "admin" });
  const [post] = await sql`insert into blog_posts (title, excerpt, content, tags, published_at)
    values ('Later', 'e', 'c', '{a}', now() + '1 hour') returning id`;
  const [theirs] = await sql`insert into post_drafts (owner, title) values (${other.id}, 'Theirs') returning id`;
  await expect(make({ draft: theirs?.id as string })).rejects.toThrow("There is no change to preview.");

  const scheduled = await make({ post: post?.id as string });
  expect((await find(scheduled))?.post).toMatchObject({ title: "Later", tags: ["a"] });
  await sql`insert into post_drafts (owner, post_id, title, tags) values (${admin.id}, ${post?.id}, 'Better', 'b,c')`;
  const changed = await make({ post: post?.id as string });
  expect((await find(changed))?.post).toMatchObject({ title: "Better", tags: ["b", "c"] });
  await store.database.asCaller(
    admin.claims,
    (as) => as`update blog_posts set title = 'Better' where id = ${post?.id}`,
  );
  expect((await find(changed))?.post?.title).toBe("Better");
  expect((await find(scheduled))?.post?.title).toBe("Better");
  await sql`update blog_posts set deleted_at = now() where id = ${post?.id}`;
  await sql`update blog_posts set deleted_at = null where id = ${post?.id}`;
  expect(await find(scheduled)).toBeNull();
});

test("links to the draft of a post outlive its scheduling, and end when it is due", async () => {
  const { sql } = store.database;
  const [draft] = await sql`insert into post_drafts (owner, title) values (${admin.id}, 'Soon') returning id`;
  const token = await make({ draft: draft?.id as string });
  const [post] = await sql`insert into blog_posts (title, excerpt, content, published_at, created_by)
    values ('Soon', 'e', 'c', now() + '1 hour', ${admin.id}) returning id`;
  const move = (by: Caller) =>
    store.database.asCaller(by.claims, (as) => as`select move_previews(${draft?.id}, ${post?.id})`);
  const linked = () => sql`select from preview_links where post_id = ${post?.id}`;
  // Links of another admin's draft stay where they are.
  await move(await addAccount(store.database, { role: "admin" }));
  expect(await linked()).toHaveLength(0);
  await move(admin);
  await sql`delete from post_drafts where id = ${draft?.id}`;
  expect((await find(token))?.post?.title).toBe("Soon");

  // A minute passes: the clock publishes, without an update.
  await sql`alter table blog_posts disable trigger user`;
  await sql`update blog_posts set published_at = now() - interval '1 minute' where id = ${post?.id}`;
  await sql`alter table blog_posts enable trigger user`;
  expect(await find(token)).toBeNull();
  const listed = await store.database.asCaller(admin.claims, (as) => as`select from preview_list(null, ${post?.id})`);
  expect(listed).toHaveLength(0);
  await sql`update blog_posts set status = 'draft' where id = ${post?.id}`;
  expect(await find(token)).toBeNull();
});

async function draftEntry(key: string): Promise<void> {
  await store.database
    .sql`insert into entry_drafts (collection, key, data) values ('test', ${key}, '{"title":"draft"}')`;
}

async function make({ draft, post, key, frame = false }: Subject): Promise<string> {
  const collection = key ? "test" : null;
  const [made] = await store.database.asCaller(
    admin.claims,
    (sql) =>
      sql`select token from make_preview(${draft ?? null}, ${post ?? null}, ${collection}, ${key ?? null}, ${frame})`,
  );
  return made?.token as string;
}

async function find(token: string): Promise<Preview | null> {
  const [found] = await store.database.asCaller(SERVICE, (sql) => sql`select find_preview(${token}) as preview`);
  return found?.preview as Preview | null;
}

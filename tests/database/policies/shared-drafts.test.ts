import { afterAll, beforeAll, expect, test } from "vitest";
import { addAccount, attempt, type Caller, SERVICE } from "../../fixtures/auth/callers.ts";
import { createTestDatabase, type TestDatabase } from "../../fixtures/database/database.ts";

let store: TestDatabase;
let maud: Caller;
let otis: Caller;
let draft: string;

beforeAll(async () => {
  store = await createTestDatabase();
  maud = await addAccount(store.database, { role: "admin" });
  otis = await addAccount(store.database, { role: "admin" });
  const [row] = await as(maud, `insert into post_drafts (title) values ('Half a thought') returning id`);
  draft = String(row?.id);
});
afterAll(() => store.drop());

test("a draft is its owner's until it is shared; then other admins read, change and preview it", async () => {
  expect(await seenBy(otis)).toBe("ok 0");
  expect(await countedBy(otis)).toBe(0);
  const [before] = await as(maud, "select updated_at from post_drafts");
  await as(maud, "update post_drafts set is_shared = true");
  const [after] = await as(maud, "select updated_at from post_drafts");
  expect(after, "sharing changes no text").toEqual(before);
  expect(await seenBy(otis)).toBe("ok 1");
  expect(await countedBy(otis)).toBe(1);
  await as(otis, `update post_drafts set title = 'A thought', owner = '${otis.id}', is_shared = false`);
  const [row] = await as(otis, "select title, owner, is_shared from post_drafts");
  expect(row, "only the owner ends the sharing").toEqual({ title: "A thought", owner: maud.id, is_shared: true });
  expect(await as(otis, `select token is not null as made from make_preview(of_draft => '${draft}')`)).toEqual([
    { made: true },
  ]);
});

test("users, admins without their second factor and former admins see no shared draft of others", async () => {
  const user = await addAccount(store.database, { role: "user" });
  const half = await addAccount(store.database, { role: "admin", factor: true, aal: "aal1" });
  for (const caller of [user, half]) {
    expect(await seenBy(caller)).toBe("ok 0");
    expect(await attempt(store.database, caller.claims, (sql) => sql`update post_drafts set title = 'x'`)).toBe("ok 0");
    expect(await attempt(store.database, caller.claims, (sql) => sql`delete from post_drafts`)).toBe("ok 0");
  }
});

test("a former admin neither reads nor discards the draft they shared, but an unshared one of their own", async () => {
  const former = await addAccount(store.database, { role: "admin" });
  const [own] = await as(former, `insert into post_drafts (title) values ('Mine') returning id`);
  const [shared] = await as(former, `insert into post_drafts (title) values ('Ours') returning id`);
  await as(former, `update post_drafts set is_shared = true where id = '${String(shared?.id)}'`);
  await store.database.sql`update user_roles set role = 'user' where user_id = ${former.id}`;
  expect(await as(former, "select id from post_drafts")).toEqual([{ id: own?.id }]);
  await as(former, "delete from post_drafts");
  expect(await as(maud, `select title from post_drafts where owner = '${former.id}'`)).toEqual([{ title: "Ours" }]);
  await as(maud, `delete from post_drafts where owner = '${former.id}'`);
});

test("another admin's preview link ends with the sharing, the owner's stays", async () => {
  const makeLink = async (caller: Caller) => {
    const [row] = await as(caller, `select token from make_preview(of_draft => '${draft}')`);
    return String(row?.token);
  };
  const [theirs, own] = [await makeLink(otis), await makeLink(maud)];
  const isShown = async (token: string) => {
    const [row] = await store.database.asCaller(SERVICE, (sql) => sql`select find_preview(${token}) as found`);
    return row?.found != null;
  };
  expect([await isShown(theirs), await isShown(own)]).toEqual([true, true]);
  await as(maud, "update post_drafts set is_shared = false");
  expect([await isShown(theirs), await isShown(own)]).toEqual([false, true]);
  await as(maud, "update post_drafts set is_shared = true");
});

test("an admin who publishes a shared draft removes it; one that is no longer shared is out of reach", async () => {
  await as(maud, "update post_drafts set is_shared = false");
  expect(await attempt(store.database, otis.claims, (sql) => sql`delete from post_drafts`)).toBe("ok 0");
  await as(maud, "update post_drafts set is_shared = true");
  expect(await attempt(store.database, otis.claims, (sql) => sql`delete from post_drafts`)).toBe("ok 1");
});

const as = async ({ claims }: Caller, statement: string) => [
  ...(await store.database.asCaller(claims, (sql) => sql.unsafe(statement))),
];
const seenBy = ({ claims }: Caller) => attempt(store.database, claims, (sql) => sql`select id from post_drafts`);
async function countedBy(caller: Caller): Promise<number> {
  const [row] = await as(caller, "select newsroom_overview('UTC') -> 'drafts' -> 'count' as count");
  return Number(row?.count);
}

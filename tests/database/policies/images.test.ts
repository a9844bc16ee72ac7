import type { TransactionSql } from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Claims } from "../../../backend/database/database.ts";
import { addAccount, ANON, attempt, SERVICE, type Caller } from "../../fixtures/auth/callers.ts";
import { createTestDatabase, type TestDatabase } from "../../fixtures/database/database.ts";

let store: TestDatabase;
let admin: Caller;
let user: Caller;
beforeAll(async () => {
  store = await createTestDatabase();
  admin = await addAccount(store.database, { role: "admin" });
  user = await addAccount(store.database);
});
afterAll(() => store.drop());

const put =
  (name: string, bucket = "images") =>
  async (sql: TransactionSql) => {
    const [object] = await sql`insert into storage.objects (bucket_id, name) values (${bucket}, ${name}) returning id`;
    return sql`insert into storage.object_bytes (object_id, bytes) values (${object?.id}, ${Buffer.from("picture")})`;
  };

test("only admins and the service role can store pictures", async () => {
  const half = await addAccount(store.database, { role: "admin", factor: true });
  const tryPut = (claims: Claims, name: string) => attempt(store.database, claims, put(name));
  expect(await tryPut(admin.claims, "by-admin.avif")).toBe("ok 1");
  expect(await tryPut(SERVICE, "by-service.avif")).toBe("ok 1");
  expect(await tryPut(user.claims, "by-user.avif")).toBe("42501");
  expect(await tryPut(half.claims, "by-half.avif")).toBe("42501");
  expect(await tryPut(ANON, "by-anon.avif")).toBe("42501");
});

test("an admin cannot write to another bucket or create one", async () => {
  await store.database.sql`insert into storage.buckets (id, name) values ('private', 'private')`;
  expect(await attempt(store.database, admin.claims, put("x.avif", "private"))).toBe("42501");
  const make = attempt(
    store.database,
    admin.claims,
    (sql) => sql`insert into storage.buckets (id, name) values ('a', 'a')`,
  );
  expect(await make).toBe("42501");
});

test("visitors and users neither see nor delete an object or its bytes", async () => {
  await store.database.asCaller(SERVICE, put("seen.avif"));
  for (const table of ["objects", "object_bytes"]) {
    const read = (sql: TransactionSql) => sql`select * from ${sql(`storage.${table}`)}`;
    expect(await attempt(store.database, ANON, read)).toBe("ok 0");
    expect(await attempt(store.database, user.claims, read)).toBe("ok 0");
  }
  for (const caller of [ANON, user.claims]) {
    expect(await attempt(store.database, caller, (sql) => sql`delete from storage.objects`)).toBe("ok 0");
  }
  expect(await attempt(store.database, ANON, put("mine.avif"))).toBe("42501");
});

test("deleting a picture deletes its bytes", async () => {
  await store.database.asCaller(admin.claims, put("gone.avif"));
  const before = await store.database.sql`select from storage.object_bytes`;
  await store.database.asCaller(admin.claims, (sql) => sql`delete from storage.objects where name = 'gone.avif'`);
  expect((await store.database.sql`select from storage.object_bytes`).count).toBe(before.count - 1);
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ANN, BOB, createRestFixture, type RestFixture } from "../../../tests/fixtures/database/rest-scratch.ts";

let fixture: RestFixture;

beforeAll(async () => {
  fixture = await createRestFixture();
});

afterAll(() => fixture.drop());

beforeEach(async () => {
  await fixture.database.sql`truncate public.shelf_items, public.staff_notes, public.inbox restart identity`;
  fixture.changes.length = 0;
});

const items = () => fixture.as("ann-token").from("shelf_items");
const stored = () =>
  fixture.database.asCaller({ role: "service_role" }, (sql) => sql`select * from shelf_items order by id`);

describe("insert", () => {
  test("stores one row and returns no body", async () => {
    const { data, error, status } = await items().insert({
      title: "Axe",
      tags: ["a,b", 'say "hi"'],
      facts: { k: [1] },
    });
    expect({ data, error, status }).toEqual({ data: null, error: null, status: 201 });
    expect(await stored()).toMatchObject([{ title: "Axe", tags: ["a,b", 'say "hi"'], facts: { k: [1] }, owner: ANN }]);
  });

  test("returns the selected columns of the new row", async () => {
    const { data, status } = await items().insert({ title: "Axe" }).select("id, name:title, rank").single();
    expect(data).toEqual({ id: 1, name: "Axe", rank: 7 });
    expect(status).toBe(201);
  });

  test("stores missing columns as null", async () => {
    const { data, error } = await items()
      .insert([{ title: "Axe" }, { title: "Bow", rank: 3 }])
      .select("title, rank");
    expect(error).toBeNull();
    expect(data).toEqual([
      { title: "Axe", rank: null },
      { title: "Bow", rank: 3 },
    ]);
  });

  test("stores missing columns as default with missing=default", async () => {
    const rows = [
      { title: "Axe", made_at: "2026-07-01T00:00:00Z" },
      { title: "Bow", rank: 3, id: 40 },
    ];
    const { data, error } = await items().insert(rows, { defaultToNull: false }).select("id, title, rank, made_at");
    expect(error).toBeNull();
    expect(data).toEqual([
      { id: 1, title: "Axe", rank: 7, made_at: "2026-07-01T00:00:00+00:00" },
      { id: 40, title: "Bow", rank: 3, made_at: "2026-01-02T03:04:05+00:00" },
    ]);
  });

  test("accepts rows of defaults only, and no rows", async () => {
    await fixture.database.sql`alter table shelf_items alter title set default 'untitled'`;
    expect(await items().insert({}).select("title")).toMatchObject({ data: [{ title: "untitled" }], status: 201 });
    expect(await items().insert([{}, {}]).select("id")).toMatchObject({ data: [{ id: 2 }, { id: 3 }] });
    expect(await items().insert([]).select()).toMatchObject({ data: [], status: 201, error: null });
    await fixture.database.sql`alter table shelf_items alter title drop default`;
  });

  test("can return a count or only headers", async () => {
    const counted = await items().insert([{ title: "Axe" }, { title: "Bow" }], { count: "exact" });
    expect(counted).toMatchObject({ count: 2, status: 201 });
    const response = await fixture.send("ann-token", "/shelf_items", {
      method: "POST",
      body: JSON.stringify({ title: "Cup" }),
      headers: { prefer: "return=headers-only", "content-type": "application/json" },
    });
    expect([response.status, response.headers.get("location")]).toEqual([201, "/shelf_items?id=eq.3"]);
    expect(await response.text()).toBe("");
  });

  test("works for a role that may insert but not select", async () => {
    const inbox = fixture.as("anon-key").from("inbox");
    expect(await inbox.insert({ id: 1, note: "hello" })).toMatchObject({ error: null, status: 201 });
    expect(await inbox.insert({ id: 2, note: "hello" }).select()).toMatchObject({
      error: { code: "42501" },
      status: 401,
    });
    expect(await fixture.database.sql`select id from inbox`).toEqual([{ id: 1 }]);
  });
});

describe("upsert", () => {
  test("inserts new rows and updates existing ones by primary key", async () => {
    await items().insert({ id: 1, title: "Axe", rank: 1 });
    const mixed = await items()
      .upsert([
        { id: 1, title: "Axe II" },
        { id: 2, title: "Bow" },
      ])
      .select("id, title, rank");
    expect(mixed).toMatchObject({ error: null, status: 201 });
    expect(mixed.data).toEqual([
      { id: 1, title: "Axe II", rank: 1 },
      { id: 2, title: "Bow", rank: 7 },
    ]);
    expect(await items().upsert({ id: 2, title: "Bow II" })).toMatchObject({ error: null, status: 200 });
  });

  test("can use another unique column", async () => {
    await items().insert({ title: "Axe", mark: "m" });
    const { data, error } = await items()
      .upsert({ title: "Axe II", mark: "m" }, { onConflict: "mark" })
      .select("id, title");
    expect({ data, error }).toEqual({ data: [{ id: 1, title: "Axe II" }], error: null });
  });

  test("leaves existing rows unchanged with ignoreDuplicates", async () => {
    await items().insert({ id: 1, title: "Axe" });
    const rows = [
      { id: 1, title: "Axe II" },
      { id: 2, title: "Bow" },
    ];
    const { data, status } = await items().upsert(rows, { ignoreDuplicates: true }).select("id, title");
    expect([data, status]).toEqual([[{ id: 2, title: "Bow" }], 201]);
  });

  test("refuses unknown or non-unique columns and duplicate rows", async () => {
    const plain = await items().upsert({ title: "Axe" }, { onConflict: "title" });
    expect(plain).toMatchObject({ status: 400, error: { code: "42P10" } });
    const unknown = await items().upsert({ title: "Axe" }, { onConflict: "nonsense" });
    expect(unknown).toMatchObject({ status: 400, error: { code: "42703" } });
    const twice = await items().upsert([
      { id: 1, title: "Axe" },
      { id: 1, title: "Bow" },
    ]);
    expect(twice).toMatchObject({ status: 400, error: { code: "21000" } });
  });

  test("cannot overwrite a row of another account", async () => {
    await fixture.as("bob-token").from("shelf_items").insert({ id: 1, title: "Bob's" });
    const { error, status } = await items().upsert({ id: 1, title: "Ann's" });
    expect([error?.code, status]).toEqual(["42501", 403]);
    expect(await stored()).toMatchObject([{ title: "Bob's", owner: BOB }]);
  });
});

describe("update", () => {
  beforeEach(async () => {
    await items().insert([{ title: "Axe" }, { title: "Bow" }]);
    await fixture.as("bob-token").from("shelf_items").insert({ title: "Cup" });
  });

  test("changes the matching rows and returns no body", async () => {
    const { data, error, status } = await items().update({ title: "Axe II", facts: null }).eq("id", 1);
    expect({ data, error, status }).toEqual({ data: null, error: null, status: 204 });
    expect(await stored()).toMatchObject([{ title: "Axe II" }, { title: "Bow" }, { title: "Cup" }]);
  });

  test("can return and count the changed rows", async () => {
    const { data, status, count } = await items()
      .update({ rank: 9 }, { count: "exact" })
      .in("title", ["Axe", "Bow"])
      .select("id, rank");
    expect(data).toEqual([
      { id: 1, rank: 9 },
      { id: 2, rank: 9 },
    ]);
    expect([status, count]).toEqual([200, 2]);
  });

  test("changes only rows that the policies allow", async () => {
    expect(await items().update({ rank: 1 }).eq("title", "Cup").select()).toMatchObject({ data: [], status: 200 });
    expect((await items().update({ rank: 1 }).select("id")).data).toHaveLength(2);
    expect(await stored()).toMatchObject([{ rank: 1 }, { rank: 1 }, { rank: 7 }]);
    const given = await items().update({ owner: BOB }).eq("id", 1);
    expect(given).toMatchObject({ status: 403, error: { code: "42501" } });
  });

  test("can order by a column that is not returned", async () => {
    const { data, error } = await items()
      .update({ rank: 9 })
      .gt("id", 0)
      .select("title")
      .order("id", { ascending: false });
    expect(error).toBeNull();
    expect(data).toEqual([{ title: "Bow" }, { title: "Axe" }]);
  });

  test("without columns changes nothing", async () => {
    expect(await items().update({}).eq("id", 1).select()).toMatchObject({ data: [], status: 200, error: null });
    expect(fixture.changes.slice(2)).toEqual([]);
  });

  test("with single() is rolled back unless it changes exactly one row", async () => {
    const none = await items().update({ rank: 2 }).eq("id", 99).select().single();
    expect(none).toMatchObject({ status: 406, error: { code: "PGRST116", details: "The result contains 0 rows" } });
    const several = await items().update({ rank: 2 }).select().single();
    expect(several).toMatchObject({ status: 406, error: { code: "PGRST116", details: "The result contains 2 rows" } });
    expect(await stored()).toMatchObject([{ rank: 7 }, { rank: 7 }, { rank: 7 }]);
  });

  test("is rolled back if it exceeds max-affected", async () => {
    const client = fixture.as("ann-token").from("shelf_items");
    const { error, status } = await client
      .update({ rank: 2 })
      .gt("id", 0)
      .setHeader("prefer", "handling=strict, max-affected=1");
    expect([status, error?.code]).toEqual([400, "PGRST124"]);
    expect(await stored()).toMatchObject([{ rank: 7 }, { rank: 7 }, { rank: 7 }]);
  });
});

describe("delete", () => {
  beforeEach(async () => {
    await items().insert([{ title: "Axe" }, { title: "Bow" }]);
    await fixture.as("bob-token").from("shelf_items").insert({ title: "Cup" });
  });

  test("removes the matching rows", async () => {
    const { data, error, status } = await items().delete().eq("title", "Axe");
    expect({ data, error, status }).toEqual({ data: null, error: null, status: 204 });
    expect(await stored()).toMatchObject([{ title: "Bow" }, { title: "Cup" }]);
  });

  test("removes only rows that the policies allow, and can return and count them", async () => {
    const { data, count, status } = await items().delete({ count: "exact" }).gt("id", 0).select("title");
    expect([data, count, status]).toEqual([[{ title: "Axe" }, { title: "Bow" }], 2, 200]);
    expect(await stored()).toMatchObject([{ title: "Cup" }]);
    const anon = await fixture.as("anon-key").from("shelf_items").delete().eq("id", 3);
    expect(anon).toMatchObject({ status: 401, error: { code: "42501" } });
  });
});

describe("onChange", () => {
  test("is called once for each write that changed rows", async () => {
    await items().insert({ title: "Axe" });
    await items().update({ rank: 1 }).eq("id", 1);
    await items().delete().eq("id", 1);
    expect(fixture.changes).toEqual([{ table: "shelf_items" }, { table: "shelf_items" }, { table: "shelf_items" }]);
  });

  test("is not called for reads, errors and writes that change no row", async () => {
    await items().select();
    await items().insert({ title: null });
    await items().update({ rank: 1 }).eq("id", 99);
    await fixture.as("anon-key").from("shelf_items").delete().eq("id", 99);
    expect(fixture.changes).toEqual([]);
  });
});

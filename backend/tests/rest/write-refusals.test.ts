import { afterAll, beforeAll, expect, test } from "vitest";
import { BOB, createRestFixture, type RestFixture } from "../../../tests/fixtures/database/rest-scratch.ts";

let fixture: RestFixture;

beforeAll(async () => {
  fixture = await createRestFixture();
});

afterAll(() => fixture.drop());

const items = () => fixture.as("ann-token").from("shelf_items");
const stored = () =>
  fixture.database.asCaller({ role: "service_role" }, (sql) => sql`select * from shelf_items order by id`);

test("a violated constraint is refused with PostgreSQL's code", async () => {
  await items().insert({ title: "Axe", mark: "m" });
  const cases: [object, number, string][] = [
    [{ title: "Bow", mark: "m" }, 409, "23505"],
    [{ title: "Bow", parent: 99 }, 409, "23503"],
    [{ title: null }, 400, "23502"],
    [{ title: "Bow", rank: 5000 }, 400, "23514"],
    [{ title: "Bow", rank: "many" }, 400, "22P02"],
    [{ title: "Bow", made_at: "yesterday-ish" }, 400, "22007"],
    [{ title: "Bow", price: 1e20 }, 400, "22003"],
    [{ title: "nul\u0000l" }, 400, "22P05"],
    [{ title: "Bow", owner: BOB }, 403, "42501"],
  ];
  for (const [row, status, code] of cases) {
    const answer = await items().insert(row);
    expect([answer.status, answer.error?.code], code).toEqual([status, code]);
  }
  expect(await stored()).toHaveLength(1);
});

test("a constraint error has PostgREST's format and PostgreSQL's detail", async () => {
  const notes = fixture.as("ann-token").from("staff_notes");
  await notes.insert({ id: 1 });
  expect((await notes.insert({ id: 1 })).error).toEqual({
    code: "23505",
    details: "Key (id)=(1) already exists.",
    hint: null,
    message: 'duplicate key value violates unique constraint "staff_notes_pkey"',
  });
});

test("a policy error has PostgREST's format", async () => {
  const { error } = await items().insert({ title: "Bow", owner: BOB });
  expect(error).toEqual({
    code: "42501",
    details: null,
    hint: null,
    message: 'new row violates row-level security policy for table "shelf_items"',
  });
});

test("an unknown column is refused", async () => {
  const { error, status } = await items().insert({ title: "Axe", nonsense: 1 });
  expect(status).toBe(400);
  expect(error).toEqual({
    code: "PGRST204",
    details: null,
    hint: null,
    message: "Could not find the 'nonsense' column of 'shelf_items' in the schema cache",
  });
  expect((await items().update({ nonsense: 1 }).eq("id", 1)).error).toMatchObject({ code: "PGRST204" });
});

const bodies: [string, string, string, string][] = [
  ["no JSON", "{", "PGRST102", "Empty or invalid json"],
  ["nothing", "", "PGRST102", "Empty or invalid json"],
  ["rows of different shape", '[{"title":"a"},{"rank":1}]', "PGRST102", "All object keys must match"],
  ["a list of something else", '[{"title":"a"},5]', "PGRST102", "All object keys must match"],
  ["JSON without bottom", "[".repeat(50_000), "PGRST102", "Empty or invalid json"],
];

test.each(bodies)("a body that is %s is refused", async (_name, body, code, message) => {
  const headers = { "content-type": "application/json" };
  const response = await fixture.send("ann-token", "/shelf_items", { method: "POST", body, headers });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ code, message });
});

test("a body of another type or over 1 MB is refused", async () => {
  const csv = { method: "POST", body: "title\nAxe", headers: { "content-type": "text/csv" } };
  expect((await fixture.send("ann-token", "/shelf_items", csv)).status).toBe(400);
  const { status, error } = await items().insert({ title: "x".repeat(1024 * 1024) });
  expect([status, error?.code]).toEqual([413, "PGRST102"]);
});

test("an unknown preference with handling=strict is refused", async () => {
  const { error } = await items().insert({ title: "Axe" }).setHeader("prefer", "handling=strict, nonsense=1");
  expect(error).toMatchObject({ code: "PGRST122", details: "Invalid preferences: nonsense=1" });
});

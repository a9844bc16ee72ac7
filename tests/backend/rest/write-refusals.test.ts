import { afterAll, beforeAll, expect, test } from "vitest";
import { BOB, createRestFixture, type RestFixture } from "../../fixtures/rest-scratch.ts";

let scratch: RestFixture;

beforeAll(async () => {
  scratch = await createRestFixture();
});

afterAll(() => scratch.drop());

const items = () => scratch.as("ann-token").from("shelf_items");
const stored = () =>
  scratch.database.asCaller({ role: "service_role" }, (sql) => sql`select * from shelf_items order by id`);

test("what the table itself refuses", async () => {
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

test("a refusal reads as PostgREST's, with PostgreSQL's own detail", async () => {
  const notes = scratch.as("ann-token").from("staff_notes");
  await notes.insert({ id: 1 });
  expect((await notes.insert({ id: 1 })).error).toEqual({
    code: "23505",
    details: "Key (id)=(1) already exists.",
    hint: null,
    message: 'duplicate key value violates unique constraint "staff_notes_pkey"',
  });
});

test("a policy's refusal reads as PostgREST's", async () => {
  const { error } = await items().insert({ title: "Bow", owner: BOB });
  expect(error).toEqual({
    code: "42501",
    details: null,
    hint: null,
    message: 'new row violates row-level security policy for table "shelf_items"',
  });
});

test("a column that does not exist", async () => {
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

test.each(bodies)("a body that is %s", async (_name, body, code, message) => {
  const headers = { "content-type": "application/json" };
  const response = await scratch.send("ann-token", "/shelf_items", { method: "POST", body, headers });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ code, message });
});

test("a body of another type, and one that is too large", async () => {
  const csv = { method: "POST", body: "title\nAxe", headers: { "content-type": "text/csv" } };
  expect((await scratch.send("ann-token", "/shelf_items", csv)).status).toBe(400);
  const { status, error } = await items().insert({ title: "x".repeat(1024 * 1024) });
  expect([status, error?.code]).toEqual([413, "PGRST102"]);
});

test("an unknown preference where strictness is asked for", async () => {
  const { error } = await items().insert({ title: "Axe" }).setHeader("prefer", "handling=strict, nonsense=1");
  expect(error).toMatchObject({ code: "PGRST122", details: "Invalid preferences: nonsense=1" });
});

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createRestFixture, type RestFixture } from "../../../tests/fixtures/database/rest-scratch.ts";
import { connect } from "../../database/database.ts";
import { createRest } from "../../rest/rest.ts";

let fixture: RestFixture;

beforeAll(async () => {
  fixture = await createRestFixture();
});

afterAll(() => fixture.drop());

const items = () => fixture.as("anon-key").from("shelf_items");

/** The list in docs/decisions/0005-supabase-protocol.md. */
const UNSUPPORTED: [string, RequestInit, number, string][] = [
  ["/shelf_items?select=id,inbox(id)", {}, 400, "PGRST127"],
  ["/shelf_items", { headers: { prefer: "tx=rollback" } }, 400, "PGRST127"],
  ["/shelf_items?select=count()", {}, 400, "PGRST123"],
  ["/shelf_items", { headers: { accept: "text/csv" } }, 406, "PGRST107"],
  ["/shelf_items", { headers: { accept: "application/geo+json" } }, 406, "PGRST107"],
  ["/shelf_items", { headers: { accept: "application/vnd.pgrst.plan+json" } }, 406, "PGRST107"],
  ["/shelf_items", { headers: { "accept-profile": "auth" } }, 406, "PGRST106"],
  ["/", {}, 404, "PGRST126"],
  ["/shelf_items?id=eq.1", { method: "PUT", body: "{}" }, 405, "PGRST117"],
  ["/shelf_items", { method: "POST", body: "a", headers: { "content-type": "text/csv" } }, 400, "PGRST102"],
  [
    "/rpc/add_up",
    { method: "POST", body: "a", headers: { "content-type": "application/octet-stream" } },
    400,
    "PGRST102",
  ],
  ["/rpc/sum_of_all?numbers=1", {}, 404, "PGRST202"],
  ["/rpc/two_unnamed", { method: "POST", body: "{}" }, 404, "PGRST202"],
  ["/rpc/take_number", { method: "POST", body: "1", headers: { "content-type": "application/json" } }, 404, "PGRST202"],
  ["/rpc/find_items?lowest=0&select=loud_title", {}, 400, "42703"],
];

test.each(UNSUPPORTED)("what is not supported says so: %s %j", async (path, init, status, code) => {
  const headers = new Headers(init.headers);
  if (init.method === "POST" && !headers.has("content-type")) headers.set("content-type", "application/json");
  const response = await fixture.send("anon-key", path, { ...init, headers });
  expect([response.status, await response.json()]).toMatchObject([status, { code }]);
});

describe("refusals", () => {
  const refused: [string, string, number, object][] = [
    [
      "an unknown table, with a guess",
      "/shelf_item",
      404,
      {
        code: "PGRST205",
        details: null,
        hint: "Perhaps you meant the table 'public.shelf_items'",
        message: "Could not find the table 'public.shelf_item' in the schema cache",
      },
    ],
    [
      "an unknown column in select",
      "/shelf_items?select=titel",
      400,
      {
        code: "42703",
        details: null,
        hint: 'Perhaps you meant to reference the column "shelf_items.title".',
        message: "column shelf_items.titel does not exist",
      },
    ],
    ["an unknown column in a filter", "/shelf_items?nonsense=eq.1", 400, { code: "42703", hint: null }],
    ["an unknown column in order", "/shelf_items?order=nonsense.desc", 400, { code: "42703" }],
    [
      "an unknown operator",
      "/shelf_items?id=noop.1",
      400,
      {
        code: "PGRST100",
        details: 'unexpected "n" expecting "not" or operator (eq, gt, ...)',
        hint: null,
        message: '"failed to parse filter (noop.1)" (line 1, column 1)',
      },
    ],
    ["a filter without operator", "/shelf_items?id=1", 400, { code: "PGRST100" }],
    ["an unfinished select", "/shelf_items?select=id,", 400, { code: "PGRST100" }],
    ["an unknown order", "/shelf_items?order=id.up", 400, { code: "PGRST100" }],
    ["unfinished logic", "/shelf_items?or=(id.eq.1", 400, { code: "PGRST100" }],
    ["an unknown type in a cast", "/shelf_items?select=id::nonsense", 400, { code: "42704" }],
    ["an aggregate", "/shelf_items?select=id.sum()", 400, { code: "PGRST123" }],
    [
      "an embedded table",
      "/shelf_items?select=id,staff_notes(*)",
      400,
      {
        code: "PGRST127",
        details: "'staff_notes' stands in 'select' as a related table.",
        hint: null,
        message: "Embedding is not supported",
      },
    ],
    ["a spread table", "/shelf_items?select=id,...staff_notes(note)", 400, { message: "Embedding is not supported" }],
    [
      "a filter on an embedded table",
      "/shelf_items?staff_notes.id=eq.1",
      400,
      { code: "PGRST127", message: "Embedding is not supported" },
    ],
    [
      "the limit of an embedded table",
      "/shelf_items?staff_notes.limit=1",
      400,
      { code: "PGRST127", message: "Embedding is not supported" },
    ],
    ["the root", "/", 404, { code: "PGRST126" }],
    ["a path with more parts", "/shelf_items/1", 404, { code: "PGRST125" }],
  ];

  test.each(refused)("%s", async (_name, path, status, body) => {
    const response = await fixture.send("anon-key", path);
    expect(await response.json()).toMatchObject(body);
    expect(response.status).toBe(status);
  });

  test("formats other than JSON are refused", async () => {
    const { error, status } = await items().select().csv();
    expect(status).toBe(406);
    expect(error).toMatchObject({ code: "PGRST107", message: "None of these media types are available: text/csv" });
    expect((await items().select().explain()).status).toBe(406);
  });

  test("other schemas are refused", async () => {
    const { error, status } = await fixture.as("anon-key").schema("auth").from("users").select();
    expect(status).toBe(406);
    expect(error).toMatchObject({
      code: "PGRST106",
      hint: "Only the following schemas are exposed: public",
      message: "Invalid schema: auth",
    });
  });

  test("other methods are refused", async () => {
    const response = await fixture.send("anon-key", "/shelf_items", { method: "PUT", body: "{}" });
    expect(response.status).toBe(405);
    expect(await response.json()).toMatchObject({ code: "PGRST117", message: "Unsupported HTTP method: PUT" });
  });

  test("a wrong key is refused", async () => {
    const response = await fixture.send("wrong", "/shelf_items");
    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toBe("Bearer");
  });
});

test("an unreachable database is reported as 503 without details", async () => {
  const reports: unknown[] = [];
  const rest = createRest({
    database: connect("postgres://nobody:the-password@127.0.0.1:1/nowhere"),
    authenticate: async () => ({ role: "anon" }),
    onChange: () => {},
    report: (error) => void reports.push(error),
  });
  const response = await rest.request("/shelf_items");
  expect(response.status).toBe(503);
  expect(await response.json()).toEqual({
    code: "PGRST000",
    details: null,
    hint: null,
    message: "Database connection error. Retrying the connection.",
  });
  expect(reports).toHaveLength(1);
});

test("an unexpected error is reported and the response has no details", async () => {
  const reports: unknown[] = [];
  const rest = createRest({
    database: fixture.database,
    authenticate: () => Promise.reject(new Error("secret inner workings")),
    onChange: () => {},
    report: (error) => void reports.push(error),
  });
  const response = await rest.request("/shelf_items");
  expect(response.status).toBe(500);
  expect(await response.text()).not.toContain("secret");
  expect(reports).toMatchObject([{ message: "secret inner workings" }]);
});

test("other origins may send requests", async () => {
  const preflight = await fixture.send("anon-key", "/shelf_items", {
    method: "OPTIONS",
    headers: {
      origin: "https://elsewhere.example",
      "access-control-request-method": "PATCH",
      "access-control-request-headers": "apikey,prefer",
    },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get("access-control-allow-origin")).toBe("*");
  expect(preflight.headers.get("access-control-allow-methods")).toContain("PATCH");
  for (const name of [
    "authorization",
    "apikey",
    "x-client-info",
    "prefer",
    "accept-profile",
    "range",
    "idempotency-key",
  ]) {
    expect(preflight.headers.get("access-control-allow-headers")).toContain(name);
  }
  const refused = await fixture.send("anon-key", "/nothing");
  expect(refused.headers.get("access-control-allow-origin")).toBe("*");
});

test("a new table is found after the refresh interval", async () => {
  await items().select("id").limit(1);
  await fixture.database.sql.unsafe(
    "create table public.latecomer (id integer); grant select on public.latecomer to anon",
  );
  expect((await fixture.send("anon-key", "/latecomer")).status).toBe(404);
  fixture.wait(6_000);
  expect((await fixture.send("anon-key", "/latecomer")).status).toBe(200);
});

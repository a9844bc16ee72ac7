import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ANN, createRestFixture, type RestFixture } from "../../../tests/fixtures/database/rest-scratch.ts";

let fixture: RestFixture;

beforeAll(async () => {
  fixture = await createRestFixture();
  await fixture
    .as("service-key")
    .from("shelf_items")
    .insert([
      { title: "Axe", rank: 10, is_open: true },
      { title: "Bow", rank: 20, is_open: true },
      { title: "Cup", rank: 30, is_open: false },
    ]);
});

afterAll(() => fixture.drop());

const anon = () => fixture.as("anon-key");

describe("a call", () => {
  test("returns a single value", async () => {
    expect(await anon().rpc("add_up", { a: 2, b: 3 })).toMatchObject({ data: 5, status: 200, error: null });
    expect((await anon().rpc("add_up", { a: 2 })).data).toBe(3);
    expect((await anon().rpc("add_all", { numbers: [1, 2, 3] })).data).toBe(6);
    expect((await anon().rpc("echo_json", { payload: { a: [1, "x"] } })).data).toEqual({ a: [1, "x"] });
    expect((await anon().rpc("echo_json", { payload: null })).data).toBeNull();
  });

  test("runs under the caller's role with the caller's claims", async () => {
    expect((await anon().rpc("who_am_i")).data).toEqual({ user: "anon", sub: null, role: "anon" });
    expect((await fixture.as("ann-token").rpc("who_am_i")).data).toEqual({
      user: "authenticated",
      sub: ANN,
      role: "authenticated",
    });
  });

  test("returns a list of values", async () => {
    expect((await anon().rpc("all_titles")).data).toEqual(["Axe", "Bow"]);
    expect((await fixture.as("service-key").rpc("all_titles").limit(1)).data).toEqual(["Axe"]);
  });

  test("returns rows, which can be filtered, ordered, selected and counted", async () => {
    const rows = await anon()
      .rpc("find_items", { lowest: 10 })
      .select("id, name:title")
      .order("id", { ascending: false });
    expect(rows.data).toEqual([
      { id: 2, name: "Bow" },
      { id: 1, name: "Axe" },
    ]);
    const one = await anon().rpc("find_items", { lowest: 10 }).eq("title", "Axe").select("rank").single();
    expect(one.data).toEqual({ rank: 10 });
    const counted = await anon().rpc("find_items", { lowest: 0 }, { count: "exact" }).limit(1);
    expect([counted.data?.length, counted.count, counted.status]).toEqual([1, 2, 206]);
    const pairs = await anon().rpc("pairs").gt("number", 1);
    expect(pairs.data).toEqual([
      { number: 2, word: "two" },
      { number: 3, word: "three" },
    ]);
    const none = await anon().rpc("find_items", { lowest: 99 }).single();
    expect(none).toMatchObject({ status: 406, error: { code: "PGRST116" } });
  });

  test("returns one row", async () => {
    expect((await anon().rpc("one_item", { wanted: 2 })).data).toMatchObject({ id: 2, title: "Bow" });
  });

  test("returns no body for a void function", async () => {
    const { data, error, status } = await fixture.as("ann-token").rpc("note_it", { note: "remember" });
    expect({ data, error, status }).toEqual({ data: null, error: null, status: 204 });
    expect(await fixture.database.sql`select note from staff_notes`).toEqual([{ note: "remember" }]);
  });
});

test("a function with one unnamed parameter takes the whole body, unless named ones match", async () => {
  for (const [body, type] of [
    ["[1, 2]", "array"],
    ["{}", "object"],
    ["", "object"],
    ['"text"', "string"],
    ["5", "number"],
  ] as const) {
    const response = await fixture.send("anon-key", "/rpc/take_json", { method: "POST", body, headers: json });
    expect([body, await response.json()]).toEqual([body, type]);
  }
  expect((await anon().rpc("take_jsonb", { b: [1, { c: null }] })).data).toEqual({ b: [1, { c: null }] });
  expect((await anon().rpc("take_jsonb", { a: 5 })).data).toBe(5);
  const text = { method: "POST", body: "Größe\n", headers: { "content-type": "text/plain; charset=utf-8" } };
  expect(await (await fixture.send("anon-key", "/rpc/take_text", text)).json()).toBe(6);
  const refused = await fixture.send("anon-key", "/rpc/take_json", text);
  expect([refused.status, await refused.json()]).toMatchObject([
    400,
    { code: "PGRST102", message: "Content-Type not acceptable: text/plain" },
  ]);
  expect((await anon().rpc("take_json", {}, { get: true })).error?.code).toBe("PGRST202");
});

test("a limit of 0 does not keep a function from running", async () => {
  await fixture.as("ann-token").rpc("note_it", { note: "limited" }).limit(0);
  expect(await fixture.database.sql`select id from staff_notes where note = 'limited'`).toHaveLength(1);
  expect((await anon().rpc("add_up", { a: 1 }).limit(0)).data).toBe(2);
});

describe("a call by GET", () => {
  test("reads its arguments from the query string", async () => {
    expect((await anon().rpc("add_up", { a: 2, b: 3 }, { get: true })).data).toBe(5);
    expect((await anon().rpc("add_all", { numbers: [4, 5] }, { get: true })).data).toBe(9);
    const filtered = await anon().rpc("find_items", { lowest: 0 }, { get: true }).eq("title", "Bow").select("id");
    expect(filtered.data).toEqual([{ id: 2 }]);
    const head = await anon().rpc("find_items", { lowest: 0 }, { head: true, count: "exact" });
    expect([head.data, head.count]).toEqual([null, 2]);
  });

  test("cannot write", async () => {
    const { error, status } = await fixture.as("ann-token").rpc("note_it", { note: "no" }, { get: true });
    expect([status, error?.code]).toEqual([405, "25006"]);
  });
});

describe("a call is refused", () => {
  test("for an unknown function or unknown arguments", async () => {
    const { error, status } = await anon().rpc("ad_up", { a: 1 });
    expect(status).toBe(404);
    expect(error).toEqual({
      code: "PGRST202",
      details:
        "Searched for the function public.ad_up with parameter a or with a single unnamed json/jsonb parameter, " +
        "but no matches were found in the schema cache.",
      hint: "Perhaps you meant to call the function public.add_up",
      message: "Could not find the function public.ad_up(a) in the schema cache",
    });
    const other = await anon().rpc("add_up", { x: 1, y: 2 });
    expect(other.error).toMatchObject({
      code: "PGRST202",
      hint: "Perhaps you meant to call the function public.add_up(a, b)",
      message: "Could not find the function public.add_up(x, y) in the schema cache",
    });
    const bare = await anon().rpc("add_up");
    expect(bare.error?.message).toBe(
      "Could not find the function public.add_up without parameters in the schema cache",
    );
  });

  test("if two functions match", async () => {
    const { error, status } = await anon().rpc("either", { a: "1" });
    expect(status).toBe(300);
    expect(error).toMatchObject({
      code: "PGRST203",
      message:
        "Could not choose the best candidate function between: " +
        "public.either(a => integer), public.either(a => text)",
    });
  });

  test("for a function that the role may not call", async () => {
    expect(await anon().rpc("for_staff")).toMatchObject({ status: 401, error: { code: "42501" } });
    expect(await fixture.as("ann-token").rpc("for_staff")).toMatchObject({ data: 1 });
    expect(await fixture.as("service-key").rpc("nobody")).toMatchObject({ status: 404, error: { code: "PGRST202" } });
  });

  test("for arguments of the wrong type, invalid JSON and other methods", async () => {
    expect(await anon().rpc("add_up", { a: "one" })).toMatchObject({ status: 400, error: { code: "22P02" } });
    const broken = await fixture.send("anon-key", "/rpc/add_up", { method: "POST", body: "{", headers: json });
    expect([broken.status, await broken.json()]).toMatchObject([400, { code: "PGRST102" }]);
    const list = await fixture.send("anon-key", "/rpc/add_up", { method: "POST", body: "[1]", headers: json });
    expect(list.status).toBe(400);
    const patch = await fixture.send("anon-key", "/rpc/add_up", { method: "PATCH", body: "{}", headers: json });
    expect([patch.status, await patch.json()]).toMatchObject([405, { code: "PGRST101" }]);
  });

  const raised: [string, number][] = [
    ["P0001", 400],
    ["23505", 409],
    ["23503", 409],
    ["42501", 401],
    ["28000", 403],
    ["PT402", 402],
    ["40001", 500],
    ["53300", 503],
    ["55P03", 500],
    ["P0002", 500],
    ["22023", 400],
  ];

  test.each(raised)("error %s raised by a function becomes status %d with its message", async (code, expected) => {
    const { error, status } = await anon().rpc("fail_with", { code });
    expect(status).toBe(expected);
    expect(error).toEqual({ code, details: "the detail", hint: "the hint", message: "it failed" });
  });

  test("a function can set status and body of its error", async () => {
    const { error, status } = await anon().rpc("refuse_politely");
    expect(status).toBe(418);
    expect(error).toEqual({ code: "T1", details: "no coffee", hint: null, message: "tea only" });
  });

  test("a statement that exceeds the timeout is cancelled", async () => {
    const shortTimeout = await createRestFixture({ statementTimeout: "50ms" });
    const { error, status } = await shortTimeout.as("anon-key").rpc("dawdle");
    expect(status).toBe(504);
    expect(error).toEqual({
      code: "57014",
      details: null,
      hint: null,
      message: "canceling statement due to statement timeout",
    });
    expect(shortTimeout.reports).toHaveLength(1);
    await shortTimeout.drop();
  });
});

const json = { "content-type": "application/json" };

describe("settings that a function can read", () => {
  beforeAll(async () => {
    await fixture.database.sql.unsafe(`
      create function public.request_settings() returns json language sql stable as $$
        select json_build_object('headers', current_setting('request.headers')::json,
          'method', current_setting('request.method'), 'path', current_setting('request.path')) $$`);
    fixture.wait(60_000);
  });

  test("include headers, method and path, as in PostgREST", async () => {
    const headers = { "X-Tenant": "Ünïted", cookie: "secret=1", "x-client-address": "192.0.2.1" };
    const response = await fixture.send("anon-key", "/rpc/request_settings", { headers });
    expect(await response.json()).toEqual({
      headers: { "x-tenant": "Ünïted", authorization: "Bearer anon-key" },
      method: "GET",
      path: "/rpc/request_settings",
    });
    const posted = await fixture.send("anon-key", "/rpc/request_settings", { method: "POST", headers: json });
    expect(await posted.json()).toMatchObject({ method: "POST", headers: { "content-type": "application/json" } });
  });

  test("include a limited length of headers", async () => {
    const headers = { "x-long": "x".repeat(100_000) };
    const response = await fixture.send("anon-key", "/rpc/request_settings", { headers });
    expect((await response.text()).length).toBeLessThan(20_000);
  });
});

test("a write with tx=rollback is refused and nothing is stored", async () => {
  const headers = { ...json, prefer: "tx=rollback" };
  const body = JSON.stringify({ title: "Undone" });
  const response = await fixture.send("ann-token", "/shelf_items", { method: "POST", headers, body });
  expect([response.status, await response.json()]).toMatchObject([
    400,
    { message: "Prefer: tx=rollback is not supported" },
  ]);
  expect(await fixture.database.sql`select from shelf_items where title = 'Undone'`).toHaveLength(0);
});

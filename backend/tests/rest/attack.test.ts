import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  ANN,
  BOB,
  createRestFixture,
  type Key,
  type RestFixture,
} from "../../../tests/fixtures/database/rest-scratch.ts";

let fixture: RestFixture;

beforeAll(async () => {
  fixture = await createRestFixture();
});

afterAll(() => fixture.drop());

beforeEach(async () => {
  fixture.reports.length = 0;
  await fixture.database.sql`truncate public.shelf_items restart identity`;
  await fixture
    .as("ann-token")
    .from("shelf_items")
    .insert([{ title: "Ann's", is_open: false }]);
  await fixture
    .as("bob-token")
    .from("shelf_items")
    .insert([{ title: "Bob's", is_open: false }]);
});

const SECRETS = /the-vault-secret|Bob's|encrypted_password/;
const JSON_HEADERS = { "content-type": "application/json" };

const INJECTIONS = [
  "'; drop table public.shelf_items; --",
  '"; drop table public.shelf_items; --',
  '" from public.hidden_vault --',
  "id) union select secret from hidden_vault --",
  "(select secret from public.hidden_vault)",
  "1 or 1=1",
  "*/ select 1 /*",
  "$1",
  "$$;select 1;$$",
  "\\'; select 1; --",
  "id\u0000",
  "pg_catalog.pg_authid",
  "__proto__",
  "constructor",
  "toString",
  "' || (select secret from hidden_vault) || '",
  "id::text from hidden_vault",
  "ｉｄ",
  "\u202Eid",
  "id\ud800",
];

describe("text of a request never becomes SQL", () => {
  const places: [string, (text: string) => [string, RequestInit?]][] = [
    ["the table", (text) => [`/${encodeURIComponent(text.toWellFormed())}`]],
    ["a column in select", (text) => [`/shelf_items?${query({ select: text })}`]],
    ["a quoted column in select", (text) => [`/shelf_items?${query({ select: quoted(text) })}`]],
    ["an alias", (text) => [`/shelf_items?${query({ select: `${quoted(text)}:id` })}`]],
    ["a cast", (text) => [`/shelf_items?${query({ select: `id::${text}` })}`]],
    ["a JSON path", (text) => [`/shelf_items?${query({ select: `facts->${quoted(text)}` })}`]],
    ["a filter's column", (text) => [`/shelf_items?${query({ [text]: "eq.1" })}`]],
    ["a filter's operator", (text) => [`/shelf_items?${query({ id: `${text}.1` })}`]],
    ["a filter's value", (text) => [`/shelf_items?${query({ title: `eq.${text}` })}`]],
    ["a number's value", (text) => [`/shelf_items?${query({ id: `eq.${text}` })}`]],
    ["a pattern", (text) => [`/shelf_items?${query({ title: `ilike.${text}` })}`]],
    ["a state", (text) => [`/shelf_items?${query({ title: `is.${text}` })}`]],
    ["a list", (text) => [`/shelf_items?${query({ title: `in.(${quoted(text)},${text})` })}`]],
    ["an array", (text) => [`/shelf_items?${query({ tags: `cs.{${text}}` })}`]],
    ["a search", (text) => [`/shelf_items?${query({ title: `plfts(english).${text}` })}`]],
    ["a search's language", (text) => [`/shelf_items?${query({ title: `fts(${text}).a` })}`]],
    ["logic", (text) => [`/shelf_items?${query({ or: `(title.eq.${quoted(text)},${text})` })}`]],
    ["order", (text) => [`/shelf_items?${query({ order: text })}`]],
    ["an order's direction", (text) => [`/shelf_items?${query({ order: `id.${text}` })}`]],
    ["limit and offset", (text) => [`/shelf_items?${query({ limit: text, offset: text })}`]],
    ["the Range header", (text) => ["/shelf_items", { headers: { range: header(text) } }]],
    ["Prefer", (text) => ["/shelf_items", { headers: { prefer: `count=${header(text)}, ${header(text)}` } }]],
    ["Accept", (text) => ["/shelf_items", { headers: { accept: header(text) } }]],
    ["the profile", (text) => ["/shelf_items", { headers: { "accept-profile": header(text) } }]],
    ["columns", (text) => [`/shelf_items?${query({ columns: quoted(text) })}`, post({ title: "x" })]],
    ["a payload's key", (text) => ["/shelf_items", post({ [text]: 1, title: "x" })]],
    ["a payload's value", (text) => ["/shelf_items", post({ title: text })]],
    ["on_conflict", (text) => [`/shelf_items?${query({ on_conflict: quoted(text) })}`, upsert({ id: 1, title: "x" })]],
    ["an update's filter", (text) => [`/shelf_items?${query({ title: `eq.${text}` })}`, post({ rank: 1 }, "PATCH")]],
    ["a deletion's filter", (text) => [`/shelf_items?${query({ title: `eq.${text}` })}`, { method: "DELETE" }]],
    ["a function's name", (text) => [`/rpc/${encodeURIComponent(text.toWellFormed())}`, post({})]],
    ["an argument's name", (text) => ["/rpc/add_up", post({ a: 1, [text]: 1 })]],
    ["an argument's value", (text) => ["/rpc/echo_json", post({ payload: text })]],
    ["an argument in the query", (text) => [`/rpc/add_up?${query({ a: text })}`]],
    ["an argument's name in the query", (text) => [`/rpc/add_up?${query({ [text]: "1" })}`]],
  ];

  test.each(places)("as %s", async (_place, request) => {
    for (const text of INJECTIONS) {
      const [path, init] = request(text);
      const response = await fixture.send("ann-token", path, init);
      const body = await response.text();
      expect(response.status, `${text} gave ${body}`).toBeLessThan(500);
      expect(body.replaceAll(text, "")).not.toMatch(/syntax error at or near|rest_source|rest_page/);
      expect(body).not.toMatch(SECRETS);
    }
    expect(fixture.reports).toEqual([]);
    const titles = await fixture.database.asCaller(
      { role: "service_role" },
      (sql) => sql`select title from shelf_items`,
    );
    expect(titles.map(({ title }) => String(title))).toContain("Bob's");
  });

  test("a value is returned unchanged", async () => {
    const items = fixture.as("ann-token").from("shelf_items");
    for (const text of INJECTIONS.filter((injection) => !injection.includes("\u0000") && injection.isWellFormed())) {
      const inserted = await items.insert({ title: text }).select("id, title").single();
      expect(inserted.data?.title).toBe(text);
      const found = await items.select("title").eq("title", text).eq("id", inserted.data?.id);
      expect(found.data).toEqual([{ title: text }]);
      const listed = await items.select("id").or(`title.eq.${quoted(text)},id.eq.-1`);
      expect(listed.data?.map(({ id }) => id)).toContain(inserted.data?.id);
    }
  });

  test("an alias is returned unchanged", async () => {
    const alias = '" from public.hidden_vault --';
    const response = await fixture.send(
      "ann-token",
      `/shelf_items?${query({ select: `${quoted(alias)}:id`, id: "eq.1" })}`,
    );
    expect(await response.json()).toEqual([{ [alias]: 1 }]);
  });
});

describe("objects that are not exposed cannot be found", () => {
  const keys: Key[] = ["anon-key", "ann-token", "service-key"];
  const tables = [
    "hidden_vault",
    "pg_authid",
    "pg_shadow",
    "users",
    "sessions",
    "refresh_tokens",
    "tables",
    "schemata",
  ];
  const qualified = [
    "auth.users",
    "pg_catalog.pg_authid",
    "information_schema.tables",
    "public.shelf_items",
    '"auth"."users"',
  ];

  test.each(keys)("%s cannot reach tables of other schemas or without grants", async (key) => {
    for (const table of [...tables, ...qualified]) {
      const response = await fixture.send(key, `/${encodeURIComponent(table)}`);
      expect([table, response.status]).toEqual([table, 404]);
      expect(await response.json()).toMatchObject({ code: "PGRST205" });
    }
  });

  test.each(keys)(
    "%s cannot call functions of other schemas, trigger functions or functions without grants",
    async (key) => {
      const functions = ["pg_sleep", "pg_read_file", "set_config", "current_setting", "version", "pg_catalog.version"];
      for (const name of [...functions, "nobody", "prepare_post", "keep_one_admin", "lo_import", "auth.uid"]) {
        const response = await fixture.send(key, `/rpc/${encodeURIComponent(name)}`, post({}));
        expect([name, response.status]).toEqual([name, 404]);
      }
    },
  );

  test.each(["auth", "pg_catalog", "information_schema", "extensions", "Public", " public", "public, auth", ""])(
    "schema %j cannot be selected",
    async (schema) => {
      for (const [name, init] of [
        ["accept-profile", {}],
        ["content-profile", post({})],
      ] as [string, RequestInit][]) {
        const headers = { ...JSON_HEADERS, [name]: schema };
        const response = await fixture.send("service-key", "/users", { ...init, headers });
        expect(response.status).not.toBe(200);
        expect(await response.text()).not.toMatch(/encrypted_password/);
      }
    },
  );

  test("a malformed path is not found", async () => {
    for (const path of [
      "/%zz",
      "/%00",
      "/%c3%28",
      "/shelf_items%2F..",
      "/..%2fshelf_items",
      "/rpc",
      "/rpc/",
      "/rpc/%zz",
      "//",
    ]) {
      expect([path, (await fixture.send("anon-key", path)).status]).toEqual([path, 404]);
    }
  });

  test("system columns and row references cannot be selected", async () => {
    for (const column of ["ctid", "xmin", "tableoid", "shelf_items", "rest_source", "oid", "*::text"]) {
      const response = await fixture.send("ann-token", `/shelf_items?${query({ select: column })}`);
      expect([column, response.status]).toEqual([column, 400]);
    }
  });

  test("a hint never names a table that is not exposed", async () => {
    const response = await fixture.send("anon-key", "/hidden_vaul");
    expect(await response.json()).toMatchObject({ hint: null });
  });
});

describe("a caller cannot act as another role or account", () => {
  test("by request headers", async () => {
    const attempts: Record<string, string>[] = [
      { role: "service_role" },
      { "x-role": "service_role", "x-supabase-role": "service_role" },
      { "request.jwt.claims": '{"role":"service_role"}' },
      { prefer: "role=service_role, tx=commit" },
      { apikey: "service-key" },
      { "x-forwarded-user": BOB, "x-user-id": BOB },
    ];
    for (const headers of attempts) {
      const response = await fixture.send("anon-key", "/rpc/who_am_i", {
        ...post({}),
        headers: { ...JSON_HEADERS, ...headers },
      });
      expect(await response.json()).toEqual({ user: "anon", sub: null, role: "anon" });
    }
  });

  test("by body or query parameters", async () => {
    const spoofed = { role: "service_role", sub: BOB, "request.jwt.claims": { role: "service_role" } };
    const call = await fixture.send("ann-token", "/rpc/who_am_i", post(spoofed));
    expect(call.status).toBe(404);
    const written = await fixture.as("ann-token").from("shelf_items").insert({ title: "for Bob", owner: BOB });
    expect(written.error?.code).toBe("42501");
    const read = await fixture.send("ann-token", `/shelf_items?${query({ "request.jwt.claims": "eq.1" })}`);
    expect(read.status).toBe(400);
  });

  test("by concurrent requests", async () => {
    const expected: [Key, string[]][] = [
      ["anon-key", []],
      ["ann-token", ["Ann's"]],
      ["bob-token", ["Bob's"]],
      ["service-key", ["Ann's", "Bob's"]],
    ];
    const asked = Array.from({ length: 200 }, (_, index) => expected[index % expected.length]!);
    const answers = await Promise.all(
      asked.map(async ([key]) => {
        const [rows, self] = await Promise.all([
          fixture.as(key).from("shelf_items").select("title").order("id"),
          fixture.as(key).rpc("who_am_i"),
        ]);
        return {
          titles: rows.data?.map(({ title }) => String(title)),
          self: self.data as { role: string; sub: string },
        };
      }),
    );
    for (const [index, [key, titles]] of asked.entries()) {
      expect(answers[index]?.titles).toEqual(titles);
      expect(answers[index]?.self.sub ?? null).toBe({ "ann-token": ANN, "bob-token": BOB }[key as string] ?? null);
    }
  });

  test("after a failed request on the same connection", async () => {
    for (let round = 0; round < 15; round++) {
      await fixture.as("service-key").rpc("fail_with", { code: "P0001" });
      expect((await fixture.as("anon-key").rpc("who_am_i")).data).toMatchObject({ user: "anon" });
    }
    expect(
      await fixture.database.sql`select current_user as me, current_setting('request.jwt.claims', true) as claims`,
    ).toMatchObject([{ me: "plumbline", claims: expect.not.stringContaining("role") }]);
  });
});

function query(parts: Record<string, string>): string {
  return new URLSearchParams(parts).toString();
}

function quoted(text: string): string {
  return `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}

/** Headers hold no other characters. */
function header(text: string): string {
  return text.replaceAll(/[^\u0020-\u007e]/g, "?");
}

function post(body: object, method = "POST"): RequestInit {
  return { method, body: JSON.stringify(body), headers: JSON_HEADERS };
}

function upsert(body: object): RequestInit {
  return { ...post(body), headers: { ...JSON_HEADERS, prefer: "resolution=merge-duplicates" } };
}

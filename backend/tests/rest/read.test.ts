import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ANN, BOB, createRestFixture, type RestFixture } from "../../../tests/fixtures/database/rest-scratch.ts";

let fixture: RestFixture;

beforeAll(async () => {
  fixture = await createRestFixture();
  await fixture.database.sql.unsafe(
    `
    insert into public.shelf_items (id, owner, title, rank, price, tags, facts, mark, made_at, is_open) values
      (1, '${ANN}', 'Axe', 10, 12.50, '{sharp,wood}', '{"kilos": 3, "parts": ["head", "handle"]}', 'a', '2026-01-01', true),
      (2, '${ANN}', 'Bow, long', 20, null, '{wood}', '{"kilos": 1, "by": {"name": "Wren"}}', 'b', '2026-02-01', true),
      (3, '${BOB}', 'Cup (tin)', 30, 1.00, '{}', null, 'c', '2026-03-01', true),
      (4, '${BOB}', 'dart "d"', null, 2.00, '{sharp}', '{}', null, '2026-04-01', true),
      (5, '${BOB}', 'Egg.shell', 50, 99999999.99, '{}', null, null, '2026-05-01', false)`,
  );
});

afterAll(() => fixture.drop());

const items = () => fixture.as("anon-key").from("shelf_items");
const ids = (rows: { id: number }[] | null) => rows?.map(({ id }) => id);

describe("columns", () => {
  test("all columns are returned as PostgreSQL formats them in JSON", async () => {
    const { data, error, status } = await items().select().eq("id", 1).single();
    expect(error).toBeNull();
    expect(status).toBe(200);
    expect(data).toEqual({
      id: 1,
      owner: ANN,
      title: "Axe",
      rank: 10,
      price: 12.5,
      tags: ["sharp", "wood"],
      facts: { kilos: 3, parts: ["head", "handle"] },
      mark: "a",
      parent: null,
      made_at: "2026-01-01T00:00:00+00:00",
      is_open: true,
      'odd "name': null,
    });
  });

  test("columns can be renamed, cast and taken from a JSON path", async () => {
    const columns =
      'id, name:title, price::text, worth:price::int, facts->kilos, first:facts->parts->>0, "odd \\"name"';
    const { data, error } = await items().select(columns).eq("id", 1).single<Record<string, unknown>>();
    expect(error).toBeNull();
    expect(data).toEqual({ id: 1, name: "Axe", price: "12.50", worth: 13, kilos: 3, first: "head", 'odd "name': null });
  });

  test("* and an alias can be combined", async () => {
    const { data } = await items().select("*, name:title").eq("id", 3).single<Record<string, unknown>>();
    expect(data).toMatchObject({ id: 3, title: "Cup (tin)", name: "Cup (tin)", is_open: true });
  });

  test("a function of the row is a computed column, which is not part of *", async () => {
    const { data, error } = await items()
      .select("id, loud_title, dear:is_dear")
      .eq("is_dear", true)
      .order("loud_title", { ascending: false });
    expect(error).toBeNull();
    expect(data).toEqual([{ id: 1, loud_title: "AXE", dear: true }]);
    expect(ids((await items().select("id").or("loud_title.eq.AXE,loud_title.like.CUP*").order("id")).data)).toEqual([
      1, 3,
    ]);
    expect((await items().select().eq("id", 1).single()).data).not.toHaveProperty("loud_title");
    expect(await items().select("staff_title")).toMatchObject({ status: 401, error: { code: "42501" } });
    const ann = fixture.as("ann-token").from("shelf_items");
    expect((await ann.select("staff_title").eq("id", 1)).data).toEqual([{ staff_title: "Axe" }]);
    const written = await ann.update({ rank: 10 }).eq("loud_title", "AXE").select("id, loud_title");
    expect(written.data).toEqual([{ id: 1, loud_title: "AXE" }]);
    expect((await ann.insert({ title: "Fan", loud_title: "FAN" })).error?.code).toBe("PGRST204");
  });

  test("nulls can be left out", async () => {
    const { data } = await items().select("id, price, mark").eq("id", 2).stripNulls();
    expect(data).toEqual([{ id: 2, mark: "b" }]);
    const one = await items().select("id, price").eq("id", 2).stripNulls().single();
    expect(one.data).toEqual({ id: 2 });
  });
});

describe("filters", () => {
  const cases: [
    string,
    (query: ReturnType<typeof select>) => PromiseLike<{ data: unknown; error: unknown }>,
    number[],
  ][] = [
    ["eq", (q) => q.eq("title", "Bow, long"), [2]],
    ["eq with dots and quotes", (q) => q.eq("title", 'dart "d"'), [4]],
    ["neq", (q) => q.neq("id", 1), [2, 3, 4]],
    ["gt", (q) => q.gt("rank", 20), [3]],
    ["gte", (q) => q.gte("rank", 20), [2, 3]],
    ["lt", (q) => q.lt("made_at", "2026-02-01T00:00:00Z"), [1]],
    ["lte", (q) => q.lte("price", 2), [3, 4]],
    ["like", (q) => q.like("title", "%o%"), [2]],
    ["ilike", (q) => q.ilike("title", "D*"), [4]],
    ["likeAnyOf", (q) => q.likeAnyOf("title", ["A%", "C%"]), [1, 3]],
    ["ilikeAllOf", (q) => q.ilikeAllOf("title", ["%c%", "%TIN%"]), [3]],
    ["regexMatch", (q) => q.regexMatch("title", "^[AB]"), [1, 2]],
    ["regexIMatch", (q) => q.regexIMatch("title", "^D"), [4]],
    ["is null", (q) => q.is("price", null), [2]],
    ["is true", (q) => q.is("is_open", true), [1, 2, 3, 4]],
    ["isDistinct", (q) => q.isDistinct("mark", "a"), [2, 3, 4]],
    ["in numbers", (q) => q.in("id", [1, 3, 99]), [1, 3]],
    ["in texts with commas and parentheses", (q) => q.in("title", ["Bow, long", "Cup (tin)"]), [2, 3]],
    ["in nothing", (q) => q.in("id", []), []],
    ["notIn", (q) => q.notIn("id", [1, 2]), [3, 4]],
    ["not", (q) => q.not("price", "is", null), [1, 3, 4]],
    ["not in", (q) => q.not("id", "in", "(1,2,3)"), [4]],
    ["or", (q) => q.or('id.eq.1,title.eq."Bow, long"'), [1, 2]],
    ["nested logic", (q) => q.or("and(rank.gte.20,price.is.null),not.and(id.gt.1,mark.not.is.null)"), [1, 2, 4]],
    ["or with a list", (q) => q.or("id.in.(1,2),tags.cs.{sharp}"), [1, 2, 4]],
    ["match", (q) => q.match({ id: 1, title: "Axe" }), [1]],
    ["contains an array", (q) => q.contains("tags", ["sharp", "wood"]), [1]],
    ["contains JSON", (q) => q.contains("facts", { kilos: 1 }), [2]],
    ["containedBy", (q) => q.containedBy("tags", ["wood", "sharp"]), [1, 2, 3, 4]],
    ["overlaps", (q) => q.overlaps("tags", ["sharp", "blue"]), [1, 4]],
    ["textSearch", (q) => q.textSearch("title", "bow & long", { config: "english" }), [2]],
    ["textSearch, websearch", (q) => q.textSearch("title", "tin -bow", { type: "websearch" }), [3]],
    ["inside JSON as text", (q) => q.eq("facts->by->>name", "Wren"), [2]],
    ["inside JSON as JSON", (q) => q.gt("facts->kilos", 2), [1]],
    ["two on one column", (q) => q.gt("id", 1).lt("id", 4), [2, 3]],
  ];
  const select = () => items().select("id").order("id");

  test.each(cases)("%s", async (_name, filter, expected) => {
    const { data, error } = await filter(select());
    expect(error).toBeNull();
    expect(ids(data as { id: number }[])).toEqual(expected);
  });

  test("a value that does not fit the column's type is refused", async () => {
    const { error, status } = await items().select().eq("id", "one");
    expect(status).toBe(400);
    expect(error).toMatchObject({ code: "22P02", message: 'invalid input syntax for type bigint: "one"' });
  });
});

describe("order and pagination", () => {
  test("rows are ordered by several columns, with a position for nulls", async () => {
    const down = await items().select("id").order("rank", { ascending: false, nullsFirst: false });
    expect(ids(down.data)).toEqual([3, 2, 1, 4]);
    const nullsFirst = await items().select("id").order("rank", { nullsFirst: true });
    expect(ids(nullsFirst.data)).toEqual([4, 1, 2, 3]);
    const several = await items().select("id").order("is_open").order("made_at", { ascending: false });
    expect(ids(several.data)).toEqual([4, 3, 2, 1]);
    const json = await items().select("id").order("facts->kilos", { nullsFirst: false }).limit(2);
    expect(ids(json.data)).toEqual([2, 1]);
  });

  test("limit and range select rows", async () => {
    expect(ids((await items().select("id").order("id").limit(2)).data)).toEqual([1, 2]);
    expect(ids((await items().select("id").order("id").range(1, 2)).data)).toEqual([2, 3]);
    expect(ids((await items().select("id").limit(0)).data)).toEqual([]);
  });

  test("with a count, a partial response has status 206 and a Content-Range", async () => {
    const page = await items().select("id", { count: "exact" }).order("id").range(1, 2);
    expect(page).toMatchObject({ count: 4, status: 206, error: null });
    const all = await items().select("id", { count: "exact" });
    expect(all).toMatchObject({ count: 4, status: 200 });
    const none = await items().select("id", { count: "exact" }).eq("id", 99);
    expect(none).toMatchObject({ count: 0, status: 200, data: [] });
    const response = await fixture.send("anon-key", "/shelf_items?select=id&order=id&offset=1&limit=2", {
      headers: { prefer: "count=exact" },
    });
    expect(response.headers.get("content-range")).toBe("1-2/4");
    expect(response.headers.get("preference-applied")).toBe("count=exact");
  });

  test.each(["planned", "estimated"] as const)("count=%s is exact", async (count) => {
    expect(await items().select("id", { count }).limit(1)).toMatchObject({ count: 4, error: null });
    expect(await items().select("id", { count }).eq("id", 1)).toMatchObject({ count: 1, error: null });
    const headers = { prefer: `count=${count}` };
    const response = await fixture.send("anon-key", "/shelf_items?id=lt.0&limit=0", { headers });
    expect(response.headers.get("content-range")).toBe("*/0");
    expect(response.headers.get("preference-applied")).toBe(`count=${count}`);
  });

  test("HEAD returns no body", async () => {
    const { data, count, error, status } = await items().select("*", { head: true, count: "exact" });
    expect({ data, count, error, status }).toEqual({ data: null, count: 4, error: null, status: 200 });
  });

  test("the Range header selects rows", async () => {
    const response = await fixture.send("anon-key", "/shelf_items?select=id&order=id", { headers: { range: "1-2" } });
    expect([response.status, response.headers.get("content-range")]).toEqual([200, "1-2/*"]);
    expect(await response.json()).toEqual([{ id: 2 }, { id: 3 }]);
    const counted = { range: "0-1", prefer: "count=exact" };
    const partial = await fixture.send("anon-key", "/shelf_items?select=id", { headers: counted });
    expect([partial.status, partial.headers.get("content-range")]).toEqual([206, "0-1/4"]);
    const reversed = await fixture.send("anon-key", "/shelf_items", { headers: { range: "3-1" } });
    expect(reversed.status).toBe(416);
  });

  test("a range after the last row is refused", async () => {
    const beyond = await items().select("id", { count: "exact" }).range(10, 12);
    expect(beyond.status).toBe(416);
    expect(beyond.error).toEqual({
      code: "PGRST103",
      details: "An offset of 10 was requested, but there are only 4 rows.",
      hint: null,
      message: "Requested range not satisfiable",
    });
    const negative = await items().select("id").limit(-1);
    expect(negative).toMatchObject({ status: 416, error: { code: "PGRST103" } });
  });

  test("a response has at most 1,000 rows", async () => {
    await fixture.database.sql`
      insert into public.staff_notes select n, 'n' from generate_series(1, 1500) as n`;
    const notes = fixture.as("ann-token").from("staff_notes");
    const { data, count, status } = await notes.select("id", { count: "exact" }).limit(5000);
    expect([data?.length, count, status]).toEqual([1000, 1500, 206]);
    const estimated = await notes.select("id", { count: "estimated" }).limit(1);
    expect(estimated.count).toBe(1500);
  });
});

describe("one row", () => {
  test("single() refuses zero and several rows", async () => {
    const none = await items().select().eq("id", 99).single();
    expect(none.status).toBe(406);
    expect(none.error).toEqual({
      code: "PGRST116",
      details: "The result contains 0 rows",
      hint: null,
      message: "Cannot coerce the result to a single JSON object",
    });
    const several = await items().select().single();
    expect(several.error).toMatchObject({ code: "PGRST116", details: "The result contains 4 rows" });
  });

  test("maybeSingle() accepts zero rows and refuses several", async () => {
    expect(await items().select().eq("id", 99).maybeSingle()).toMatchObject({ data: null, error: null });
    expect(await items().select("id").eq("id", 1).maybeSingle()).toMatchObject({ data: { id: 1 } });
    expect((await items().select().maybeSingle()).error).toMatchObject({ code: "PGRST116" });
  });
});

describe("access rights", () => {
  test("row level security applies to rows and count", async () => {
    const bob = await fixture.as("bob-token").from("shelf_items").select("id", { count: "exact" }).order("id");
    expect([ids(bob.data), bob.count]).toEqual([[1, 2, 3, 4, 5], 5]);
    const ann = await fixture.as("ann-token").from("shelf_items").select("id", { count: "exact" }).order("id");
    expect([ids(ann.data), ann.count]).toEqual([[1, 2, 3, 4], 4]);
  });

  test("a table without a grant is refused", async () => {
    const anon = await fixture.as("anon-key").from("staff_notes").select();
    expect(anon.status).toBe(401);
    expect(anon.error).toEqual({
      code: "42501",
      details: null,
      hint: null,
      message: "permission denied for table staff_notes",
    });
    const service = await fixture.as("service-key").from("staff_notes").select();
    expect(service).toMatchObject({ status: 403, error: { code: "42501" } });
  });

  test("a view can be read like a table", async () => {
    const { data } = await fixture.as("anon-key").from("open_titles").select("title").eq("id", 1);
    expect(data).toEqual([{ title: "Axe" }]);
  });
});

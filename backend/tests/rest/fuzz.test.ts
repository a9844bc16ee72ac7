import { afterAll, beforeAll, expect, test } from "vitest";
import { createRestFixture, type RestFixture } from "../../../tests/fixtures/database/rest-scratch.ts";

let fixture: RestFixture;

beforeAll(async () => {
  fixture = await createRestFixture();
});

afterAll(() => fixture.drop());

const HEADERS = { "content-type": "application/json" };
const COLUMNS = [
  "id",
  "title",
  "tags",
  "facts",
  "rank",
  "price",
  "made_at",
  "is_open",
  "owner",
  "facts->a",
  "facts->>0",
];
const OPERATORS = [
  ["eq", "neq", "gt", "gte", "lt", "lte", "like", "ilike", "match", "imatch", "isdistinct", "cs", "cd", "ov", "sl"],
  ["sr", "nxl", "nxr", "adj", "fts", "plfts", "phfts", "wfts", "fts(english)", "eq(any)", "like(all)", "not.eq", "is"],
].flat();
const TYPES = ["text", "int", "jsonb", "numeric", "bool", "uuid", "timestamptz", "bytea", "date", "nonsense"];
const WORDS = [
  ["id", "title", "nonsense", '"odd ""name"', "eq", "in", "is", "not", "or", "and", "cs", "fts", "null", "true", "any"],
  ["(", ")", ",", ".", ":", "::", "->", "->>", "*", '"', "\\", "{", "}", "!", "[", "]", "%", "&", "=", "()", "(any)"],
  [
    "1",
    "-1",
    "9e99",
    "text",
    "int",
    "jsonb",
    "asc",
    "desc",
    "nullsfirst",
    "\u0000",
    "é",
    "😀",
    "'",
    "--",
    "/*",
    ";",
    "$1",
  ],
].flat();

test("5,000 random requests never cause a 500", async () => {
  const { pick, sentence, random } = createNoise(20_261_115);
  const keys = ["select", "order", "or", "and", "not.or", "limit", "offset", "columns", "on_conflict", "id", "title"];
  await send(5_000, () => {
    const parts = Array.from({ length: Math.ceil(random() * 3) }, () => [
      random() < 0.9 ? pick(keys) : sentence(),
      `${pick(["", "eq.", "in.(", "not.is.", "like(any).{", "cs.{", "fts(english).", "("])}${sentence()}`,
    ]);
    const method = pick(["GET", "POST", "PATCH", "DELETE", "HEAD"]);
    const body = /POST|PATCH/.test(method) ? pick(["[]", '[{"id":1}]', '{"title":"x"}', sentence()]) : undefined;
    const path = pick([
      "/shelf_items",
      "/open_titles",
      "/rpc/find_items",
      "/rpc/pairs",
      `/${encodeURIComponent(sentence())}`,
    ]);
    return [
      `${path}?${new URLSearchParams(parts)}`,
      { method, body, headers: { ...HEADERS, prefer: pick(PREFERENCES) } },
    ];
  });
});

test("5,000 well-formed requests with hostile values never cause a 500", async () => {
  const { pick, sentence, value, random } = createNoise(7);
  const condition = () => `${pick(COLUMNS)}.${pick(OPERATORS)}.${quoted(value())}`;
  const item = () =>
    `${random() < 0.3 ? `${quoted(sentence())}:` : ""}${pick(COLUMNS)}${random() < 0.2 ? `::${pick(TYPES)}` : ""}`;
  const seen = await send(5_000, () => {
    const parts: [string, string][] = [];
    if (random() < 0.5) parts.push(["select", `${item()},${item()}`]);
    if (random() < 0.6) parts.push([pick(COLUMNS), `${pick(OPERATORS)}.${value()}`]);
    if (random() < 0.3) parts.push([pick(COLUMNS), `in.(${quoted(value())},${quoted(value())})`]);
    if (random() < 0.3) parts.push([pick(["or", "and", "not.or"]), `(${condition()},not.and(${condition()},id.gt.0))`]);
    if (random() < 0.3) parts.push(["order", `${pick(COLUMNS)}.${pick(["asc", "desc"])}.nullslast`]);
    if (random() < 0.2) parts.push(["limit", pick(["0", "5", "99999999999999999999"])], ["offset", pick(["0", "3"])]);
    const method = pick(["GET", "GET", "GET", "PATCH", "POST"]);
    const row = {
      title: value(),
      facts: value(),
      tags: [value()],
      [pick(["rank", "made_at", "price", "mark"])]: value(),
    };
    const body = method === "GET" ? undefined : JSON.stringify(row);
    const headers = { ...HEADERS, prefer: pick(PREFERENCES) };
    return [`/shelf_items?${new URLSearchParams(parts)}`, { method, body, headers }];
  });
  expect(seen.get("2xx"), "enough of them must get past the parser to prove anything").toBeGreaterThan(500);
});

const PREFERENCES = ["return=representation", "count=exact", "count=planned", "resolution=merge-duplicates", "a, =b"];

async function send(requests: number, make: () => [string, RequestInit]): Promise<Map<string, number>> {
  const seen = new Map<string, number>();
  for (let sent = 0; sent < requests; sent += 20) {
    const batch = Array.from({ length: 20 }, make);
    const responses = await Promise.all(batch.map(([path, init]) => fixture.send("ann-token", path, init)));
    for (const [index, response] of responses.entries()) {
      if (response.status >= 500) throw new Error(`${JSON.stringify(batch[index])}: ${await response.text()}`);
      const kind = `${Math.floor(response.status / 100)}xx`;
      seen.set(kind, (seen.get(kind) ?? 0) + 1);
    }
  }
  expect(fixture.reports).toEqual([]);
  return seen;
}

function createNoise(seed: number) {
  const random = seeded(seed);
  const pick = <Item>(list: readonly Item[]): Item => list[Math.floor(random() * list.length)]!;
  const printable = () => String.fromCharCode(32 + random() * 95);
  const noise = () => Array.from({ length: Math.ceil(random() * 8) }, printable).join("");
  const sentence = () =>
    Array.from({ length: Math.ceil(random() * 6) }, () => (random() < 0.3 ? noise() : pick(WORDS))).join("");
  const plain = ["1", "true", "null", "{1,2}", "{}", "2026-01-01", "[1,2)", "a", '{"a":1}', "%", "english"];
  const value = () => (random() < 0.6 ? pick(plain) : sentence());
  return { random, pick, sentence, value };
}

function quoted(text: string): string {
  return `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}

/** mulberry32, a seeded generator, so that failures can be reproduced. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

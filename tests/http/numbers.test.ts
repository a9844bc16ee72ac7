import { afterAll, beforeAll, expect, test } from "vitest";
import { get } from "../fixtures/network/http.ts";
import { spawnSite } from "../fixtures/site/built-site.ts";
import { type Newsroom, openNewsroom, readPage, waitForPage, WITH_ADMIN } from "../fixtures/site/newsroom.ts";

let site: Awaited<ReturnType<typeof spawnSite>>;
let newsroom: Newsroom;
let off: { readonly motion: string; readonly home: string };
const BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const PHONE = "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36";
const GPT = "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)";

type Row = { kind: string; path: string; source: string; device: string; visits: number; readers: number };

beforeAll(async () => {
  site = await spawnSite({ ...WITH_ADMIN, TRUST_PROXY: "1" });
  newsroom = await openNewsroom(site.url, (await site.readKeys()).anonKey);
});
afterAll(() => site.stop());

test("nothing is counted and nothing more is sent until the owner turns numbers on", async () => {
  off = { motion: await readPage(site.url, "/motion.js"), home: await readPage(site.url, "/") };
  expect(off.motion).not.toContain("/visit");
  expect((await beacon("/about")).status).toBe(405);
  expect(await readPage(site.url, "/privacy")).not.toContain("How we count visits");
  await turn("on");
  await waitForPage(site.url, "/privacy", "How we count visits");
  const motion = await readPage(site.url, "/motion.js");
  expect(motion.length - off.motion.length).toBeLessThanOrEqual(400);
  expect(await readPage(site.url, "/")).toBe(off.home);
  expect(await visits()).toEqual([]);
});

test("10,000 visits: the sums are those of the script, and readers are the people of the day", async () => {
  const paths = ["/", "/about", "/contact", "/services/design"];
  const inside = new URL(site.url).host;
  const sources = ["", inside, "www.search.example", "news.example:8443"];
  const truth = new Map<string, number>();
  const people = new Set<string>();
  const send = async (n: number) => {
    const [path = "", source = ""] = [paths[n % 4], sources[(n >> 2) % 4]];
    const agent = n % 3 ? BROWSER : PHONE;
    const person = n % 1_250;
    const stored = {
      "": "none",
      [inside]: "inside",
      "www.search.example": "search.example",
      "news.example:8443": "news.example",
    }[source];
    const key = [path, stored ?? source, agent === PHONE ? "phone" : "desktop"].join(" ");
    truth.set(key, (truth.get(key) ?? 0) + 1);
    people.add(`${person} ${agent}`);
    await beacon(`${path} ${source}`, { "user-agent": agent }, `10.${person >> 8}.${person & 255}.9`);
  };
  for (let n = 0; n < 10_000; n += 50) await Promise.all(Array.from({ length: 50 }, (_, index) => send(n + index)));
  await expect.poll(async () => sum(await visits()), { timeout: 150_000 }).toBe(10_000);
  const rows = await visits();
  const found = rows.map(({ path, source, device, visits: all }) => [[path, source, device].join(" "), all] as const);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(truth));
  expect(rows.reduce((all, { readers }) => all + readers, 0)).toBe(people.size);
  expect(JSON.stringify(rows)).not.toMatch(/10\.\d|Firefox/);
});

test("the answer is the same whatever becomes of a visit, and only real ones count", async () => {
  const before = sum(await visits());
  const counted = await beacon("/about");
  const refused: [body: string, headers?: Record<string, string>][] = [
    ["/about", { dnt: "1" }],
    ["/about", { "sec-gpc": "1" }],
    ["/about", { origin: "https://evil.example" }],
    ["/about", { "user-agent": GPT }],
    ["/about", { "user-agent": "" }],
    ["/messages/a-secret-token"],
    ["/newsroom/posts"],
    ["about"],
    ["/a\u0000b"],
    ["/about x y"],
    [""],
  ];
  expect([counted.status, counted.body.length]).toEqual([204, 0]);
  const names = ({ rawHeaders }: typeof counted) => rawHeaders.filter((_, index) => index % 2 === 0);
  for (const [body, headers] of refused) {
    const answer = await beacon(body, headers);
    expect([answer.status, answer.body.length, names(answer)], body).toEqual([204, 0, names(counted)]);
  }
  const long = await beacon("/".repeat(201));
  expect([long.status, long.headers.connection]).toEqual([204, "close"]);
  const { origin: _, ...withoutOrigin } = headersOf("9.9.9.9");
  expect((await get(site.url, "/visit", withoutOrigin, "POST", "/about")).status).toBe(204);
  expect((await get(site.url, "/visit")).status).toBe(404);
  await expect.poll(async () => sum(await visits()), { timeout: 150_000 }).toBe(before + 1);
});

test("crawlers and feed readers are counted by the requests they make, apart, and people are not", async () => {
  const feedly = "Feedly/1.0 (+https://www.feedly.com/fetcher.html; 3 subscribers)";
  for (const path of ["/about", "/about?a=1", "/work", "/no-such-page", "/newsroom", "/motion.js"]) {
    await get(site.url, path, { "user-agent": GPT });
  }
  await get(site.url, "/about", { "user-agent": GPT }, "HEAD");
  await get(site.url, "/feed.xml", { "user-agent": feedly });
  await get(site.url, "/about", { "user-agent": BROWSER });
  const programs = async () => (await visits()).filter(({ kind }) => kind !== "person");
  await expect.poll(async () => sum(await programs()), { timeout: 150_000 }).toBe(4);
  expect((await programs()).map(({ kind, path, source, visits: all }) => [kind, path, source, all])).toEqual([
    ["ai", "/about", "GPTBot", 2],
    ["ai", "/work", "GPTBot", 1],
    ["feed", "/feed.xml", "Feedly", 1],
  ]);
});

test("a flood of invented paths and sources is a few rows, and pages keep their numbers", async () => {
  const [rows, all] = [await visits(), sum(await visits())];
  const flood = (n: number) => beacon(`/wp-${n} host-${n}.example`, {}, `172.16.${n % 200}.${n % 100}`);
  for (let n = 0; n < 3_000; n += 50) await Promise.all(Array.from({ length: 50 }, (_, index) => flood(n + index)));
  await beacon("/work", {}, "10.77.0.1");
  // One network sends at most 120 a minute.
  await Promise.all(Array.from({ length: 200 }, () => beacon("/blog", {}, "10.78.0.1")));
  await expect.poll(async () => sum(await visits()), { timeout: 150_000 }).toBe(all + 3_121);
  const later = await visits();
  const named = new Set(later.map(({ path }) => path));
  expect([...named].filter((path) => path.startsWith("/wp-"))).toEqual([]);
  expect(later.find(({ path, source }) => path === "/work" && source === "none")?.visits).toBe(1);
  expect(later.length - rows.length).toBeLessThanOrEqual(5);
});

const headersOf = (address: string, more: Record<string, string> = {}) => ({
  "user-agent": BROWSER,
  origin: site.url,
  "x-forwarded-for": address,
  ...more,
});

const beacon = (body: string, more: Record<string, string> = {}, address = "10.200.0.1") => {
  const headers = { ...headersOf(address, more), "content-length": String(Buffer.byteLength(body)) };
  return get(site.url, "/visit", headers, "POST", body);
};

async function visits(): Promise<Row[]> {
  const { data, error } = await newsroom.client
    .from("visits")
    .select("kind, path, source, device, visits, readers")
    .order("kind")
    .order("path")
    .limit(5_000);
  if (error) throw new Error(error.message, { cause: error });
  return data;
}

const sum = (rows: readonly Row[]) => rows.reduce((all, row) => all + row.visits, 0);

async function turn(numbers: "on" | "off"): Promise<void> {
  const data = { founded: 2010, dates: "long", signUp: "open", numbers };
  const { error } = await newsroom.client.from("entries").insert({ collection: "facts", key: "main", data });
  if (error) throw new Error(error.message, { cause: error });
}

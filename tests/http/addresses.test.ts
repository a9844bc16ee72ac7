import { createClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { shipped } from "../../content/shipped.ts";
import { get } from "../fixtures/network/http.ts";
import { spawnSite } from "../fixtures/site/built-site.ts";
import { type Newsroom, openNewsroom, readPage, WITH_ADMIN } from "../fixtures/site/newsroom.ts";

let site: Awaited<ReturnType<typeof spawnSite>>;
let newsroom: Newsroom;
const PERSON = { accept: "text/html", "user-agent": "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0" };
const lead = async (path: string, headers: Record<string, string> = PERSON) => {
  const { status, headers: own } = await get(site.url, path, headers);
  return [status, own.location];
};
const dataOf = async (path: string) => {
  const { status, body } = await get(site.url, path, PERSON);
  return { status, text: body.toString() };
};

beforeAll(async () => {
  site = await spawnSite(WITH_ADMIN);
  newsroom = await openNewsroom(site.url, (await site.readKeys()).anonKey);
});
afterAll(() => site.stop());

test("a redirect holds from the next response on, with the query, and ends with its removal", async () => {
  expect(await lead("/old")).toEqual([404, undefined]);
  await add("/old", "/about");
  expect(await lead("/old")).toEqual([301, "/about"]);
  expect(await lead("/old?utm_source=x&a=%20b&flag")).toEqual([301, "/about?utm_source=x&a=%20b&flag"]);
  expect(await lead("/old?utm_source=y")).toEqual([301, "/about?utm_source=y"]);
  expect(await lead("/old")).toEqual([301, "/about"]);
  // The address is made canonical before.
  expect(await lead("/old/?a=1")).toEqual([301, "/old?a=1"]);
  const { status, text } = await dataOf("/old.data?a=1");
  expect([status, text.includes("/about?a=1")]).toEqual([202, true]);
  expect((await get(site.url, "/old", PERSON, "HEAD")).status).toBe(301);
  expect(await lead("/old.hydrate.js")).toEqual([404, undefined]);
  await newsroom.client.from("redirects").delete().eq("path", "/old");
  expect(await lead("/old")).toEqual([404, undefined]);
});

test("a prefix takes the rest along, pages come first, and an unknown service, case or post follows rules", async () => {
  await add("/shop/*", "https://shop.example/*");
  await add("/services/*", "/services", 302);
  await add("/work/gone", "/work");
  await add("/blog/gone", "/blog");
  expect(await lead("/shop/a/b?c=1")).toEqual([301, "https://shop.example/a/b?c=1"]);
  expect(await lead("/shop")).toEqual([404, undefined]);
  expect((await lead("/services/design"))[0]).toBe(200);
  expect(await lead("/services/none")).toEqual([302, "/services"]);
  expect(await lead("/work/gone")).toEqual([301, "/work"]);
  expect(await lead("/blog/gone")).toEqual([301, "/blog"]);
  expect((await lead("/messages/none"))[0]).toBe(404);
  // An own rule comes before a former address, too.
  await newsroom.client.from("redirects").delete().eq("path", "/services/*");
});

test("a renamed service and a renamed post lead on in one step, also through a rule", async () => {
  const { id: key, slug: _, ...data } = shipped.services[1] ?? { id: "" };
  const row = { collection: "services", key, position: 2_000, data, slug: "gestaltung" };
  expect((await newsroom.client.from("entries").insert(row)).error).toBeNull();
  await add("/design", "/services/design");
  expect(await lead("/services/design?a=1")).toEqual([301, "/services/gestaltung?a=1"]);
  expect(await lead("/services/ux-design")).toEqual([301, "/services/gestaltung"]);
  expect(await lead("/design")).toEqual([301, "/services/gestaltung"]);
  expect((await lead("/services/gestaltung"))[0]).toBe(200);
  for (const path of ["/", "/services", "/work", "/sitemap.xml"]) {
    const html = await readPage(site.url, path);
    expect(html, path).toContain("/services/gestaltung");
    expect(html, path).not.toContain('href="/services/design"');
  }
  expect(await readPage(site.url, "/services/gestaltung")).toContain(
    `<link rel="canonical" href="${site.url}/services/gestaltung"/>`,
  );
  const edits = JSON.parse(await readPage(site.url, "/edit-links.json"));
  expect(edits["/services/gestaltung"]).toContain("services/design .page-head");

  const post = await newsroom.publish({ title: "First name" });
  await newsroom.change(post.id, { slug: "second-name" });
  await newsroom.change(post.id, { slug: "third-name" });
  expect(await lead("/blog/first-name?a=1")).toEqual([301, "/blog/third-name?a=1"]);
  await add("/blog/second-name", "/blog");
  expect(await lead("/blog/second-name")).toEqual([301, "/blog"]);
});

test("missing addresses are counted for people only, without queries, and so are the uses of a rule", async () => {
  const { serviceRoleKey } = await site.readKeys();
  await add("/counted", "/about");
  const path = "/really-missing";
  for (const query of ["", "?secret=1", "?secret=2"]) await lead(path + query);
  await dataOf(`${path}.data`);
  const bot = { ...PERSON, "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1)" };
  const { accept: _, ...asset } = PERSON;
  await lead(path, bot);
  await lead(path, asset);
  await lead(path, { ...PERSON, "sec-purpose": "prefetch" });
  await get(site.url, path, PERSON, "HEAD");
  for (const secret of ["/messages/a-token", "/preview/a-token", "/auth/x", "/newsroom/x"]) await lead(secret);
  for (let times = 0; times < 3; times++) await lead(`/counted?n=${times}`);
  const service = createClient(site.url, serviceRoleKey);
  await expect.poll(async () => (await missed()).length).toBeGreaterThan(0);
  // What came after the first store is stored a minute later.
  await expect.poll(async () => (await missed()).find((row) => row.path === path)?.hits).toBe(4);
  expect((await missed()).filter((row) => /token|secret|auth|newsroom/.test(row.path))).toEqual([]);
  const used = await newsroom.client.from("redirects").select("hits").eq("path", "/counted").single();
  expect(used.data).toEqual({ hits: 3 });
  expect((await service.from("missing_addresses").select("path")).error?.code).toBe("42501");
});

async function add(path: string, target: string, status = 301): Promise<void> {
  const { error } = await newsroom.client.from("redirects").insert({ path, target, status });
  if (error) throw new Error(error.message, { cause: error });
}

const missed = async () => (await newsroom.client.from("missing_addresses").select("path, hits")).data ?? [];

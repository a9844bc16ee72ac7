import { writeFile } from "node:fs/promises";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { shipped } from "../../content/shipped.ts";
import { startEmbedded } from "../../server/db/embedded/embedded-postgres.ts";
import { spawnSite } from "../fixtures/built-site.ts";
import { type Newsroom, openNewsroom, readPage, waitForPage, WITH_ADMIN } from "../fixtures/newsroom.ts";

type Site = Awaited<ReturnType<typeof spawnSite>>;
let first: Site;
/** On the same database. */
let second: Site;
/** Its backend is the first one, over HTTP: Supabase mode. */
let remote: Site;
let newsroom: Newsroom;

beforeAll(async () => {
  first = await spawnSite(WITH_ADMIN);
  const { anonKey, serviceRoleKey } = await first.readKeys();
  const keys = { SUPABASE_ANON_KEY: anonKey, SUPABASE_SERVICE_ROLE_KEY: serviceRoleKey };
  second = await spawnSite({
    DATABASE_URL: (await startEmbedded({ dataDir: first.dataDir, join: true })).url,
    ...keys,
  });
  remote = await spawnSite({ SUPABASE_URL: first.url, ...keys });
  newsroom = await openNewsroom(first.url, anonKey);
}, 240_000);
afterAll(async () => {
  for (const site of [remote, second, first]) await site.stop();
});

describe("a published entry", () => {
  test("is on every page of this process in the next response, and on the others without a restart", async () => {
    const phone = "+1 212 555 0199";
    for (const site of [first, second, remote]) expect(await readPage(site.url, "/about")).not.toContain(phone);
    await publish("contact", "main", { ...shipped.contact, phone });
    for (const path of ["/about", "/contact", "/terms", "/llms.txt", "/no-such-page"]) {
      expect(await readPage(first.url, path), path).toContain(phone);
    }
    expect(await readPage(first.url, "/contact")).toContain('href="tel:+12125550199"');
    for (const site of [second, remote]) await waitForPage(site.url, "/about", phone);
  });

  test("names the site in titles, structured data, feeds, cards and the manifest", async () => {
    await publish("identity", "main", { ...shipped.identity, name: "Straight & Sons" });
    expect(await readPage(first.url, "/about")).toContain("<title>About | Straight &amp; Sons</title>");
    expect(await readPage(first.url, "/")).toContain('"name":"Straight & Sons"');
    expect(await readPage(first.url, "/")).toContain('property="og:site_name" content="Straight &amp; Sons"');
    expect(await readPage(first.url, "/feed.xml")).toContain("<title>Straight &amp; Sons, ");
    expect(JSON.parse(await readPage(first.url, "/site.webmanifest"))).toMatchObject({ name: "Straight & Sons" });
    await newsroom.client.from("entries").delete().eq("collection", "identity");
    expect(await readPage(first.url, "/about")).toContain("| Plumbline</title>");
  });

  test("adds to a list and can end by date", async () => {
    const [job] = shipped.jobs;
    const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
    await publish("jobs", "surveyor", { ...job, title: "Surveyor of lines", closes: day(2) });
    expect(await readPage(first.url, "/careers")).toContain("Surveyor of lines");
    expect(await readPage(first.url, "/contact?job=surveyor")).toContain(
      "I would like to apply for Surveyor of lines.",
    );
    await publish("jobs", "surveyor", { ...job, title: "Surveyor of lines", closes: day(-2) });
    expect(await readPage(first.url, "/careers")).not.toContain("Surveyor of lines");
  });

  test("shows HTML in every field as text", async () => {
    const html = `<img src=x onerror=alert(1)>`;
    const [testimonial] = shipped.testimonials;
    await publish("testimonials", "html", { ...testimonial, quote: html, name: html, title: html, company: html });
    await publish("closing", "main", { title: html, text: html, action: "<script>go()</script>" });
    const page = await readPage(first.url, "/");
    expect(page).not.toContain("<img src=x");
    expect(page).not.toContain("<script>go()");
    expect(page.split("&lt;img src=x onerror=alert(1)&gt;").length - 1).toBeGreaterThanOrEqual(6);
    await newsroom.client.from("entries").delete().in("collection", ["testimonials", "closing"]);
  });

  test("that does not fit its schema changes nothing", async () => {
    const before = await readPage(first.url, "/about");
    await publish("figures", "main", { stats: "none" });
    await publish("leaders", "nobody", { name: 7 });
    expect(await readPage(first.url, "/about")).toBe(before);
    expect(first.log.some((line) => line.includes("an entry does not fit its schema"))).toBe(true);
  });

  test("appears at its time", async () => {
    const live_from = new Date(Date.now() + 3_000).toISOString();
    const data = { ...shipped.closing, title: "Winter opening" };
    const { error } = await newsroom.client
      .from("entries")
      .insert({ collection: "closing", key: "main", data, live_from });
    expect(error).toBeNull();
    expect(await readPage(first.url, "/")).not.toContain("Winter opening");
    for (const site of [first, second, remote]) await waitForPage(site.url, "/", "Winter opening");
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(live_from));
  });
});

test("a draft drops no page and reaches no visitor", async () => {
  await vi.waitFor(async () => expect(await isCached("/services")).toBe(true), { timeout: 30_000 });
  const data = { ...shipped.closing, title: "Not yet" };
  const { error } = await newsroom.client.from("entry_drafts").insert({ collection: "closing", key: "main", data });
  expect(error).toBeNull();
  expect(await isCached("/services")).toBe(true);
  expect(await readPage(first.url, "/")).not.toContain("Not yet");
});

test("a start without a backend shows the content that was live last", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "plumbline-kept-"));
  await publish("figures", "main", {
    stats: [
      { figure: "77", label: "lines" },
      { figure: "2", label: "offices" },
    ],
  });
  await vi.waitFor(async () => expect(await readFile(join(first.dataDir, "content.json"), "utf8")).toContain('"77"'));
  await writeFile(join(dataDir, "content.json"), await readFile(join(first.dataDir, "content.json")));
  const unreachable = { SUPABASE_URL: "http://localhost:9", SUPABASE_ANON_KEY: "a", SUPABASE_SERVICE_ROLE_KEY: "s" };
  const site = await spawnSite({ ...unreachable, DATA_DIR: dataDir });
  try {
    expect(await readPage(site.url, "/about")).toContain("77</span> <span>lines");
  } finally {
    await site.stop();
    await rm(dataDir, { recursive: true });
  }
});

async function publish(collection: string, key: string, data: object): Promise<void> {
  const { client } = newsroom;
  const entry = client.from("entries");
  const changed = await entry.update({ data }).eq("collection", collection).eq("key", key).select("id");
  const { error } = changed.data?.length
    ? changed
    : await client.from("entries").insert({ collection, key, data, position: 100 });
  if (error) throw new Error(error.message, { cause: error });
}

/** Only responses that are not cached have a request id. */
async function isCached(path: string): Promise<boolean> {
  const response = await fetch(first.url + path);
  await response.text();
  return !response.headers.has("x-request-id");
}

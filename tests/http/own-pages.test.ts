import { afterAll, beforeAll, expect, test } from "vitest";
import { shipped } from "../../content/shipped.ts";
import { get } from "../fixtures/network/http.ts";
import { spawnSite } from "../fixtures/site/built-site.ts";
import { type Newsroom, openNewsroom, readPage, WITH_ADMIN } from "../fixtures/site/newsroom.ts";
import { graphOf } from "../fixtures/site/structured-data.ts";

let site: Awaited<ReturnType<typeof spawnSite>>;
let newsroom: Newsroom;

beforeAll(async () => {
  site = await spawnSite(WITH_ADMIN);
  newsroom = await openNewsroom(site.url, (await site.readKeys()).anonKey);
  await publish("legal", { ...PAGE, title: "Legal", path: "/legal" });
  await publish("imprint", PAGE);
});
afterAll(() => site.stop());

const see = (path: string) => readPage(site.url, path);
const statusOf = async (path: string) => (await get(site.url, path)).status;
const PAGE = {
  title: "Imprint & more",
  path: "/legal/imprint",
  group: "legal",
  sections: [
    {
      kind: "opening",
      title: "Who we are",
      lead: "The quaggas of {name} answer for this site.",
      look: "words",
      image: { picture: "post-cairn", alt: "A cairn." },
    },
    {
      kind: "text",
      title: "Under § 5",
      text: '<p onclick="hit()">Straight &amp; <b>bold</b><script>hit()</script></p><h2>Section 2</h2><ul><li>one</li></ul>',
    },
    { kind: "quotes", title: "What clients say", most: 2 },
    { kind: "posts", title: "What we write", intro: "The newest.", most: 1 },
  ],
};

async function publish(key: string, data: object, more: object = {}) {
  const rows = () => newsroom.client.from("entries");
  const at = { collection: "pages", key };
  const changed = await rows()
    .update({ data, ...more })
    .match(at)
    .select("id");
  const { error } = changed.data?.length ? changed : await rows().insert({ ...at, data, ...more });
  if (error) throw new Error(error.message, { cause: error });
}

test("a nested page shows its sections: sanitized, with facts, each with an id of its own", async () => {
  const html = await see("/legal/imprint");
  expect(html).toContain("<title>Imprint &amp; more | Plumbline</title>");
  expect(html).toMatch(/<h1[^>]*>Who we are<\/h1>/);
  expect(html).toContain(`The quaggas of ${shipped.identity.name} answer`);
  expect(html).toContain("<p>Straight &#x26; <b>bold</b></p>");
  expect(html).not.toContain("hit()");
  const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toEqual(expect.arrayContaining(["section-2", "section-2-2", "section-3", "section-4"]));
  expect(html.match(/<blockquote>/g)).toHaveLength(2);
  expect(html.match(/class="post-card"/g)).toHaveLength(1);
  expect(await statusOf("/legal/imprint.data")).toBe(200);
  expect(await statusOf("/legal/Imprint")).toBe(404);
  expect((await get(site.url, "/legal/imprint/")).headers.location).toBe("/legal/imprint");
});

test("sitemap, search, llms.txt, Markdown, card, breadcrumbs and Edit links know it", async () => {
  expect(await see("/sitemap.xml")).toContain(`<loc>${site.url}/legal/imprint</loc>`);
  expect(await see("/sitemap")).toContain('href="/legal/imprint"');
  expect(await see("/search?q=quaggas")).toContain('href="/legal/imprint"');
  expect(await see("/llms.txt")).toContain(`[Imprint & more](${site.url}/legal/imprint)`);
  const markdown = await see("/legal/imprint.md");
  expect(markdown).toContain("# Imprint");
  expect(markdown).toContain("## Under § 5");
  expect(markdown).toContain("**bold**");
  const html = await see("/legal/imprint");
  const [, card = ""] = /property="og:image" content="([^"]+)"/.exec(html) ?? [];
  expect((await get(site.url, new URL(card).pathname)).status).toBe(200);
  expect(html).toContain('<meta name="description" content="The quaggas of');
  const trail = graphOf(html).find((node) => node["@type"] === "BreadcrumbList") as unknown as {
    itemListElement: object[];
  };
  expect(trail.itemListElement).toMatchObject([{ name: "Plumbline" }, { name: "Legal" }, { name: "Imprint & more" }]);
  const edits = JSON.parse(await see("/edit-links.json"));
  expect(edits["/legal/imprint"]).toEqual(["pages/imprint .page-head, section-1, section-2, section-3, section-4"]);
});

test("it is cached, and dropped when it or a post changes", async () => {
  const before = await get(site.url, "/legal/imprint");
  expect((await get(site.url, "/legal/imprint", { "if-none-match": String(before.headers.etag) })).status).toBe(304);
  const post = await newsroom.publish({ title: "News of the quagga" });
  expect(await see("/legal/imprint")).toContain("News of the quagga");
  await newsroom.remove(post.id);
  await publish("imprint", { ...PAGE, title: "Imprint, changed" });
  expect(await see("/legal/imprint")).toContain("Imprint, changed");
  expect(await see("/sitemap")).toContain("Imprint, changed");
});

test("unpublished, hidden and removed pages are a 404, as are the samples", async () => {
  for (const path of ["/impressum", "/cookies"]) expect(await statusOf(path)).toBe(404);
  await publish("later", { ...PAGE, path: "/later" }, { live_from: new Date(Date.now() + 86_400_000).toISOString() });
  expect(await statusOf("/later")).toBe(404);
  await publish("gone", { ...PAGE, path: "/gone" });
  expect(await statusOf("/gone")).toBe(200);
  await publish("gone", { ...PAGE, path: "/gone" }, { hidden: true });
  expect(await statusOf("/gone")).toBe(404);
  expect(await see("/sitemap.xml")).not.toContain("/gone");
});

test("a section of an unknown kind is skipped and logged; a page that does not fit is not there", async () => {
  await publish("partly", { ...PAGE, path: "/partly", sections: [{ kind: "hologram" }, PAGE.sections[1]] });
  expect(await see("/partly")).toMatch(/<h1[^>]*>Imprint &amp; more<\/h1>/);
  expect(site.log.join("\n")).toContain("the kind hologram is unknown");
  await publish("misfit", { ...PAGE, path: "/misfit", sections: [] });
  expect(await statusOf("/misfit")).toBe(404);
});

test("header and footer can link to it", async () => {
  const navigation = { ...shipped.navigation, company: [{ label: "Imprint", href: "/legal/imprint" }] };
  const { error } = await newsroom.client.from("entries").insert({
    collection: "navigation",
    key: "main",
    data: navigation,
  });
  expect(error).toBeNull();
  for (const path of ["/", "/legal/imprint", "/nowhere"]) expect(await see(path)).toContain('href="/legal/imprint"');
});

import { gzipSync } from "node:zlib";
import { expect, inject, test } from "vitest";
import { get } from "../fixtures/network/http.ts";
import { EAGER, ROUTES } from "../fixtures/site/routes.ts";

/** The map of routes, which every page has, grows with each screen of the newsroom. */
const MOST_BYTES = 134 * 1024;
const MOST_BYTES_OF_THE_BACKEND = 65 * 1024;

const site = inject("siteUrl");
const sizes = new Map<string, Promise<number>>();

/** Gzipped, as a browser without brotli would get it. */
function sizeOf(address: string): Promise<number> {
  const size = sizes.get(address) ?? get(site, address).then(({ body }) => gzipSync(body, { level: 9 }).length);
  sizes.set(address, size);
  return size;
}

async function scriptsOf(path: string): Promise<string[]> {
  const html = (await get(site, path)).body.toString();
  const [, own = ""] = /data-src="([^"]+)"/.exec(html) ?? [];
  const imported = (await get(site, own)).body.toString();
  return [own, ...new Set((html + imported).match(/\/assets\/[\w.-]+\.js/g))];
}

test.each(ROUTES.filter((route) => !EAGER.includes(route)))(
  "%s needs at most 134 KB of scripts once it is hydrated, and nothing of accounts",
  async (route) => {
    const scripts = await scriptsOf(route);
    expect(scripts.length).toBeGreaterThan(3);
    const bytes = await Promise.all(scripts.map(sizeOf));
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MOST_BYTES);
    expect(scripts.join()).not.toMatch(/supabase-client|newsroom|visual|writing/);
  },
);

test("signed-in pages load at most 65 KB more", async () => {
  const scripts = await scriptsOf("/");
  const sources = await Promise.all(scripts.map(async (script) => (await get(site, script)).body.toString()));
  const backend = /assets\/supabase-client-[\w-]+\.js/.exec(sources.join())?.[0] ?? "";
  const client = /dist-[\w-]+\.js/.exec((await get(site, `/${backend}`)).body.toString())?.[0] ?? "";
  const bytes = (await sizeOf(`/${backend}`)) + (await sizeOf(`/assets/${client}`));
  expect(bytes, "supabase-js is in there").toBeGreaterThan(40 * 1024);
  expect(bytes).toBeLessThanOrEqual(MOST_BYTES_OF_THE_BACKEND);
});

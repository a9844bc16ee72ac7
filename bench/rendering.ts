import { posts } from "../content/posts.ts";
import { get } from "../tests/fixtures/network/http.ts";
import { formatInteger, inMs, startSite, table } from "./harness.ts";
import { percentile, timeAll } from "./statistics.ts";

const PAGES = {
  home: "/",
  list: "/blog",
  post: `/blog/${posts[0].slug}`,
  service: "/services/design",
  search: "/search?q=checkout",
};
const WARM_UP = 20;
const ALONE = 60;
const TOGETHER = 200;
const CONCURRENCY = 8;

/** Each request has its own Host header, which is part of the cache key, so no page comes from the cache. */
export async function measureRendering(): Promise<string> {
  const site = await startSite();
  let requestCount = 0;
  try {
    const rows: string[][] = [];
    for (const [name, path] of Object.entries(PAGES)) {
      const render = () => get(site.url, path, { host: `host-${requestCount++}.example`, "accept-encoding": "br" });
      await timeAll(WARM_UP, 1, render);
      const { times } = await timeAll(ALONE, 1, render);
      const { perSecond } = await timeAll(TOGETHER, CONCURRENCY, render);
      rows.push([name, inMs(percentile(times, 0.5)), inMs(percentile(times, 0.99)), formatInteger(perSecond)]);
    }
    return table(["page not in the cache", "median", "p99", `pages/s, ${CONCURRENCY} at once`], rows);
  } finally {
    await site.stop();
  }
}

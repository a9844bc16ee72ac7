import { posts } from "../content/posts.ts";
import { get } from "../tests/fixtures/http.ts";
import { startSite } from "./site.ts";
import { percentile, timeAll } from "./statistics.ts";
import { inMs, table, whole } from "./table.ts";

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
const AT_ONCE = 8;

/** Pages that are not in the cache: each request names a host of its own, and the cache keeps hosts apart. */
export async function measureRendering(): Promise<string> {
  const site = await startSite();
  let asked = 0;
  try {
    const rows: string[][] = [];
    for (const [what, path] of Object.entries(PAGES)) {
      const render = () => get(site.url, path, { host: `host-${asked++}.example`, "accept-encoding": "br" });
      await timeAll(WARM_UP, 1, render);
      const { times } = await timeAll(ALONE, 1, render);
      const { perSecond } = await timeAll(TOGETHER, AT_ONCE, render);
      rows.push([what, inMs(percentile(times, 0.5)), inMs(percentile(times, 0.99)), whole(perSecond)]);
    }
    return table(["page not in the cache", "median", "p99", `pages/s, ${AT_ONCE} at once`], rows);
  } finally {
    await site.stop();
  }
}

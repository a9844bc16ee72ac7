import { startEmbedded } from "../server/db/embedded/embedded-postgres.ts";
import { get } from "../tests/fixtures/network/http.ts";
import { samplePost } from "./sample-posts.ts";
import { startSite } from "./site.ts";
import { median, percentile, timed } from "./statistics.ts";
import { inMs, table } from "./table.ts";
import { signInWriter, WITH_WRITER } from "./writer.ts";

const TIMES = 20;
const TIMEOUT_MS = 10_000;

/** Measures the time from publishing a post until the list shows it, on the same process and on another one. */
export async function measurePublishing(): Promise<string> {
  const here = await startSite(WITH_WRITER);
  const { url: DATABASE_URL } = await startEmbedded({ dataDir: here.dataDir, join: true });
  const keys = { SUPABASE_ANON_KEY: here.anonKey, SUPABASE_SERVICE_ROLE_KEY: here.serviceRoleKey };
  const there = await startSite({ DATABASE_URL, ...keys });
  const insertTimes: number[] = [];
  const shownHere: number[] = [];
  const shownThere: number[] = [];
  try {
    const writer = await signInWriter(here);
    for (let n = 0; n < TIMES; n++) {
      await Promise.all([here, there].map(({ url }) => get(url, "/blog")));
      const title = `Only just written, number ${n}`;
      const { published_at: _, ...post } = samplePost(n);
      insertTimes.push((await timed(() => writer.publish([{ ...post, title, slug: "" }]))).ms);
      const [onFirst, onSecond] = await Promise.all([here, there].map(({ url }) => timeToShow(url, title)));
      shownHere.push(onFirst ?? Number.NaN);
      shownThere.push(onSecond ?? Number.NaN);
    }
  } finally {
    await there.stop();
    await here.stop();
  }
  return table(
    [`a new post, ${TIMES} times`, "median", "most"],
    [
      row("insert until its answer", insertTimes),
      row("answer until the list shows it, same process", shownHere),
      row("answer until the list shows it, another process", shownThere),
    ],
  );
}

function row(name: string, times: readonly number[]): string[] {
  return [name, inMs(median(times)), inMs(percentile(times, 1))];
}

/** Polls the list; the time includes rendering. */
async function timeToShow(url: string, title: string): Promise<number> {
  const begun = performance.now();
  for (;;) {
    const { body } = await get(url, "/blog", { "accept-encoding": "identity" });
    const waited = performance.now() - begun;
    if (body.includes(title)) return waited;
    if (waited > TIMEOUT_MS) throw new Error(`The list does not show a post that was published ${waited} ms ago.`);
  }
}

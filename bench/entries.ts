import { shipped } from "../content/shipped.ts";
import { get } from "../tests/fixtures/network/http.ts";
import { measureLoad } from "./load.ts";
import { samplePost } from "./sample-posts.ts";
import { type Site, startSite } from "./site.ts";
import { mapSequentially, measureMedians, timed } from "./statistics.ts";
import { formatInteger, inKb, inMb, inMs, ratio, table } from "./table.ts";
import { signInWriter, WITH_WRITER } from "./writer.ts";

const SIZES = [0, 1_000] as const;
const RUNS = 15;
const ROUNDS = 3;
const SETTLE_MS = 30;
const PAGES = ["/", "/services", "/work", "/blog", "/blog/note-7", "/about"] as const;
const LOAD = { headers: { "accept-encoding": "br" }, connections: 32, seconds: 1 };

type Store = { readonly site: Site; readonly writer: Awaited<ReturnType<typeof signInWriter>> };

/** Measures the same pages without stored content entries and with a thousand of them. */
export async function measureEntries(): Promise<string> {
  const stores = await mapSequentially(SIZES, openStore);
  try {
    const rows: string[][] = [];
    for (const path of PAGES) {
      rows.push(row(`${path}, not cached`, inMs, await measureMedians(stores, RUNS, (store) => timePage(store, path))));
    }
    rows.push(row("publish an entry", inMs, await measureMedians(stores, RUNS, timePublication)));
    const cached = await measureMedians(stores, ROUNDS, async ({ site }) => {
      return (await measureLoad({ ...LOAD, url: `${site.url}/` })).perSecond;
    });
    rows.push(row("/, cached, requests/s", formatInteger, cached));
    const bytes = await mapSequentially(stores, async ({ site }) => (await get(site.url, "/", BR)).body.length);
    rows.push(row("/, brotli", inKb, bytes));
    rows.push(
      row("resident memory after all this", inMb, await mapSequentially(stores, ({ site }) => site.readMemory())),
    );
    return table(["stored entries", ...SIZES.map(formatInteger), "1,000 to 0"], rows);
  } finally {
    await mapSequentially(stores, ({ site }) => site.stop());
  }
}

const BR = { "accept-encoding": "br" };

const row = (name: string, format: (value: number) => string, [none = Number.NaN, many = Number.NaN]: number[]) => [
  name,
  format(none),
  format(many),
  ratio(many, none),
];

/** Hidden entries: pages show at most a few dozen of a collection, and the rest are read and left out. */
async function openStore(count: number): Promise<Store> {
  const site = await startSite(WITH_WRITER);
  const writer = await signInWriter(site);
  await writer.publish(Array.from({ length: 10 }, (_, n) => samplePost(n)));
  const [quote] = shipped.testimonials;
  const rows = Array.from({ length: count }, (_, n) => ({
    collection: "testimonials",
    key: `former-${n}`,
    data: quote,
    hidden: true,
  }));
  const { error } = await writer.client.from("entries").insert([...rows, closing(0)]);
  if (error) throw error;
  return { site, writer };
}

const closing = (n: number) => ({
  collection: "closing",
  key: "main",
  data: { ...shipped.closing, title: `A call for the ${n}th time` },
  hidden: false,
});

/** Changes a post before each request, so that no response comes from a cache. */
async function timePage({ site, writer }: Store, path: string): Promise<number> {
  const { error } = await writer.client.from("blog_posts").update({ excerpt: "Changed." }).eq("slug", "note-0");
  if (error) throw error;
  await changeClosing(writer);
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  return (await timed(() => get(site.url, path, BR))).ms;
}

/** The time until the response; from then on every page shows the change. */
const timePublication = async ({ writer }: Store) => (await timed(() => changeClosing(writer))).ms;

let changes = 0;
async function changeClosing({ client }: Store["writer"]): Promise<void> {
  const { data } = closing(++changes);
  const { error } = await client.from("entries").update({ data }).match({ collection: "closing", key: "main" });
  if (error) throw error;
}

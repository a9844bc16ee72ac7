import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import postgres from "postgres";
import { posts as shipped } from "../content/posts.ts";
import { startEmbedded } from "../server/db/embedded.ts";
import { startSite } from "./site.ts";

const FEW = 100;
const MANY = 10_000;
const RUNS = 21;
const ADMIN = { email: "ada@plumbline.example", password: "correct-horse-9" };
const CATEGORIES = ["Technology", "Strategy", "Design", "Marketing", "Business"];
const POSTS_PER_PAGE = 12;

/**
 * What a page that is not in the cache costs with 100 and with 10,000 stored posts, and how soon a new one shows. Two
 * sites are asked in turn, so that whatever else the machine does meets both.
 */
export async function measureGrowth(): Promise<string> {
  const [few, many] = [await openFilled(FEW), await openFilled(MANY)];
  try {
    const lines: string[] = [];
    for (const what of Object.keys(few.questions)) {
      const [before, after] = await medians(what, few, many);
      lines.push(`  ${what}: ${before.toFixed(1)} ms, ${after.toFixed(1)} ms: ${(after / before).toFixed(2)} times`);
    }
    const delay = await timeToShow(many);
    return [
      `Growth, medians of ${RUNS}, with ${FEW} and with ${MANY} stored posts:`,
      ...lines,
      `  a new post stands in the list ${delay.toFixed(1)} ms after its insert was answered, one rendering included`,
    ].join("\n");
  } finally {
    await few.stop();
    await many.stop();
  }
}

type Filled = Awaited<ReturnType<typeof openFilled>>;

async function openFilled(count: number) {
  const site = await startSite({ ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password });
  const admin = createClient(site.url, site.anonKey, { auth: { persistSession: false, autoRefreshToken: false } });
  const { data, error } = await admin.auth.signInWithPassword(ADMIN);
  if (error) throw error;
  await fill(admin, data.user.id, count);
  await tidyUp(site.dataDir);
  return { ...site, admin, writer: data.user.id, questions: questionsFor(site.url, admin, count) };
}

function questionsFor(url: string, admin: SupabaseClient, count: number): Record<string, () => PromiseLike<unknown>> {
  const last = Math.ceil((count + shipped.length) / POSTS_PER_PAGE);
  const page = (path: string) => () => fetch(url + path).then((response) => response.text());
  const newsroom = (words: readonly string[]) => () =>
    admin.rpc("newsroom_posts", { words, wanted_state: "all", first: 0, most: 20 }, { get: true });
  return {
    "list, first page": page("/blog"),
    "list, last page": page(`/blog?page=${last}`),
    "list of a category": page("/blog?category=Design&page=2"),
    "search, common word": page("/search?q=note"),
    "search, rare words": page("/search?q=note+73+because"),
    post: page("/blog/note-73"),
    "newsroom's list": newsroom([]),
    "newsroom's search": newsroom(["note", "73"]),
  };
}

async function medians(what: string, few: Filled, many: Filled): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []];
  for (let run = 0; run < RUNS; run++) {
    times[0].push(await timeUncached(few, what));
    times[1].push(await timeUncached(many, what));
  }
  const [before, after] = times.map((all) => all.toSorted((a, b) => a - b)[Math.floor(RUNS / 2)]);
  return [before ?? Number.NaN, after ?? Number.NaN];
}

/** A post changes before the request, so that no page comes from the cache. */
async function timeUncached({ admin, questions }: Filled, what: string): Promise<number> {
  await admin
    .from("blog_posts")
    .update({ excerpt: `Changed for ${what}.` })
    .eq("slug", "note-0");
  // The change comes back as a notification; the page should not be dropped while it is measured.
  await new Promise((resolve) => setTimeout(resolve, 30));
  const begun = performance.now();
  await questions[what]?.();
  return performance.now() - begun;
}

async function timeToShow({ url, admin, writer }: Filled): Promise<number> {
  const title = "Only just written";
  const { published_at: _, ...rest } = post(MANY);
  const { error } = await admin.from("blog_posts").insert({ ...rest, title, slug: "", created_by: writer });
  if (error) throw error;
  const begun = performance.now();
  const html = await (await fetch(`${url}/blog`)).text();
  if (!html.includes(title)) throw new Error("The list does not show a post that was published.");
  return performance.now() - begun;
}

async function fill(admin: SupabaseClient, created_by: string, count: number): Promise<void> {
  const BATCH = 100;
  for (let n = 0; n < count; n += BATCH) {
    const rows = Array.from({ length: BATCH }, (_, k) => Object.assign(post(n + k), { created_by }));
    const { error } = await admin.from("blog_posts").insert(rows);
    if (error) throw error;
  }
}

/** What PostgreSQL does by itself within a minute of so many inserts, done before measuring rather than meanwhile. */
async function tidyUp(dataDir: string): Promise<void> {
  const sql = postgres((await startEmbedded({ dataDir, join: true })).url, { max: 1 });
  await sql`vacuum analyze public.blog_posts`;
  await sql.end();
}

const vocabulary = [
  ...new Set(shipped.flatMap(({ content }) => content.replace(/<[^<>]*>/g, " ").match(/\p{L}{2,}/gu) ?? [])),
];

/** The same post for the same number: some 500 words of those that the shipped posts use. */
function post(number: number) {
  return {
    title: `Note ${number} ${pickWords(6, number)}`,
    slug: `note-${number}`,
    excerpt: pickWords(25, number + 1),
    content: `<p>${pickWords(250, number + 2)}</p><h2>${pickWords(4, number)}</h2><p>${pickWords(250, number + 3)} because</p>`,
    category: CATEGORIES[number % CATEGORIES.length],
    tags: ["one", "two"],
    author_name: "Ada",
    published_at: new Date(Date.now() - (MANY - number) * 60_000).toISOString(),
  };
}

function pickWords(count: number, seed: number): string {
  const places = Array.from({ length: count }, (_, n) => (seed * 7_919 + n * n * 31 + n * 17) % vocabulary.length);
  return places.map((place) => vocabulary[place]).join(" ");
}

import { afterEach, beforeEach, expect, test } from "vitest";
import { createLog } from "../../backend/log.ts";
import { createIndexNow, createPostAnnouncer } from "../../server/seo/announcements.ts";
import { createRestFixture, type RestFixture } from "../fixtures/database/rest-scratch.ts";
import { openSearchEngine, type SearchEngine } from "../fixtures/network/search-engine.ts";

const log = createLog(() => {});
const AT_ONCE = () => 0;
const NOT_IN_THIS_TEST = () => 3_600_000;

let scratch: RestFixture;
let engine: SearchEngine;

beforeEach(async () => {
  scratch = await createRestFixture();
  engine = await openSearchEngine();
});
afterEach(async () => {
  engine.close();
  await scratch.drop();
});

test("posts that were there before the first look are old news, what comes after is told once", async () => {
  await publish("old");
  const announce = await startAnnouncer();
  await publish("fresh");
  await announce();
  await announce();
  expect(engine.pingedPaths()).toEqual([["/blog", "/blog/fresh"]]);
});

test("an edit, a new address, and a post that went are told", async () => {
  for (const slug of ["edited", "moved", "withdrawn", "erased", "untouched"]) await publish(slug);
  const announce = await startAnnouncer();
  const { sql } = scratch.database;
  await sql`update blog_posts set excerpt = 'Better.' where slug = 'edited'`;
  await sql`update blog_posts set slug = 'moved-away' where slug = 'moved'`;
  await sql`update blog_posts set status = 'draft' where slug = 'withdrawn'`;
  await sql`delete from blog_posts where slug = 'erased'`;
  await announce();
  expect(engine.pingedPaths()).toEqual([
    ["/blog", "/blog/edited", "/blog/moved", "/blog/moved-away", "/blog/withdrawn", "/blog/erased"],
  ]);
});

test("a post whose transaction began before a look and ended after it is told", async () => {
  const announce = await startAnnouncer();
  const { sql } = scratch.database;
  const slow = await sql.reserve();
  await slow`begin`;
  // The time that the post will bear.
  await slow`select now()`;
  await publish("quick");
  await announce();
  await slow`insert into blog_posts ${sql(post("slow"))}`;
  await slow`commit`;
  slow.release();
  await announce();
  expect(engine.pingedPaths()).toEqual([
    ["/blog", "/blog/quick"],
    ["/blog", "/blog/slow"],
  ]);
});

test("a scheduled post is told when its time has come, also where the database's clock is far behind", async () => {
  const { sql } = scratch.database;
  await sql`insert into blog_posts ${sql({ ...post("scheduled"), published_at: "2999-01-01" })}`;
  const announce = await startAnnouncer();
  await announce();
  expect(engine.pingedPaths()).toEqual([]);
  await sql`alter table blog_posts disable trigger prepare_post`;
  await sql`update blog_posts set published_at = '2020-01-01', updated_at = '2020-01-01'`;
  await announce();
  expect(engine.pingedPaths()).toEqual([["/blog", "/blog/scheduled"]]);
});

test.each([429, 503, "hang up"] as const)("what an engine answered with %s is told again by itself", async (answer) => {
  const announce = await startAnnouncer({ backoffMs: AT_ONCE });
  await publish("wanted");
  engine.responses.push(answer, answer);
  await announce();
  await expect.poll(() => engine.pings.length).toBe(3);
  await announce();
  expect(engine.pingedPaths()).toEqual(Array.from({ length: 3 }, () => ["/blog", "/blog/wanted"]));
});

test("waits grow with every failure and start anew after a success", async () => {
  const failures: number[] = [];
  const announce = await startAnnouncer({
    backoffMs(count) {
      failures.push(count);
      return 0;
    },
  });
  engine.responses.push(503, 503, 503, 200, 503);
  await publish("first");
  await announce();
  await expect.poll(() => engine.pings.length).toBe(4);
  await announce();
  await publish("second");
  await announce();
  await expect.poll(() => engine.pings.length).toBe(6);
  await announce();
  expect(failures).toEqual([1, 2, 3, 1]);
});

test("an engine that asked for patience is left alone until then", async () => {
  const announce = await startAnnouncer({ backoffMs: NOT_IN_THIS_TEST });
  await publish("first");
  engine.responses.push(429);
  await announce();
  await publish("second");
  await announce();
  expect(engine.pingedPaths()).toEqual([["/blog", "/blog/first"]]);
});

test("what an engine refuses is not told again, and holds up nothing else", async () => {
  const announce = await startAnnouncer({ backoffMs: AT_ONCE });
  await publish("refused");
  engine.responses.push(403);
  await announce();
  await publish("next");
  await announce();
  expect(engine.pingedPaths()).toEqual([
    ["/blog", "/blog/refused"],
    ["/blog", "/blog/next"],
  ]);
});

test("thousands of changes are told a hundred at a time and in order; a failure repeats only what it hit", async () => {
  const announce = await startAnnouncer({ backoffMs: AT_ONCE });
  await publishMany(2_150);
  engine.responses.push(200, 503);
  await announce();
  await expect.poll(() => engine.pings.length).toBe(23);
  await announce();
  const [first, failed, ...others] = engine.pingedPaths().map((paths) => paths.filter((path) => path !== "/blog"));
  expect(failed).toHaveLength(100);
  expect(others[0]).toEqual(failed);
  expect([first, ...others].flat()).toEqual(Array.from({ length: 2_150 }, (_, n) => `/blog/many-${n + 1}`));
  expect(Math.max(...others.map((paths) => paths.length))).toBe(100);
});

test("looks do not overlap, and what comes during one is told by it", async () => {
  const announce = await startAnnouncer({
    beforePing: async () => {
      if (engine.pings.length > 0) return;
      await publish("meanwhile");
      void announce();
    },
  });
  await publish("first");
  await Promise.all([announce(), announce(), announce()]);
  expect(engine.pingedPaths()).toEqual([
    ["/blog", "/blog/first"],
    ["/blog", "/blog/meanwhile"],
  ]);
});

test("posts that cannot be read are read again by itself", async () => {
  const announce = await startAnnouncer({ backoffMs: AT_ONCE });
  const { sql } = scratch.database;
  await publish("fresh");
  await sql`revoke select on blog_posts from anon`;
  await announce();
  await sql`grant select on blog_posts to anon`;
  await expect.poll(() => engine.pingedPaths()).toEqual([["/blog", "/blog/fresh"]]);
  await announce();
});

type Settings = { backoffMs?: (failures: number) => number; beforePing?: () => Promise<void> };

/** After its first look. */
async function startAnnouncer({ backoffMs = NOT_IN_THIS_TEST, beforePing }: Settings = {}) {
  const { endpoint } = engine;
  const tell = createIndexNow({ key: "a-key-of-ours", origin: "https://agency.example", log, endpoint });
  const announce = createPostAnnouncer({
    reader: scratch.as("anon-key"),
    ping: async (paths) => {
      await beforePing?.();
      return tell(paths);
    },
    log,
    backoffMs,
  });
  await announce();
  return announce;
}

const post = (slug: string) => ({ title: slug, slug, excerpt: "How we know.", content: "<p>We measure.</p>" });

async function publish(slug: string): Promise<void> {
  const { sql } = scratch.database;
  await sql`insert into blog_posts ${sql(post(slug))}`;
}

async function publishMany(count: number): Promise<void> {
  await scratch.database.sql`
    insert into blog_posts (title, slug, excerpt, content)
    select 'Many', 'many-' || n, 'An excerpt.', '<p>A text.</p>' from generate_series(1, ${count}::integer) as n`;
}

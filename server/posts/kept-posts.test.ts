import { expect, test } from "vitest";
import { createKeptPosts } from "./kept-posts.ts";
import { createPosts } from "./posts.ts";
import type { PostRow, PostSource, StoredPosts } from "./stored-posts.ts";

const SOURCE = { backend: "https://agency.example", siteName: "Agency", timeZone: "UTC" };
const ROWS = Array.from({ length: 14 }, (_, n) => rowOf(14 - n));
/** Stands for a database that is unreachable. */
const AWAY = new Proxy({} as StoredPosts, { get: () => () => Promise.reject(new Error("No response")) });

function open(kept: PostSource | undefined) {
  const outages: unknown[] = [];
  const onOutage = (error: unknown) => outages.push(error);
  return { outages, posts: createPosts({ authors: [], categories: ["Even", "Odd"], stored: AWAY, kept, onOutage }) };
}

test("without the database, lists are made of the posts that were read last and are partial", async () => {
  const { posts, outages } = open(createKeptPosts(ROWS, SOURCE));
  expect(await posts.list({ page: 2 })).toMatchObject({ posts: [{ id: 2 }, { id: 1 }], pages: 2, isPartial: true });
  expect((await posts.list({ category: "Odd", page: 1 })).posts.map(({ id }) => id)).toEqual([13, 11, 9, 7, 5, 3, 1]);
  expect(await posts.list({ tag: "tag-3", page: 1 })).toMatchObject({ posts: [{ id: 3 }], total: 1, tag: "Tag 3" });
  expect(await posts.list({ author: "ada", page: 1 })).toMatchObject({ posts: [{ id: 7 }] });
  expect((await posts.latest(2)).map(({ slug }) => slug)).toEqual(["post-14", "post-13"]);
  expect(await posts.titles(1)).toEqual([{ slug: "post-14", title: "Post 14", date: "2026-01-14" }]);
  expect(await posts.categories()).toEqual(["Even", "Odd"]);
  expect((await posts.tags()).map(({ slug }) => slug)).toContain("tag-7");
  expect(await posts.archive(12, 5)).toMatchObject({ posts: [{ id: 2 }, { id: 1 }], total: 14 });
  expect(await posts.search(["seventh"], 5), "a part would look like the whole").toBeUndefined();
  expect(outages.length).toBeGreaterThan(0);
});

test.each([
  ["de", ["Zug", "Ärzte", "Bahn"]],
  ["sv", ["Zug", "Bahn", "Ärzte"]],
])("in %s, categories that only posts have come last, in the order of the language", async (language, sorted) => {
  const rows = ["Bahn", "Zug", "Ärzte"].map((category, n) => Object.assign(rowOf(n + 1), { category }));
  const kept = createKeptPosts(rows, SOURCE);
  const posts = createPosts({
    authors: [],
    categories: ["Zug"],
    stored: undefined,
    kept,
    language,
    onOutage: () => {},
  });
  expect(await posts.categories()).toEqual(sorted);
});

test("a post that was not read may exist: its address is unreachable, not missing", async () => {
  const { posts } = open(createKeptPosts(ROWS, SOURCE));
  for (const address of ["post-3", "3"]) {
    expect(await posts.find(address)).toMatchObject({ outcome: "found", post: { id: 3, author: { name: "Agency" } } });
  }
  expect(await posts.find("post-99")).toEqual({ outcome: "unreachable" });
});

test("before posts were ever read, their pages are a 503", async () => {
  const { posts } = open(undefined);
  await expect(posts.latest(3)).rejects.toMatchObject({ init: { status: 503 } });
  expect(await posts.find("post-3")).toEqual({ outcome: "unreachable" });
});

function rowOf(id: number): PostRow {
  const at = `2026-01-${String(id).padStart(2, "0")}T12:00:00Z`;
  return {
    id,
    slug: `post-${id}`,
    title: `Post ${id}`,
    excerpt: "e",
    content: id === 7 ? "<p>The <b>seventh</b></p>" : "<p>c</p>",
    category: id % 2 ? "Odd" : "Even",
    tags: [`Tag ${id}`],
    author_name: "",
    author_bio: "",
    authors: id === 7 ? ["ada"] : [],
    image_url: null,
    published_at: at,
    updated_at: at,
    canonical_url: "",
    search_title: "",
    search_description: "",
    card_url: "",
  };
}

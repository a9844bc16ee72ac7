import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { createLog } from "../../../backend/index.ts";
import { posts as samples } from "../../../content/posts.ts";
import { shipped } from "../../../content/shipped.ts";
import { showContent } from "../../../content/show-content.ts";
import type { Post } from "../../../domain/posts/post.ts";
import { createPosts } from "../../posts/posts.ts";
import type { StoredPosts } from "../../posts/stored-posts.ts";
import { cardOf, createSitePages, findPage } from "../site-pages.ts";
import { cardAddress } from "./share-card.ts";
import { createShareCards } from "./share-cards.ts";

const CONTENT = showContent(shipped, { today: "2026-11-30", messageDays: 365 });
const inProject = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const ORIGIN = "https://agency.example";
const { list } = createSitePages([
  {
    path: "/",
    shows: "content",
    facts: { page: { label: "Home", illustration: "hero" } },
  },
  {
    path: "/blog/:postId",
    shows: "posts",
    facts: {
      pages: ({ posts }) =>
        posts.map(({ slug, title, image }) => ({
          path: `/blog/${slug}`,
          label: title,
          picture: image,
          card: { title, section: "Blog" },
        })),
    },
  },
]);
const HOME = addressAt("/");
const [template] = samples;

test("concurrent requests for a card share one drawing", async () => {
  const fixture = createFixture();
  const [first, ...others] = await Promise.all([HOME, HOME, HOME].map(fixture.find));
  const later = await fixture.find(HOME);
  expect(first).toMatchObject({ outcome: "drawn", isComplete: true });
  for (const same of [...others, later]) expect(same).toBe(first);
  expect(fixture.picturesRead).toBe(1);
});

test("pending lookups for invented URLs do not delay existing cards", async () => {
  const fixture = createFixture({ find: () => new Promise<never>(() => {}) });
  for (let n = 0; n < 1_000; n += 1) void fixture.find(`/share/blog/made-up-${n}.000000000000.jpg`);
  expect(await fixture.find(HOME), "drawn").toMatchObject({ outcome: "drawn" });
  expect(await fixture.find(HOME), "cached").toMatchObject({ outcome: "drawn" });
});

test("a cached card is not queued, and requests beyond the queue limit are unavailable", async () => {
  const slow = Promise.withResolvers<undefined>();
  const posts = Array.from({ length: 30 }, (_, n) => postOf(n));
  const fixture = createFixture({ find: async (slug) => posts.find((post) => post.slug === slug) });
  await fixture.find(HOME);
  fixture.readPicture = () => slow.promise;
  const requested = posts.map((post) => fixture.find(postUrl(post)));
  expect(await fixture.find(HOME)).toMatchObject({ outcome: "drawn" });
  expect((await Promise.all(requested.slice(24))).map(({ outcome }) => outcome)).toEqual(Array(6).fill("unavailable"));
  slow.resolve(undefined);
  expect((await Promise.all(requested.slice(0, 24))).every(({ outcome }) => outcome === "drawn")).toBe(true);
  expect(await fixture.find(postUrl(postOf(29))), "available again later").toMatchObject({ outcome: "drawn" });
});

test("a card whose picture could not be read is not cached", async () => {
  const fixture = createFixture();
  const read = fixture.readPicture;
  fixture.readPicture = () => Promise.reject(new Error("503"));
  const without = await fixture.find(HOME);
  fixture.readPicture = read;
  const complete = await fixture.find(HOME);
  expect(without).toMatchObject({ outcome: "drawn", isComplete: false });
  expect(complete).toMatchObject({ outcome: "drawn", isComplete: true });
});

test("a card whose picture does not exist is cached", async () => {
  const fixture = createFixture();
  fixture.readPicture = async () => undefined;
  expect(await fixture.find(HOME)).toMatchObject({ outcome: "drawn", isComplete: true });
  await fixture.find(HOME);
  expect(fixture.picturesRead).toBe(1);
});

test("the card of a post is unavailable, not missing, while posts cannot be read", async () => {
  const fixture = createFixture({ find: () => Promise.reject(new Error("The database is away")) });
  expect(await fixture.find(postUrl(postOf(1)))).toEqual({ outcome: "unavailable" });
});

test("the card of a post is also at its former slug", async () => {
  const fixture = createFixture({ find: async () => postOf(1) });
  const former = postUrl(postOf(1)).replace("post-1", "its-former-slug");
  expect(await fixture.find(former)).toMatchObject({ outcome: "drawn" });
});

test("the card of a withdrawn post is missing, even if it was cached", async () => {
  let post: Post | undefined = postOf(1);
  const fixture = createFixture({ find: async () => post });
  expect(await fixture.find(postUrl(postOf(1)))).toMatchObject({ outcome: "drawn" });
  post = undefined;
  expect(await fixture.find(postUrl(postOf(1)))).toEqual({ outcome: "missing" });
});

function createFixture(stored: Pick<StoredPosts, "find"> = { find: async () => undefined }) {
  const posts = createPosts({
    authors: [],
    stored: stored as StoredPosts,
    kept: undefined,
    categories: [],
    onOutage: () => {},
  });
  const fixture = {
    picturesRead: 0,
    readPicture: (address: string): Promise<Buffer | undefined> => readFile(inProject(`public${address}`)),
    find: (address: string) => findShareCard(address, ORIGIN),
  };
  const findShareCard = createShareCards({
    fontFile: inProject("server/seo/fonts/bricolage-grotesque-700.ttf"),
    postsFor: () => posts,
    content: () => CONTENT,
    locales: () => [""],
    listPages: list,
    readPicture(address) {
      fixture.picturesRead += 1;
      return fixture.readPicture(address);
    },
    log: createLog(() => {}),
  });
  return fixture;
}

function postOf(number: number): Post {
  return { ...template, slug: `post-${number}`, title: `Post ${number}` };
}

function postUrl(post: Post): string {
  return addressAt(`/blog/${post.slug}`, post);
}

function addressAt(path: string, ...posts: readonly Post[]): string {
  const pages = list({ content: CONTENT, posts });
  return cardAddress(cardOf(findPage(pages, path), pages, CONTENT));
}

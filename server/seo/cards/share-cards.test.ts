import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { posts as shippedPosts } from "../../../content/posts.ts";
import type { Post } from "../../../domain/posts/post.ts";
import { createLog } from "../../log.ts";
import { createPosts } from "../../posts/posts.ts";
import { createShippedPosts } from "../../posts/shipped-posts.ts";
import type { StoredPosts } from "../../posts/stored-posts.ts";
import { findCard } from "./card-of-page.ts";
import { cardAddress } from "./share-card.ts";
import { createShareCards } from "./share-cards.ts";

const inProject = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const ORIGIN = "https://agency.example";
const HOME = cardAddress(findCard("/", undefined));
const [template] = shippedPosts;

test("a card is drawn once, however many ask for it", async () => {
  const world = createWorld();
  const [first, ...others] = await Promise.all([HOME, HOME, HOME].map(world.find));
  const later = await world.find(HOME);
  expect(first).toMatchObject({ outcome: "drawn", isComplete: true });
  for (const same of [...others, later]) expect(same).toBe(first);
  expect(world.picturesRead).toBe(1);
});

test("made-up addresses whose posts are still being looked up keep no real card waiting", async () => {
  const world = createWorld({ find: () => new Promise<never>(() => {}) });
  for (let n = 0; n < 1_000; n += 1) void world.find(`/share/blog/made-up-${n}.000000000000.jpg`);
  expect(await world.find(HOME), "drawn").toMatchObject({ outcome: "drawn" });
  expect(await world.find(HOME), "kept").toMatchObject({ outcome: "drawn" });
});

test("a kept card is there at once while others wait, and who comes when too many wait is told so", async () => {
  const slow = Promise.withResolvers<undefined>();
  const posts = Array.from({ length: 30 }, (_, n) => postOf(n));
  const world = createWorld({ find: async (slug) => posts.find((post) => post.slug === slug) });
  await world.find(HOME);
  world.readPicture = () => slow.promise;
  const asked = posts.map((post) => world.find(addressOf(post)));
  expect(await world.find(HOME)).toMatchObject({ outcome: "drawn" });
  expect((await Promise.all(asked.slice(24))).map(({ outcome }) => outcome)).toEqual(Array(6).fill("unavailable"));
  slow.resolve(undefined);
  expect((await Promise.all(asked.slice(0, 24))).every(({ outcome }) => outcome === "drawn")).toBe(true);
  expect(await world.find(addressOf(postOf(29))), "and may come again").toMatchObject({ outcome: "drawn" });
});

test("a picture that cannot be read now is missing from this card only", async () => {
  const world = createWorld();
  const read = world.readPicture;
  world.readPicture = () => Promise.reject(new Error("503"));
  const without = await world.find(HOME);
  world.readPicture = read;
  const whole = await world.find(HOME);
  expect(without).toMatchObject({ outcome: "drawn", isComplete: false });
  expect(whole).toMatchObject({ outcome: "drawn", isComplete: true });
});

test("a card without a picture that exists nowhere is kept", async () => {
  const world = createWorld();
  world.readPicture = async () => undefined;
  expect(await world.find(HOME)).toMatchObject({ outcome: "drawn", isComplete: true });
  await world.find(HOME);
  expect(world.picturesRead).toBe(1);
});

test("while posts cannot be read, nobody says that there is no card", async () => {
  const world = createWorld({ find: () => Promise.reject(new Error("The database is away")) });
  expect(await world.find(addressOf(postOf(1)))).toEqual({ outcome: "unavailable" });
});

test("the card of a withdrawn post is gone, also where it was kept", async () => {
  let post: Post | undefined = postOf(1);
  const world = createWorld({ find: async () => post });
  expect(await world.find(addressOf(postOf(1)))).toMatchObject({ outcome: "drawn" });
  post = undefined;
  expect(await world.find(addressOf(postOf(1)))).toEqual({ outcome: "missing" });
});

function createWorld(stored: Pick<StoredPosts, "find"> = { find: async () => undefined }) {
  const posts = createPosts({
    shipped: createShippedPosts(shippedPosts),
    stored: stored as StoredPosts,
    onOutage: () => {},
  });
  const world = {
    picturesRead: 0,
    readPicture: (address: string): Promise<Buffer | undefined> => readFile(inProject(`public${address}`)),
    find: (address: string) => findShareCard(address, ORIGIN),
  };
  const findShareCard = createShareCards({
    fontFile: inProject("server/seo/fonts/bricolage-grotesque-700.ttf"),
    postsFor: () => posts,
    readPicture(address) {
      world.picturesRead += 1;
      return world.readPicture(address);
    },
    log: createLog(() => {}),
  });
  return world;
}

function postOf(number: number): Post {
  return { ...template, slug: `post-${number}`, title: `Post ${number}` };
}

function addressOf(post: Post): string {
  return cardAddress(findCard(`/blog/${post.slug}`, post));
}

import { readdir, readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { posts } from "../../../content/posts.ts";
import { seeToast } from "../../fixtures/browser/toast.ts";
import {
  createNewsroom,
  type NewsroomFixture,
  type Person,
  showPart,
  update,
} from "../../fixtures/site/newsroom-site.ts";
import { readPage } from "../../fixtures/site/newsroom.ts";

let fixture: NewsroomFixture;
let maud: Person;

beforeAll(async () => {
  fixture = await createNewsroom();
  maud = await fixture.addPerson("maud@plumbline.example", "admin");
});
afterAll(() => fixture.close());

const read = (path: string) => readPage(fixture.url, path);
/** All addresses that contain a post's title; the last ones are feeds and other machine-readable documents. */
const PLACES = ["/", "/blog", "/sitemap", "/search?q=edited", "/feed.xml", "/blog.data"];
const rowOf = (page: Page, title: string) =>
  page.getByRole("main").getByRole("listitem").filter({ hasText: title }).first();

test("the three samples are edited from the list and change everywhere; they are samples until then", async () => {
  const { page, complaints } = await fixture.openAs(maud);
  for (const post of posts) {
    await page.goto(`${fixture.url}/newsroom/posts`);
    await rowOf(page, post.title).getByText("Sample", { exact: true }).waitFor();
    await rowOf(page, post.title).getByRole("link", { name: post.title }).click();
    await page.getByRole("heading", { level: 1, name: "Edit post" }).waitFor();
    expect(await page.getByLabel("Excerpt").inputValue()).toBe(post.excerpt);
    expect(await page.locator(".chip").allTextContents()).toEqual(expect.arrayContaining([...post.tags]));
    await page.getByLabel("Title").fill(`Edited: ${post.title}`);
    await update(page);
    await seeToast(page, "Success", "The post is updated.");
    const shown = await read(`/blog/${post.slug}`);
    expect(shown).toContain(`Edited: ${post.title}</h1>`);
    expect(shown, "the portrait and the picture stay").toContain(post.author.avatar);
    expect(shown).toContain(post.image.alt);
    for (const path of PLACES) {
      const place = await read(path);
      expect(place, path).toContain(`Edited: ${post.title}`);
      expect(place.replaceAll(`Edited: ${post.title}`, ""), path).not.toContain(post.title);
    }
  }
  await page.goto(`${fixture.url}/newsroom/posts`);
  await rowOf(page, posts[1].title).getByText("Published", { exact: true }).waitFor();
  expect(await page.getByText("Sample", { exact: true }).count()).toBe(0);
  await page.goto(`${fixture.url}/newsroom/journal`);
  expect(await page.getByText("published the post").count(), "opening a sample is no change").toBe(0);
  expect(complaints).toEqual([]);
  await page.context().close();
});

test("the history of a sample begins with the text that came with the site", async () => {
  const [post] = posts;
  const { page, context } = await fixture.openEditor(maud, post.slug);
  await showPart(page, "History");
  await expect.poll(() => page.getByRole("button", { name: /Published by maud@plumbline.example/ }).count()).toBe(1);
  await page.getByRole("button", { name: /Sample, came with the site/ }).click();
  await page.getByRole("button", { name: "Restore this version" }).click();
  await expect.poll(() => page.getByLabel("Title").inputValue()).toBe(post.title);
  await update(page);
  await seeToast(page, "Success", "The post is updated.");
  expect(await read(`/blog/${post.slug}`)).toContain(`>${post.title}</h1>`);
  await context.close();
});

test("the text of a deleted sample is in no script and no page of the newsroom", async () => {
  const [post] = posts;
  const sentence = /<p>([^<&\n]{40,})/.exec(post.content)?.[1] ?? "";
  expect(await read(`/blog/${post.slug}`)).toContain(sentence);
  const { page, context } = await fixture.openEditor(maud, post.slug);
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByLabel("Lead visitors to").fill("");
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText(`“${post.title}” is deleted.`).waitFor();
  const pages = [`/newsroom/posts.data`, `/newsroom/posts.hydrate.js`, `/newsroom/posts/${post.id}.data`, "/blog.data"];
  for (const path of pages) expect(await read(path), path).not.toContain(sentence);
  const scripts = await readdir("build/client/assets");
  expect(scripts.length).toBeGreaterThan(20);
  for (const script of scripts.filter((name) => name.endsWith(".js"))) {
    expect(await readFile(`build/client/assets/${script}`, "utf8"), script).not.toContain(sentence);
  }
  await page.goto(`${fixture.url}/newsroom/posts?state=deleted`);
  await page.getByRole("button", { name: "Actions for" }).click();
  await page.getByRole("button", { name: /^Bring back/ }).click();
  await expect.poll(() => read(`/blog/${post.slug}`)).toContain(sentence);
  await context.close();
});

test("renaming a category renames it in its posts, and a category in use cannot be removed", async () => {
  const { page, context } = await fixture.openPage(maud, "/newsroom/site/categories/design");
  await page.getByLabel("Name").fill("Craft");
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await seeToast(page, "Success", "It is on the site.");
  const list = await read("/blog");
  expect(list).toContain("/blog?category=Craft");
  expect(list).not.toContain("/blog?category=Design");
  expect(await read("/blog/balance-is-a-number")).toContain("/blog?category=Craft");
  await page.goto(`${fixture.url}/newsroom/site/categories`);
  await page.getByRole("listitem").filter({ hasText: "Technology" }).getByText("Sample", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Remove Technology" }).click();
  await page.getByText("1 post is in this category. Move it to another one first.").waitFor();
  await page.getByRole("button", { name: "Remove Marketing" }).click();
  await page.getByRole("button", { name: "Bring back Marketing" }).waitFor();
  await page.goto(`${fixture.url}/blog/new`);
  const names = page.getByLabel("Category").locator("option:not([value=''])");
  await expect.poll(() => names.allTextContents()).toEqual(["Technology", "Strategy", "Craft", "Business"]);
  await context.close();
});

import { readdir, readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { posts } from "../../../content/posts.ts";
import { seeToast } from "../../fixtures/browser/toast.ts";
import { createNewsroom, type NewsroomFixture, type Person, update } from "../../fixtures/site/newsroom-site.ts";
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

test("the three shipped posts are edited from the list, change everywhere, and go back to the shipped version", async () => {
  const { page, complaints } = await fixture.openAs(maud);
  for (const post of posts) {
    await page.goto(`${fixture.url}/newsroom/posts`);
    await rowOf(page, post.title).getByText("Shipped", { exact: true }).waitFor();
    await rowOf(page, post.title).getByRole("link", { name: post.title }).click();
    await page.getByRole("heading", { level: 1, name: "Edit post" }).waitFor();
    expect(await page.getByLabel("Excerpt").inputValue()).toBe(post.excerpt);
    expect(await page.getByLabel("Tags").inputValue()).toBe(post.tags.join(", "));
    const opened = await read(`/blog/${post.slug}`);
    expect(opened, "opening changes nothing").toContain(post.author.avatar);
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
  const [first, second, third] = posts;
  await page.goto(`${fixture.url}/newsroom/posts`);
  expect(await rowOf(page, second.title).getByText("Shipped", { exact: true }).count()).toBe(0);

  // A deleted post stays hidden until the shipped version is restored from the list of deleted posts.
  await page.goto(`${fixture.url}/blog/${second.slug}/edit`);
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByText(`“Edited: ${second.title}” is deleted.`).waitFor();
  expect(await read("/blog")).not.toContain(second.title);
  expect(await read(`/blog/${second.slug}`)).toContain("Post Not Found");
  await page.goto(`${fixture.url}/newsroom/posts?state=deleted`);
  await page.getByRole("button", { name: "Actions for" }).click();
  await page.getByRole("button", { name: /^Back to the shipped version/ }).click();
  await expect.poll(() => read(`/blog/${second.slug}`)).toContain(`>${second.title}</h1>`);

  for (const { slug, title } of [first, third]) {
    await page.goto(`${fixture.url}/blog/${slug}/edit`);
    await page.getByRole("button", { name: "Back to the shipped version" }).click();
    await seeToast(page, "Success", "The shipped version is back.");
    await page.waitForURL(`${fixture.url}/newsroom/posts`);
    await rowOf(page, title).getByText("Shipped", { exact: true }).waitFor();
    expect(await read(`/blog/${slug}`)).toContain(`>${title}</h1>`);
  }
  for (const path of PLACES) expect(await read(path), path).not.toContain("Edited: ");
  await page.goto(`${fixture.url}/newsroom/journal`);
  await page.getByText("erased the changes to shipped post 1").waitFor();
  expect(complaints).toEqual([]);
  await page.context().close();
});

test("what was written before going back is in the history of the shipped post", async () => {
  const [post] = posts;
  const { page, context } = await fixture.openEditor(maud, post.slug);
  const versions = page.getByRole("button", { name: /Published by maud@plumbline.example/ });
  await expect.poll(() => versions.count()).toBe(3);
  await versions.nth(1).click();
  await page.getByRole("button", { name: "Restore this version" }).click();
  await expect.poll(() => page.getByLabel("Title").inputValue()).toBe(`Edited: ${post.title}`);
  await context.close();
});

test("shipped posts that were never opened are duplicated, tagged, unpublished and deleted from the list", async () => {
  const [first, second] = posts;
  const { page, context, complaints } = await fixture.openAs(maud);
  const bar = page.getByRole("group", { name: "Selected posts" });
  const select = async () => {
    await page.goto(`${fixture.url}/newsroom/posts`);
    for (const { title } of [first, second]) await page.getByLabel(`Select “${title}”`).check();
  };
  const removeRows = () => fixture.service.from("blog_posts").delete().lte("id", 3);
  await removeRows();
  await select();
  await bar.getByRole("button", { name: "Add tag" }).click();
  await page.getByRole("dialog").getByLabel("Tag").fill("Bulk tag");
  await page.keyboard.press("Enter");
  await page.getByText("2 posts are tagged “Bulk tag”.").waitFor();
  for (const { slug } of [first, second]) expect(await read(`/blog/${slug}`)).toContain("/blog/tag/bulk-tag");

  await removeRows();
  await select();
  await bar.getByRole("button", { name: "Unpublish" }).click();
  await page.getByText("2 posts are unpublished.").waitFor();
  for (const { slug } of [first, second]) expect(await read(`/blog/${slug}`)).toContain("Post Not Found");

  await removeRows();
  await select();
  await bar.getByRole("button", { name: "Delete 2" }).click();
  await page.getByText("2 posts are deleted.").waitFor();
  expect(await read("/blog")).not.toContain(first.title);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => read("/blog")).toContain(first.title);

  await removeRows();
  await page.goto(`${fixture.url}/newsroom/posts`);
  await rowOf(page, first.title).getByRole("link", { name: first.title }).focus();
  await page.keyboard.press("d");
  await page.waitForURL(/\/blog\/new\?draft=/);
  await expect.poll(() => page.getByLabel("Title").inputValue()).toBe(`Copy of ${first.title}`);
  await removeRows();
  expect(complaints).toEqual([]);
  await context.close();
});

test("the text of a deleted shipped post is in no script and no page of the newsroom", async () => {
  const [post] = posts;
  const sentence = /<p>([^<&\n]{40,})/.exec(post.content)?.[1] ?? "";
  expect(await read(`/blog/${post.slug}`)).toContain(sentence);
  const pages = [`/newsroom/posts.data`, `/newsroom/posts.hydrate.js`, `/blog/${post.slug}/edit.data`];
  for (const path of pages) expect(await read(path), path).toContain(sentence);
  const { page, context } = await fixture.openEditor(maud, post.slug);
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByText(`“${post.title}” is deleted.`).waitFor();
  for (const path of pages) expect(await read(path), path).not.toContain(sentence);
  const scripts = await readdir("build/client/assets");
  expect(scripts.length).toBeGreaterThan(20);
  for (const script of scripts.filter((name) => name.endsWith(".js"))) {
    expect(await readFile(`build/client/assets/${script}`, "utf8"), script).not.toContain(sentence);
  }
  await fixture.service.from("blog_posts").delete().lte("id", 3);
  await context.close();
});

test("renaming a category renames it in its posts, and a category in use cannot be hidden", async () => {
  const { page, context } = await fixture.openPage(maud, "/newsroom/site/categories/design");
  await page.getByLabel("Name").fill("Craft");
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await seeToast(page, "Success", "It is on the site.");
  const list = await read("/blog");
  expect(list).toContain("/blog?category=Craft");
  expect(list).not.toContain("/blog?category=Design");
  expect(await read("/blog/balance-is-a-number")).toContain("/blog?category=Craft");
  await page.goto(`${fixture.url}/newsroom/site/categories`);
  await page.getByRole("button", { name: "Hide Technology" }).click();
  await page.getByText("1 post is in this category. Move it to another one first.").waitFor();
  await page.getByRole("button", { name: "Hide Marketing" }).click();
  await page.getByRole("button", { name: "Show Marketing" }).waitFor();
  await page.goto(`${fixture.url}/blog/new`);
  const names = page.getByLabel("Category").locator("option:not([value=''])");
  await expect.poll(() => names.allTextContents()).toEqual(["Technology", "Strategy", "Craft", "Business"]);
  await context.close();
});

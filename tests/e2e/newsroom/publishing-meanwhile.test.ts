import { afterAll, beforeAll, expect, test } from "vitest";
import { holdRequests, holdResponse } from "../../fixtures/browser/held-requests.ts";
import { seeToast } from "../../fixtures/browser/toast.ts";
import {
  addPost,
  createNewsroom,
  type NewsroomFixture,
  type Person,
  update,
  withoutRealtime,
  write,
} from "../../fixtures/site/newsroom-site.ts";

const POSTS = "**/rest/v1/blog_posts*";

let newsroom: NewsroomFixture;
let maud: Person;
let otis: Person;

beforeAll(async () => {
  newsroom = await createNewsroom();
  maud = await newsroom.addPerson("maud@plumbline.example", "admin");
  otis = await newsroom.addPerson("otis@plumbline.example", "admin");
});
afterAll(() => newsroom.close());

async function edit(slug: string) {
  const { page, context } = await newsroom.openEditor(maud, slug);
  return { page, context, content: page.getByLabel("Content"), conflict: page.getByText("changed this post while") };
}
const read = async (id: number) =>
  (await newsroom.service.from("blog_posts").select("content, slug, version").eq("id", id).single()).data;
const draftsOf = async (id: number) =>
  (await maud.backend.from("post_drafts").select("content, post_version").eq("post_id", id)).data;

test("text typed during an update stays as a draft of the new version", async () => {
  const { id, slug } = await addPost(maud);
  const { page, context, content, conflict } = await edit(slug);
  const updates = await holdRequests(page, POSTS, "PATCH");
  await content.fill("<p>Sent.</p>");
  await update(page);
  await page.getByRole("button", { name: "Saving..." }).waitFor();
  await content.fill("<p>Sent, and more.</p>");
  updates.release();
  await seeToast(page, "Success", "The post is updated.");
  expect(await content.inputValue()).toBe("<p>Sent, and more.</p>");
  expect(await read(id)).toMatchObject({ content: "<p>Sent.</p>", version: 2 });
  await expect.poll(() => draftsOf(id)).toEqual([{ content: "<p>Sent, and more.</p>", post_version: 2 }]);
  await page.reload();
  await page.getByRole("heading", { name: "Edit post" }).waitFor();
  expect(await content.inputValue()).toBe("<p>Sent, and more.</p>");
  await update(page);
  await expect.poll(() => read(id)).toMatchObject({ content: "<p>Sent, and more.</p>", version: 3 });
  expect(await conflict.count()).toBe(0);
  await context.close();
});

test("text typed while the draft of an updated post is removed becomes a new draft", async () => {
  const { id, slug } = await addPost(maud);
  const { page, context, content } = await edit(slug);
  await content.fill("<p>Sent.</p>");
  await page.getByText(/^Draft saved/).waitFor();
  const removals = await holdRequests(page, "**/rest/v1/post_drafts*", "DELETE");
  await update(page);
  await expect.poll(removals.count).toBe(1);
  await content.fill("<p>Typed in between.</p>");
  removals.release();
  await seeToast(page, "Success", "The post is updated.");
  expect(await content.inputValue()).toBe("<p>Typed in between.</p>");
  await expect.poll(() => draftsOf(id)).toEqual([{ content: "<p>Typed in between.</p>", post_version: 2 }]);
  await context.close();
});

test("while a new post is published nothing can be typed that would be lost", async () => {
  const { page, context } = await newsroom.openAs(maud);
  const inserts = await holdRequests(page, POSTS, "POST");
  await page.goto(`${newsroom.url}/blog/new?draft=${crypto.randomUUID()}`);
  await write(page, { title: "Sealed", content: "<p>Sent.</p>" });
  await page.getByRole("button", { name: "Publish" }).click();
  await page.getByRole("button", { name: "Publishing..." }).waitFor();
  await page.getByLabel("Content").evaluate((field) => field.focus());
  await page.keyboard.type("Typed-too-late");
  expect(await page.getByLabel("Content").inputValue()).toBe("<p>Sent.</p>");
  inserts.release();
  await page.waitForURL(`${newsroom.url}/blog`);
  await context.close();
});

test("an update keeps the cursor and the editor mode", async () => {
  const { id, slug } = await addPost(maud);
  const { page, context } = await edit(slug);
  await page.getByRole("button", { name: "Visual" }).click();
  const surface = page.locator(".ProseMirror");
  await surface.fill("As it is.");
  await surface.evaluate((element) => (element.dataset.here = "still"));
  await update(page);
  await seeToast(page, "Success", "The post is updated.");
  await page.getByRole("button", { name: "Update" }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Update");
  expect(await surface.getAttribute("data-here")).toBe("still");

  await page.getByLabel("Title").fill(`Moved ${id}`);
  await page.getByLabel(`Also change the address to /blog/moved-${id}`).check();
  await update(page);
  // The notice of the first update may still be there.
  await page.getByLabel(/^Also change the address/).waitFor({ state: "detached" });
  await page.getByLabel("Title").fill(`Moved ${id} again`);
  expect(await page.getByLabel(`Also change the address to /blog/moved-${id}-again`).isChecked()).toBe(false);
  expect(await surface.getAttribute("data-here")).toBe("still");
  await context.close();
});

test("a conflict takes the focus when it is new or an update is refused, not when it is found again", async () => {
  const { id, slug } = await addPost(maud);
  const { page, context, content } = await edit(slug);
  const isOnHeading = () => page.evaluate(() => document.activeElement?.matches(".conflict h2"));
  await content.fill("<p>Mine.</p>");
  await otis.backend.from("blog_posts").update({ content: "<p>Theirs.</p>" }).eq("id", id);
  await update(page);
  await page.getByRole("button", { name: "Update" }).waitFor();
  await expect.poll(isOnHeading).toBe(true);

  const take = page.getByRole("button", { name: "Take theirs" });
  await take.focus();
  await otis.backend.from("post_drafts").insert({ post_id: id, content: "<p>Going on.</p>" });
  await page.evaluate(() => dispatchEvent(new Event("focus")));
  await page.getByText("otis@plumbline.example is editing this post too").waitFor();
  expect(await take.evaluate((button) => button === document.activeElement)).toBe(true);

  await update(page);
  await expect.poll(isOnHeading).toBe(true);
  await take.focus();
  await otis.backend.from("blog_posts").update({ content: "<p>Theirs, later.</p>" }).eq("id", id);
  await page.evaluate(() => dispatchEvent(new Event("focus")));
  await page.getByText("<p>Theirs, later.</p>").waitFor();
  await expect.poll(isOnHeading).toBe(true);
  await context.close();
});

test("an update is not taken for another admin's by a check that began before it", async () => {
  const { slug } = await addPost(maud);
  const { page, context, content } = await edit(slug);
  await withoutRealtime(page);
  await page.reload();
  await content.fill("<p>Mine.</p>");
  await page.evaluate(() => {
    const watch = () => document.querySelector(".conflict") && Object.assign(globalThis, { hadConflict: true });
    new MutationObserver(watch).observe(document, { childList: true, subtree: true });
  });
  const checks = await holdRequests(page, POSTS, "GET");
  const updates = await holdResponse(page, POSTS, "PATCH");
  await page.evaluate(() => dispatchEvent(new Event("focus")));
  await expect.poll(checks.count).toBe(1);
  await update(page);
  await updates.handled;
  const checked = page.waitForResponse((response) => response.request().method() === "GET");
  checks.release();
  await (await checked).finished();
  await page.waitForTimeout(300);
  updates.release();
  await seeToast(page, "Success", "The post is updated.");
  expect(await page.evaluate(() => "hadConflict" in globalThis)).toBe(false);
  await context.close();
});

test("a conflict stays when the result of an earlier check arrives late", async () => {
  const { id, slug } = await addPost(maud);
  const { page, context, content, conflict } = await edit(slug);
  await withoutRealtime(page);
  await page.reload();
  await content.fill("<p>Mine.</p>");
  const early = await holdResponse(page, POSTS, "GET");
  await page.evaluate(() => dispatchEvent(new Event("focus")));
  await early.handled;
  await otis.backend.from("blog_posts").update({ content: "<p>Theirs.</p>" }).eq("id", id);
  await page.evaluate(() => dispatchEvent(new Event("focus")));
  await conflict.waitFor();
  const late = page.waitForResponse((response) => response.request().method() === "GET");
  early.release();
  await (await late).finished();
  await page.waitForTimeout(300);
  expect(await conflict.count()).toBe(1);
  await context.close();
});

test("a denied clipboard shows how to copy the text by hand", async () => {
  const { id, slug } = await addPost(maud);
  const { page, context, content, conflict } = await edit(slug);
  // As on a page that came without TLS.
  await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  await content.fill("<p>Mine.</p>");
  await otis.backend.from("blog_posts").update({ content: "<p>Theirs.</p>" }).eq("id", id);
  await update(page);
  await conflict.waitFor();
  await page.getByRole("button", { name: "Copy yours" }).click();
  await seeToast(page, "Error", "Your browser does not allow copying here.");
  await context.close();
});

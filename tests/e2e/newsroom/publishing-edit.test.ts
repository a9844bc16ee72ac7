import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessibleAtBothWidths } from "../../fixtures/browser/accessibility.ts";
import { seeToast } from "../../fixtures/browser/toast.ts";
import {
  addPost,
  createNewsroom,
  type NewsroomFixture,
  type Person,
  update,
} from "../../fixtures/site/newsroom-site.ts";

let newsroom: NewsroomFixture;
let maud: Person;
let otis: Person;

beforeAll(async () => {
  newsroom = await createNewsroom();
  maud = await newsroom.addPerson("maud@plumbline.example", "admin");
  otis = await newsroom.addPerson("otis@plumbline.example", "admin");
});
afterAll(() => newsroom.close());

const read = async (id: number) =>
  (await newsroom.service.from("blog_posts").select("*").eq("id", id).single()).data as Record<string, unknown>;
const isPublic = async (slug: string) => {
  const { data } = await newsroom.anonymous.from("blog_posts").select("id").eq("slug", slug);
  return data?.length === 1;
};

test("the editor opens with the complete post and replaces it in one update", async () => {
  const { id, slug } = await addPost(maud);
  const { page, context, complaints } = await newsroom.openEditor(maud, slug);
  expect(await page.getByLabel("Content").inputValue()).toBe("<p>As it was.</p>");
  expect(await page.locator(".chip").allTextContents()).toEqual(["one", "two"]);
  expect(await page.getByLabel("Category").inputValue()).toBe("Design");
  await page.getByLabel("Content").fill("<p>As it is.</p>");
  await page.getByLabel("Tags").fill("three");
  await update(page);
  await seeToast(page, "Success", "The post is updated.");
  expect(await read(id)).toMatchObject({
    content: "<p>As it is.</p>",
    tags: ["one", "two", "three"],
    version: 2,
    slug,
  });
  expect((await maud.backend.from("post_drafts").select("id").eq("post_id", id)).data).toEqual([]);
  await page.getByLabel("Excerpt").fill("Changed again.");
  await update(page);
  await expect.poll(() => read(id)).toMatchObject({ excerpt: "Changed again.", version: 3 });
  expect(complaints).toEqual([]);
  await context.close();
});

test("an edit is the writer's own draft until the post is updated", async () => {
  const { id, slug } = await addPost(maud);
  const { page, context } = await newsroom.openEditor(maud, slug);
  await page.getByLabel("Title").fill("Half an edit");
  await page.getByText(/^Draft saved/).waitFor();
  expect(await read(id)).toMatchObject({ version: 1 });
  await page.reload();
  await page.getByRole("heading", { name: "Edit post" }).waitFor();
  expect(await page.getByLabel("Title").inputValue()).toBe("Half an edit");
  await context.close();
});

test("a new title keeps the slug unless the writer changes it; the old slug then redirects", async () => {
  const { id, slug } = await addPost(maud);
  const { page, context } = await newsroom.openEditor(maud, slug);
  await page.getByLabel("Title").fill(`A better title ${id}`);
  await update(page);
  await seeToast(page, "Success", "The post is updated.");
  expect(await read(id)).toMatchObject({ title: `A better title ${id}`, slug });
  await page.getByLabel("Title").fill(`The best title ${id}`);
  await page.getByLabel(`Also change the address to /blog/the-best-title-${id}`).check();
  await update(page);
  await expect.poll(() => read(id)).toMatchObject({ slug: `the-best-title-${id}` });
  const old = await newsroom.anonymous.from("old_slugs").select("post_id").eq("slug", slug);
  expect(old.data).toEqual([{ post_id: id }]);
  await page.goto(`${newsroom.url}/blog/${slug}/edit`);
  await page.waitForURL(`${newsroom.url}/newsroom/posts/${id}`);
  await page.getByRole("heading", { name: "Edit post" }).waitFor();
  expect(await page.getByLabel("Title").inputValue()).toBe(`The best title ${id}`);
  await context.close();
});

test("a post is unpublished and published again, with its date kept", async () => {
  const { id, slug } = await addPost(maud);
  const { published_at: before } = await read(id);
  const { page, context } = await newsroom.openEditor(maud, slug);
  await page.getByRole("button", { name: "Unpublish" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Unpublish" }).click();
  await seeToast(page, "Success", "The post is unpublished.");
  expect(await isPublic(slug)).toBe(false);
  await page.getByText("Not published. Only admins see it.").waitFor();
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await seeToast(page, "Success", "The post is published.");
  expect(await isPublic(slug)).toBe(true);
  expect((await read(id)).published_at).toBe(before);
  await context.close();
});

test("a post with unfinished changes is unpublished, deleted and brought back as it was", async () => {
  const { id, slug, title } = await addPost(maud);
  const { page, context } = await newsroom.openEditor(maud, slug);
  const field = page.getByRole("textbox", { name: "Title" });
  await field.fill("Half a new title");
  await page.getByLabel("Content").fill("");
  await page.getByText(/^Draft saved/).waitFor();
  await page.getByRole("button", { name: "Unpublish" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Unpublish" }).click();
  await seeToast(page, "Success", "The post is unpublished.");
  expect(await isPublic(slug)).toBe(false);
  expect(await field.inputValue()).toBe("Half a new title");
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByText(`“${title}” is deleted.`).waitFor();
  await page.goto(`${newsroom.url}/blog/${slug}/edit`);
  await page.getByText("It can be brought back for 30 days").waitFor();
  expect(await page.getByRole("heading", { name: "Preview link", includeHidden: true }).count()).toBe(0);
  await page.getByRole("button", { name: "Bring back" }).click();
  await seeToast(page, "Success", "The post is back.");
  expect(await read(id)).toMatchObject({ title, content: "<p>As it was.</p>", status: "draft", deleted_at: null });
  expect(await field.inputValue()).toBe("Half a new title");
  expect(await page.getByText("while you were writing").count()).toBe(0);
  await page.getByLabel("Content").fill("<p>As it is.</p>");
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await seeToast(page, "Success", "The post is published.");
  expect(await read(id)).toMatchObject({ title: "Half a new title", status: "published" });
  await context.close();
});

test("a scheduled post is moved, told in the site's zone, and published at once when asked", async () => {
  const { id, slug } = await addPost(maud, { published_at: "2030-01-01T12:00:00Z" });
  const opened = await newsroom.openPage(maud, `/blog/${slug}/edit`, { timezoneId: "Asia/Tokyo" });
  const { page } = opened;
  await page.getByText("Comes out on Jan 1, 2030, 07:00.").waitFor();
  await page.getByRole("button", { name: "Schedule", exact: true }).click();
  await page.getByText("In the site's time zone, America/New York.").waitFor();
  expect(await page.getByLabel("Day and time").inputValue()).toBe("2030-01-01T07:00");
  await page.getByLabel("Day and time").fill("2001-01-01T09:00");
  await page.getByRole("button", { name: "Schedule post" }).click();
  await page.getByText("This time has passed.").waitFor();
  await page.getByLabel("Day and time").fill("2031-02-03T09:30");
  await page.getByRole("button", { name: "Schedule post" }).click();
  await seeToast(page, "Success", "The post comes out on Feb 3, 2031, 09:30.");
  expect(await read(id)).toMatchObject({ published_at: "2031-02-03T14:30:00+00:00" });
  expect(await isPublic(slug)).toBe(false);
  await page.getByRole("button", { name: "Publish now" }).click();
  await seeToast(page, "Success", "The post is published.");
  expect(await isPublic(slug)).toBe(true);
  await opened.context.close();
});

test("the time zone is chosen with the contact details, and posts are scheduled in it wherever the browser is", async () => {
  const { page, context } = await newsroom.openPage(maud, "/newsroom/site/contact/main", { timezoneId: "Asia/Tokyo" });
  const zone = page.getByLabel("Time zone");
  expect(await zone.inputValue()).toBe("America/New_York");
  await zone.selectOption("Pacific/Auckland");
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await seeToast(page, "Success", "It is on the site.");
  const { slug } = await addPost(maud, { published_at: "2030-01-01T12:00:00Z" });
  await page.goto(`${newsroom.url}/blog/${slug}/edit`);
  await page.getByText("Comes out on Jan 2, 2030, 01:00.").waitFor();
  await page.getByRole("button", { name: "Schedule", exact: true }).click();
  await page.getByText("In the site's time zone, Pacific/Auckland.").waitFor();
  expect(await page.getByLabel("Day and time").inputValue()).toBe("2030-01-02T01:00");
  await newsroom.service.from("entries").delete().eq("collection", "contact");
  await context.close();
});

test("a new post can be scheduled", async () => {
  const { page, context } = await newsroom.openPage(maud, "/newsroom/posts/new", { timezoneId: "America/New_York" });
  for (const [label, text] of [
    ["Title", "Later"],
    ["Excerpt", "So"],
    ["Content", "<p>So</p>"],
    ["Author name", "M"],
  ]) {
    await page.getByLabel(label ?? "").fill(text ?? "");
  }
  await page.getByLabel("Category").selectOption("Design");
  await page.getByRole("button", { name: "Schedule", exact: true }).click();
  await page.getByLabel("Day and time").fill("2031-06-01T08:00");
  await page.getByRole("button", { name: "Schedule post" }).click();
  await seeToast(page, "Success", "The post comes out on Jun 1, 2031, 08:00.");
  await page.waitForURL(`${newsroom.url}/newsroom/posts`);
  const { data } = await newsroom.service.from("blog_posts").select("status, published_at").eq("slug", "later");
  expect(data).toEqual([{ status: "published", published_at: "2031-06-01T12:00:00+00:00" }]);
  expect(await isPublic("later")).toBe(false);
  await context.close();
});

test("a deleted post is gone for readers, and one click brings it back", async () => {
  const { id, slug, title } = await addPost(maud);
  const { page, context } = await newsroom.openEditor(maud, slug);
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.waitForURL(`${newsroom.url}/newsroom/posts`);
  await page.getByText(`“${title}” is deleted.`).waitFor();
  expect(await isPublic(slug)).toBe(false);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("link", { name: title }).waitFor();
  expect(await isPublic(slug)).toBe(true);
  expect(await read(id)).toMatchObject({ deleted_at: null });
  await context.close();
});

test.each([
  { choice: "Keep yours", content: "<p>Maud's text.</p>", version: 3 },
  { choice: "Take theirs", content: "<p>Otis's text.</p>", version: 2 },
])("two people on one field: a stale update is refused, both texts stand side by side; $choice", async (expected) => {
  const { id, slug } = await addPost(maud);
  const { page, context } = await newsroom.openEditor(maud, slug);
  await page.getByLabel("Content").fill("<p>Maud's text.</p>");
  await otis.backend.from("blog_posts").update({ content: "<p>Otis's text.</p>" }).eq("id", id);
  await update(page);
  const conflict = page.getByRole("heading", {
    name: "otis@plumbline.example changed this post while you were writing",
  });
  await conflict.waitFor();
  expect(await read(id)).toMatchObject({ content: "<p>Otis's text.</p>", version: 2 });
  const both = page.getByRole("group", { name: "Two versions of Content" });
  for (const text of ["<p>Maud's text.</p>", "<p>Otis's text.</p>"]) await both.getByText(text).waitFor();
  await both.getByRole("button", { name: expected.choice }).click();
  await conflict.waitFor({ state: "hidden" });
  expect(await page.getByLabel("Content").inputValue()).toBe(expected.content);
  if (expected.version > 2) await update(page);
  const { content, version } = expected;
  await expect.poll(() => read(id)).toMatchObject({ content, version });
  await context.close();
});

test("two people on different fields: both changes are in, and the writer is told before anything is sent", async () => {
  const { id, slug } = await addPost(maud);
  const { page, context } = await newsroom.openEditor(maud, slug);
  await page.getByLabel("Content").fill("<p>Mine.</p>");
  await otis.backend.from("blog_posts").update({ excerpt: "Theirs." }).eq("id", id);
  await page.evaluate(() => dispatchEvent(new Event("focus")));
  await page.getByText("otis@plumbline.example changed Excerpt.").waitFor();
  expect(await page.getByLabel("Excerpt").inputValue()).toBe("Theirs.");
  expect(await page.getByLabel("Content").inputValue()).toBe("<p>Mine.</p>");
  await update(page);
  await expect.poll(() => read(id)).toMatchObject({ content: "<p>Mine.</p>", excerpt: "Theirs.", version: 3 });
  await context.close();
});

test("another writer of the same post is named", async () => {
  const { slug } = await addPost(maud);
  const first = await newsroom.openEditor(otis, slug);
  await first.page.getByLabel("Content").fill("<p>Going on.</p>");
  await first.page.getByText(/^Draft saved/).waitFor();
  const second = await newsroom.openEditor(maud, slug);
  await second.page.getByText("otis@plumbline.example has this post open too.").waitFor();
  await first.context.close();
  // The window is closed, and the draft is still there.
  await second.page.getByText(/^otis@plumbline\.example is editing this post too/).waitFor();
  await second.context.close();
});

test("the editor of a post that does not exist says Post Not Found", async () => {
  const { page, context } = await newsroom.openPage(maud, "/blog/nothing/edit");
  await page.getByRole("heading", { level: 1, name: "Post Not Found" }).waitFor();
  await context.close();
});

test("the screen is accessible at both widths, with a conflict and without", async () => {
  const { id, slug } = await addPost(maud);
  const { page, context } = await newsroom.openPage(maud, `/blog/${slug}/edit`);
  await page.getByRole("heading", { name: "Edit post" }).waitFor();
  await page.getByLabel("Title").fill("Another title");
  await expectAccessibleAtBothWidths(page);
  await otis.backend.from("blog_posts").update({ title: "Their title" }).eq("id", id);
  await update(page);
  await page.getByRole("heading", { name: "changed this post" }).waitFor();
  await expectAccessibleAtBothWidths(page);
  await context.close();
});

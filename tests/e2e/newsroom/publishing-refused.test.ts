import { afterAll, beforeAll, expect, test } from "vitest";
import { seeToast } from "../../fixtures/browser/toast.ts";
import { createNewsroom, type NewsroomFixture, type Person } from "../../fixtures/site/newsroom-site.ts";

let newsroom: NewsroomFixture;
let maud: Person;
let visitor: Person;
let postId: number;

/** The smallest PNG there is. */
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

beforeAll(async () => {
  newsroom = await createNewsroom();
  maud = await newsroom.addPerson("maud@plumbline.example", "admin");
  visitor = await newsroom.addPerson("visitor@people.example", "user");
  const post = { title: "Theirs", excerpt: "e", content: "c", created_by: maud.id };
  const { data } = await maud.backend.from("blog_posts").insert(post).select("id").single();
  postId = data?.id;
});
afterAll(() => newsroom.close());

test.each(["/blog/new", "/newsroom/posts/theirs", "/newsroom"])(
  "%s is denied to a user who is no admin",
  async (path) => {
    const { page, context } = await newsroom.openPage(visitor, path);
    await seeToast(page, "Access Denied", "You don't have permission to access this page.");
    await page.waitForURL(`${newsroom.url}/`);
    expect(await page.locator(".post-editor, .post-row").count()).toBe(0);
    await context.close();
  },
);

test.each(["/blog/new", "/newsroom/posts/theirs", "/newsroom"])(
  "%s sends somebody unknown to sign in",
  async (path) => {
    const page = await newsroom.openAsNobody();
    await page.goto(newsroom.url + path);
    await page.waitForURL(`${newsroom.url}/auth?next=${encodeURIComponent(path)}`);
    await page.context().close();
  },
);

test("the database refuses every write of a user without the admin role", async () => {
  const { backend, id } = visitor;
  const posts = () => backend.from("blog_posts");
  const text = { title: "Mine", excerpt: "e", content: "c" };
  const refused = { code: "42501" };
  expect((await posts().insert({ ...text, created_by: id })).error).toMatchObject(refused);
  expect((await posts().insert({ ...text, created_by: maud.id })).error).toMatchObject(refused);
  expect((await posts().upsert({ ...text, slug: "theirs" }, { onConflict: "slug,locale" })).error).toMatchObject(
    refused,
  );
  for (const change of [{ title: "Mine now" }, { status: "draft" }, { deleted_at: new Date().toISOString() }]) {
    expect((await posts().update(change).eq("id", postId).select()).data).toEqual([]);
  }
  expect((await posts().delete().eq("id", postId).select()).data).toEqual([]);
  expect((await backend.from("post_drafts").insert({ title: "Mine" })).error).toMatchObject(refused);
  expect((await backend.from("user_roles").insert({ user_id: id, role: "admin" })).error).not.toBeNull();
  expect((await backend.rpc("post_activity", { of_post: postId })).data).toEqual([]);
  const { data } = await newsroom.service.from("blog_posts").select("title, status, version, deleted_at").gt("id", 3);
  expect(data).toEqual([{ title: "Theirs", status: "published", version: 1, deleted_at: null }]);
});

test("only admins can store, replace or remove a picture", async () => {
  const bucket = (person: { backend: Person["backend"] }) => person.backend.storage.from("images");
  const options = { contentType: "image/png" };
  const stored = await bucket(maud).upload("posts/theirs.png", PIXEL, options);
  expect(stored.error).toBeNull();
  for (const person of [visitor, { backend: newsroom.anonymous }]) {
    expect((await bucket(person).upload("posts/mine.png", PIXEL, options)).error).not.toBeNull();
    expect((await bucket(person).update("posts/theirs.png", PIXEL, options)).error).not.toBeNull();
    expect((await bucket(person).remove(["posts/theirs.webp"])).data ?? []).toEqual([]);
  }
  expect((await bucket(maud).exists("posts/theirs.webp")).data).toBe(true);
  expect((await bucket(maud).exists("posts/mine.webp")).data).toBe(false);
});

test("an admin who is demoted while writing publishes nothing, and keeps the text", async () => {
  const demoted = await newsroom.addPerson("demoted@plumbline.example", "admin");
  const { page, context } = await newsroom.openPage(demoted, "/blog/new");
  for (const [label, text] of [
    ["Title", "Too late"],
    ["Excerpt", "So"],
    ["Content", "<p>So</p>"],
    ["Author name", "D"],
  ]) {
    await page.getByLabel(label ?? "").fill(text ?? "");
  }
  await page.getByLabel("Category").selectOption("Design");
  await newsroom.service.from("user_roles").update({ role: "user" }).eq("user_id", demoted.id);
  await page.getByRole("button", { name: "Publish" }).click();
  await seeToast(page, "Error", "Failed to publish blog post. Please try again.");
  expect(await page.getByLabel("Title").inputValue()).toBe("Too late");
  const { data } = await newsroom.service.from("blog_posts").select("id").eq("title", "Too late");
  expect(data).toEqual([]);
  await context.close();
});

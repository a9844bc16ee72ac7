import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessibleAtBothWidths } from "../../fixtures/browser/accessibility.ts";
import { holdRequests } from "../../fixtures/browser/held-requests.ts";
import { seeToast } from "../../fixtures/browser/toast.ts";
import { createNewsroom, type NewsroomFixture, type Person, write } from "../../fixtures/site/newsroom-site.ts";

let newsroom: NewsroomFixture;
let maud: Person;

beforeAll(async () => {
  newsroom = await createNewsroom();
  maud = await newsroom.addPerson("maud@plumbline.example", "admin");
});
afterAll(() => newsroom.close());

test("a long title is shown whole, and stays one line of text", async () => {
  const writer = await newsroom.addPerson("jonas@plumbline.example", "admin");
  const { page, context } = await newsroom.openPage(writer, "/blog/new");
  const title = page.getByLabel("Title");
  await title.fill("A title\nthat is longer than the column of the editor is wide, and then some");
  await title.press("Enter");
  await expect
    .poll(() => title.inputValue())
    .toBe("A title that is longer than the column of the editor is wide, and then some");
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const hidden = await title.evaluate((field) => field.scrollHeight - field.clientHeight);
    expect(hidden, `${width} px`).toBeLessThanOrEqual(1);
  }
  await context.close();
});

test("an admin publishes: one insert with the spec's fields, then the list", async () => {
  const { page, context, complaints } = await newsroom.openAs(maud);
  const inserts: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/rest/v1/blog_posts") && request.method() === "POST") {
      inserts.push(request.postData() ?? "");
    }
  });
  await page.goto(`${newsroom.url}/blog/new`);
  await write(page);
  expect(await page.getByLabel("Content").getAttribute("rows")).toBe("15");
  const categories = await page.getByLabel("Category").locator("option:not([value=''])").allTextContents();
  expect(categories).toEqual(["Technology", "Strategy", "Design", "Marketing", "Business"]);
  await page.getByRole("button", { name: "Publish" }).click();
  await seeToast(page, "Success", "Blog post published successfully!");
  await page.waitForURL(`${newsroom.url}/blog`);
  await page.locator(".toast").getByRole("link", { name: "View post" }).click();
  await page.waitForURL(`${newsroom.url}/blog/eleven-of-forty`);
  const edit = page.getByRole("link", { name: "Edit Eleven of forty" });
  expect(await edit.getAttribute("href")).toBe("/newsroom/posts/eleven-of-forty");

  expect(inserts).toHaveLength(1);
  expect(JSON.parse(inserts[0] ?? "")).toEqual({
    title: "Eleven of forty",
    slug: "eleven-of-forty",
    excerpt: "We ran forty experiments on our own site last year. Eleven worked.",
    content: "<p>We keep a <strong>drawer</strong>.</p>",
    category: "Strategy",
    tags: ["experiments", "measurement"],
    author_name: "Maud Ellery",
    author_bio: "Strategy director.",
    image_url: expect.stringMatching(/^\/art\/post-stock\..+\.webp$/),
    created_by: maud.id,
  });
  const { data } = await newsroom.service.from("blog_posts").select("status, version").eq("slug", "eleven-of-forty");
  expect(data).toEqual([{ status: "published", version: 1 }]);
  const picture = await page.request.get(newsroom.url + JSON.parse(inserts[0] ?? "").image_url);
  expect(picture.headers()["content-type"]).toBe("image/webp");

  await page.goto(`${newsroom.url}/blog/new`);
  for (const field of ["Title", "Excerpt", "Content", "Tags", "Author name", "Author bio", "Category"]) {
    expect(await page.getByLabel(field).inputValue(), field).toBe("");
  }
  expect(
    (await newsroom.service.from("post_drafts").select("id", { count: "exact", head: true })).error,
  ).not.toBeNull();
  expect((await maud.backend.from("post_drafts").select("id")).data).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
});

test("while it is sent the button says so and takes no second click", async () => {
  const { page, context } = await newsroom.openAs(maud);
  const inserts = await holdRequests(page, "**/rest/v1/blog_posts*", "POST");
  await page.goto(`${newsroom.url}/blog/new`);
  await write(page, { title: "Slowly" });
  await page.getByRole("button", { name: "Publish" }).click();
  const busy = page.getByRole("button", { name: "Publishing..." });
  await busy.waitFor();
  expect(await busy.getAttribute("aria-disabled")).toBe("true");
  await busy.click({ force: true });
  inserts.release();
  await page.waitForURL(`${newsroom.url}/blog`);
  expect(inserts.count()).toBe(1);
  await context.close();
});

test.each(["Title", "Excerpt", "Content"])("without %s it asks for all required fields", async (field) => {
  const { page, context } = await newsroom.openPage(maud, "/blog/new");
  await write(page);
  await page.getByLabel(field).fill("  ");
  await page.getByRole("button", { name: "Publish" }).click();
  await seeToast(page, "Error", "Please fill in all required fields.");
  expect(await page.locator(".toast").getAttribute("role")).toBe("alert");
  expect(await page.getByLabel(field).getAttribute("aria-invalid")).toBe("true");
  expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe(field.toLowerCase());
  expect(new URL(page.url()).pathname).toBe("/blog/new");
  await context.close();
});

test("category and author name are required too, and every missing field says what it wants", async () => {
  const { page, context } = await newsroom.openPage(maud, "/blog/new?draft=00000000-0000-4000-8000-000000000001");
  await page.getByRole("button", { name: "Publish" }).click();
  await seeToast(page, "Error", "Please fill in all required fields.");
  expect(await page.locator(".error").allTextContents()).toEqual([
    "Please give the post a title.",
    "Please say in a sentence or two what the post is about.",
    "Please write the post.",
    "Please choose a category.",
    "Please say who wrote this.",
  ]);
  expect(await page.getByLabel("Category").getAttribute("required")).not.toBeNull();
  expect(await page.getByLabel("Author name").getAttribute("required")).not.toBeNull();
  await context.close();
});

test("Return in the title publishes nothing", async () => {
  const { page, context } = await newsroom.openPage(maud, "/blog/new");
  await page.getByLabel("Title").press("Enter");
  await page.getByLabel("Title").fill("Typed after");
  expect(await page.locator(".toast").count()).toBe(0);
  expect(await page.locator(".error").count()).toBe(0);
  await context.close();
});

test("a missing session is reported before anything is sent", async () => {
  const { page, context } = await newsroom.openPage(maud, "/blog/new");
  await write(page, { title: "Nobody there" });
  await page.evaluate(() => localStorage.removeItem("sb-localhost-auth-token"));
  await page.getByRole("button", { name: "Publish" }).click();
  await seeToast(page, "Error", "You must be logged in to create a blog post.");
  const { data } = await newsroom.service.from("blog_posts").select("id").eq("title", "Nobody there");
  expect(data).toEqual([]);
  await context.close();
});

test("a refused post is reported, and the text stays", async () => {
  const { page, context } = await newsroom.openAs(maud);
  await page.route("**/rest/v1/blog_posts*", (route) => {
    if (route.request().method() !== "POST") return route.continue();
    return route.fulfill({ status: 500, json: { code: "XX000", message: "broken", details: null, hint: null } });
  });
  await page.goto(`${newsroom.url}/blog/new`);
  await write(page, { title: "Refused" });
  await page.getByRole("button", { name: "Publish" }).click();
  await seeToast(page, "Error", "Failed to publish blog post. Please try again.");
  expect(await page.getByLabel("Title").inputValue()).toBe("Refused");
  await page.getByRole("button", { name: "Publish", exact: true }).waitFor();
  await context.close();
});

test("an exception is reported as an unexpected error", async () => {
  const { page, context } = await newsroom.openPage(maud, "/blog/new");
  await write(page, { title: "Broken" });
  await page.evaluate(() => {
    Storage.prototype.getItem = () => {
      throw new Error("The storage is broken");
    };
  });
  await page.getByRole("button", { name: "Publish" }).click();
  await seeToast(page, "Error", "An unexpected error occurred. Please try again.");
  await context.close();
});

test("two posts with the same title are published at two addresses", async () => {
  const { page, context } = await newsroom.openAs(maud);
  for (let time = 0; time < 2; time += 1) {
    await page.goto(`${newsroom.url}/blog/new`);
    await write(page, { title: "Same again" });
    await page.getByRole("button", { name: "Publish" }).click();
    await page.waitForURL(`${newsroom.url}/blog`);
  }
  const { data } = await newsroom.service.from("blog_posts").select("slug").eq("title", "Same again").order("id");
  expect(data).toEqual([{ slug: "same-again" }, { slug: "same-again-2" }]);
  await context.close();
});

test("the screen is accessible at both widths, empty, filled and with errors", async () => {
  const { page, context } = await newsroom.openPage(maud, "/blog/new");
  await page.getByRole("heading", { level: 1, name: "New post" }).waitFor();
  await expectAccessibleAtBothWidths(page);
  await page.getByRole("button", { name: "Publish" }).click();
  await page.getByText("Please write the post.").waitFor();
  await expectAccessibleAtBothWidths(page);
  await write(page, {
    title: "Accessible",
    content: "<h2>So</h2><table><tr><th>A</th></tr><tr><td>1</td></tr></table>",
  });
  await expectAccessibleAtBothWidths(page);
  await page.getByRole("button", { name: "Schedule" }).click();
  await page.getByRole("dialog").waitFor();
  await expectAccessibleAtBothWidths(page);
  await context.close();
});

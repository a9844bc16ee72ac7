import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessibleAtBothWidths } from "../../fixtures/browser/accessibility.ts";
import { expectFocused } from "../../fixtures/browser/focus.ts";
import { seeToast } from "../../fixtures/browser/toast.ts";
import { createNewsroom, type NewsroomFixture, type Person } from "../../fixtures/site/newsroom-site.ts";

let newsroom: NewsroomFixture;
let maud: Person;
beforeAll(async () => {
  newsroom = await createNewsroom();
  maud = await newsroom.addPerson("maud@plumbline.example", "admin");
  const rows = Array.from({ length: 20 }, (_, number) => ({
    title: `Entry ${number + 10}`,
    excerpt: "e",
    content: "<p>c</p>",
    category: "Design",
    author_name: "Maud Ellery",
    created_by: maud.id,
  }));
  const { error } = await maud.backend.from("blog_posts").insert(rows);
  if (error) throw error;
});
afterAll(() => newsroom.close());

const open = (path: string) => newsroom.openPage(maud, path);

test("keyboard shortcuts move between rows, duplicate and edit one, and search, but not while typing", async () => {
  const { page, context } = await open("/newsroom/posts?q=Entry+2");
  await page.getByText("10 entries").waitFor();
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("k");
  await expectFocused(page.locator(".post-row-title a").first());
  await page.keyboard.press("/");
  await expectFocused(page.getByLabel("Search posts"));
  await page.keyboard.type("5");
  await page.getByText("1 entry", { exact: true }).waitFor();
  await page.locator(".post-row-title a").focus();
  await page.keyboard.press("d");
  await page.waitForURL(/\/newsroom\/posts\/new\?draft=/);
  await expect.poll(() => page.getByLabel("Title").inputValue()).toBe("Copy of Entry 25");
  await page.goto(`${newsroom.url}/newsroom/posts?state=drafts&q=Copy`);
  await page.getByRole("button", { name: "Actions for" }).click();
  await page.getByRole("button", { name: "Delete draft" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete draft" }).click();
  await page.getByText("No post contains “Copy”.").waitFor();
  expect((await maud.backend.from("post_drafts").select("title")).data).toEqual([]);
  await page.goto(`${newsroom.url}/newsroom/posts?q=Entry+25`);
  await page.locator(".post-row-title a").focus();
  await page.keyboard.press("Delete");
  await page.getByRole("dialog", { name: "Delete “Entry 25”?" }).getByRole("button", { name: "Delete" }).click();
  await page.getByText("“Entry 25” is deleted.").waitFor();
  const lead = () => fetch(`${newsroom.url}/blog/entry-25`, { redirect: "manual" });
  await expect.poll(async () => (await lead()).headers.get("location")).toBe("/blog");
  await page.getByRole("button", { name: "Undo" }).click();
  await expectFocused(page.locator(".post-row-title a"));
  await page.keyboard.press("e");
  await page.waitForURL(/\/newsroom\/posts\/\d+$/);
  await context.close();
});

test("a draft with a picture shows it", async () => {
  const drafts = maud.backend.from("post_drafts");
  const draft = { id: crypto.randomUUID(), owner: maud.id, title: "Pictured", image_url: "/favicon.svg" };
  expect(
    (await drafts.insert([draft, { ...draft, id: crypto.randomUUID(), title: "Bare", image_url: null }])).error,
  ).toBeNull();
  const { page, context } = await open("/newsroom/posts?state=drafts");
  await page.getByRole("link", { name: "Bare" }).waitFor();
  const pictures = page.locator(".post-row").filter({ has: page.locator(".thumbnail img") });
  expect(await pictures.locator(".post-row-title a").allInnerTexts()).toEqual(["Pictured"]);
  expect(await pictures.locator("img").getAttribute("src")).toBe("/favicon.svg");
  await drafts.delete().eq("owner", maud.id);
  await context.close();
});

test("the counts are those of the rows on all pages, and a post with changes stands in the list once", async () => {
  const drafts = maud.backend.from("post_drafts");
  const { data: changed } = await maud.backend.from("blog_posts").select("id, title").eq("title", "Entry 10").single();
  const titles = ["Fresh 1", "Fresh 2", "Fresh 3", "Fresh 4", "Fresh 5", "Fresh 6"];
  const rows = titles.map((title) => ({ owner: maud.id, title, post_id: null as number | null }));
  const change = { owner: maud.id, title: "Entry 10", post_id: changed?.id as number };
  expect((await drafts.insert([...rows, change])).error).toBeNull();
  const { page, context } = await open("/newsroom/posts");
  const listed: string[] = [];
  for (const address of ["", "?page=2"]) {
    await page.goto(`${newsroom.url}/newsroom/posts${address}`);
    // 20 entries, three samples and six drafts of new posts.
    await page.getByText("29 entries").waitFor();
    listed.push(...(await page.locator(".post-row-title a").allInnerTexts()));
  }
  expect(listed.slice(0, 6).toSorted()).toEqual(titles);
  expect([listed.length, new Set(listed).size]).toEqual([29, 29]);
  await page.getByRole("button", { name: "All 29" }).waitFor();
  await page.getByRole("button", { name: "Drafts 7" }).click();
  await page.getByText("7 entries").waitFor();
  await expect.poll(() => page.locator(".post-row").count()).toBe(7);
  await page.goto(`${newsroom.url}/newsroom/posts?q=Entry+10`);
  await page.getByText("1 entry", { exact: true }).waitFor();
  const states = page.locator(".post-row-state");
  await expect.poll(() => states.allInnerTexts()).toEqual([expect.stringMatching(/Published\s+Yours: changes/)]);
  await expectAccessibleAtBothWidths(page);
  await drafts.delete().eq("owner", maud.id);
  await context.close();
});

test("several posts are unpublished or deleted at once, and one click takes it back", async () => {
  const { page, context } = await open("/newsroom/posts?q=Entry+1");
  const states = async () => {
    const { data } = await newsroom.service.from("blog_posts").select("status, deleted_at").like("title", "Entry 1_");
    return data?.map(({ status, deleted_at }) => (deleted_at ? "deleted" : status)).toSorted();
  };
  const bar = page.getByRole("group", { name: "Selected posts" });
  await page.getByLabel("Select “Entry 12”").check();
  await page.getByLabel("Select “Entry 13”").check();
  await bar.getByText("2 selected").waitFor();
  await expectAccessibleAtBothWidths(page);
  await bar.getByRole("button", { name: "Unpublish" }).click();
  await page.getByRole("dialog", { name: "Unpublish 2 pages?" }).getByRole("button", { name: "Unpublish" }).click();
  await page.getByText("2 posts are unpublished.").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(states).toEqual(Array(10).fill("published"));
  await page.getByLabel("Select “Entry 12”").check();
  await page.getByLabel("Select “Entry 13”").check();
  await bar.getByRole("button", { name: "Unpublish" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Unpublish" }).click();
  await expect.poll(states).toEqual(["draft", "draft", ...Array(8).fill("published")]);
  await page.locator(".post-row", { hasText: "Entry 12" }).getByText("Unpublished").waitFor();
  await page.getByLabel("Select “Entry 12”").check();
  await bar.getByRole("button", { name: "Delete 1" }).waitFor();
  expect(await bar.getByRole("button", { name: "Unpublish" }).count()).toBe(0);
  await page.getByLabel("Select all posts on this page").check();
  await page.keyboard.press("Escape");
  expect(await bar.count()).toBe(0);
  await page.getByLabel("Select all posts on this page").check();
  await bar.getByRole("button", { name: "Delete 10" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("10 posts are deleted.").waitFor();
  expect(await states()).toEqual(Array(10).fill("deleted"));
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(states).toEqual(["draft", "draft", ...Array(8).fill("published")]);
  await context.close();
});

test("a tag is added to several posts at once within the limits of a post, and one click removes it again", async () => {
  const full = Array.from({ length: 20 }, (_, number) => `tag ${number}`);
  await newsroom.service.from("blog_posts").update({ tags: full }).eq("title", "Entry 21");
  await newsroom.service
    .from("blog_posts")
    .update({ tags: ["sand", "Leaning Towers"] })
    .eq("title", "Entry 22");
  const { page, context } = await open("/newsroom/posts?q=Entry+2");
  const tags = async () => {
    const { data } = await newsroom.service
      .from("blog_posts")
      .select("tags")
      .in("title", ["Entry 20", "Entry 21", "Entry 22", "Entry 23"])
      .order("title");
    return data?.map((post) => post.tags);
  };
  const bar = page.getByRole("group", { name: "Selected posts" });
  const dialog = page.getByRole("dialog", { name: "Add a tag" });
  for (const title of ["Entry 20", "Entry 21", "Entry 22", "Entry 23"]) {
    await page.getByLabel(`Select “${title}”`).check();
  }
  await bar.getByRole("button", { name: "Add tag" }).click();
  for (const [text, problem] of [
    [" , ", "Please write a tag."],
    ["x".repeat(61), "Please keep each tag under 60 characters."],
    ["one, two", "Please add one tag at a time."],
  ] as const) {
    await dialog.getByLabel("Tag").fill(text);
    await page.keyboard.press("Enter");
    await dialog.getByText(problem).waitFor();
  }
  await expectAccessibleAtBothWidths(page);
  await dialog.getByLabel("Tag").fill(" leaning towers ");
  await page.keyboard.press("Enter");
  await seeToast(page, "Error", "“Entry 21” cannot have more than 20 tags.");
  await page.getByText("2 posts are tagged “leaning towers”.").waitFor();
  expect(await tags()).toEqual([["leaning towers"], full, ["sand", "Leaning Towers"], ["leaning towers"]]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(tags).toEqual([[], full, ["sand", "Leaning Towers"], []]);
  await context.close();
});

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { writeReport } from "../../../server/db/backup/backup-report.ts";
import { expectAccessibleAtBothWidths } from "../../fixtures/browser/accessibility.ts";
import { expectFocused } from "../../fixtures/browser/focus.ts";
import { seeToast } from "../../fixtures/browser/toast.ts";
import {
  createNewsroom,
  type NewsroomFixture,
  type Person,
  withoutRealtime,
} from "../../fixtures/site/newsroom-site.ts";

let newsroom: NewsroomFixture;
let maud: Person;
let backups: string;
/** The site tries again an hour after a failure, so it makes no backup during this test. */
const FAILED_BACKUP = { day: "2026-02-03", finishedAt: new Date().toISOString(), seconds: 1, failure: "It is full." };

beforeAll(async () => {
  backups = await mkdtemp(join(tmpdir(), "plumbline-backups-"));
  await writeReport(backups, FAILED_BACKUP);
  newsroom = await createNewsroom({ BACKUP_DIR: backups });
  maud = await newsroom.addPerson("maud@plumbline.example", "admin");
  const DAY_MS = 86_400_000;
  const rows = Array.from({ length: 45 }, (_, number) => ({
    title: `Entry ${String(number).padStart(2, "0")}`,
    excerpt: "e",
    content: "<p>c</p>",
    category: number % 2 ? "Design" : "Strategy",
    author_name: "Maud Ellery",
    created_by: maud.id,
    status: number < 2 ? "draft" : "published",
    published_at: new Date(Date.now() + (number === 2 ? DAY_MS : -number * DAY_MS)).toISOString(),
  }));
  const { error } = await maud.backend.from("blog_posts").insert(rows);
  if (error) throw error;
  await maud.backend.from("post_drafts").insert({ title: "Half a thought" });
  await maud.backend.from("blog_posts").update({ deleted_at: new Date().toISOString() }).eq("title", "Entry 44");
  await maud.backend.from("blog_posts").insert({
    title: 'Odd: 100%_sure "quoted", (really) \\o/',
    excerpt: "e",
    content: "c",
    created_by: maud.id,
    published_at: "2001-01-01T00:00:00Z",
  });
});
afterAll(async () => {
  await newsroom.close();
  await rm(backups, { recursive: true });
});

async function open(path = "/newsroom/posts") {
  const opened = await newsroom.openPage(maud, path);
  await opened.page.getByRole("heading", { level: 1 }).waitFor();
  return { ...opened, rows: opened.page.locator(".post-row") };
}

/** Chooses from the menu of the only row. */
async function choose(page: Page, action: string) {
  await page.locator(".post-row").getByRole("button", { name: "Actions for" }).click();
  await page.locator(".post-row").getByRole("button", { name: action }).click();
}

/** The same for a published post, whose visitors are led elsewhere. */
async function leave(page: Page, action: string) {
  await choose(page, action);
  await page.getByRole("dialog").getByRole("button", { name: action }).click();
}

test("the overview tells a failed backup, a verified one after that, and that no messages came", async () => {
  const { page, context } = await open("/newsroom");
  await page.getByRole("alert").filter({ hasText: "The last backup failed." }).waitFor();
  const now = new Date().toISOString();
  await writeReport(backups, { day: "2026-02-03", finishedAt: now, verifiedAt: now, seconds: 1, bytes: 1 });
  await page.evaluate(() => dispatchEvent(new Event("focus")));
  await page.getByText("The last backup is less than a day old, and restoring it was tried.").waitFor();
  await page.getByText("No message has come in the last twelve weeks.").waitFor();
  expect(await page.getByRole("table").count(), "no chart of nothing").toBe(0);
  expect(await page.getByText("The last backup failed.").count()).toBe(0);
  await writeReport(backups, FAILED_BACKUP);
  await context.close();
});

test("a page lists twenty posts with an exact count, the admin's own drafts first and the oldest posts last", async () => {
  const { page, rows, context, complaints } = await open();
  await page.getByText("49 entries").waitFor();
  await expect.poll(() => rows.count()).toBe(20);
  expect(await rows.nth(0).textContent()).toContain("Yours: draft");
  expect(await rows.nth(1).textContent()).toMatch(/Entry 02.*Scheduled/);
  await page.getByRole("link", { name: "Older" }).click();
  await page.getByText("Page 2 of 3").waitFor();
  await expect.poll(() => rows.count()).toBe(20);
  await page.getByRole("link", { name: "Older" }).click();
  await page.getByText("Page 3 of 3").waitFor();
  await expect.poll(() => rows.count()).toBe(9);
  expect(new URL(page.url()).search).toBe("?page=3");
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("main");
  await page.goto(`${newsroom.url}/newsroom/posts?page=9`);
  await page.getByRole("heading", { name: "That is past the end." }).waitFor();
  expect(complaints.filter((line) => !line.includes("status of 416"))).toEqual([]);
  await context.close();
});

test.each([
  { state: "Published", count: "45 entries" },
  { state: "Scheduled", count: "1 entry" },
  { state: "Drafts", count: "1 entry" },
  { state: "Unpublished", count: "2 entries" },
  { state: "Deleted", count: "1 entry" },
])("the filter $state shows $count", async ({ state, count }) => {
  const { page, context } = await open();
  const button = page.getByRole("button", { name: new RegExp(`^${state} ${Number.parseInt(count, 10)}$`) });
  await button.click();
  await page.getByText(count, { exact: true }).waitFor();
  expect(await button.getAttribute("aria-pressed")).toBe("true");
  await page.reload();
  await page.getByText(count, { exact: true }).waitFor();
  await context.close();
});

test.each([
  ["entry 1", "10 entries"],
  ["ELLERY", "45 entries"],
  ["100%_sure", "1 entry"],
  ['"quoted", (', "1 entry"],
  ["\\o/", "4 entries"],
  ["design", "24 entries"],
])("a search for %s finds %s, signs meant as they stand", async (words, count) => {
  const { page, context } = await open();
  await page.getByLabel("Search posts").fill(words);
  await page.getByText(count, { exact: true }).waitFor();
  await context.close();
});

test("a search that finds nothing says so and leads back", async () => {
  const { page, context } = await open();
  await page.getByLabel("Search posts").fill("%");
  await page.getByText("No post contains “%”.").waitFor();
  await page.getByLabel("Search posts").fill("zebras wrote this");
  await page.getByText("No post contains “zebras wrote this”.").waitFor();
  await page.getByRole("link", { name: "Show everything" }).click();
  await page.getByText("49 entries").waitFor();
  expect(await page.getByLabel("Search posts").inputValue()).toBe("");
  await context.close();
});

test("a row unpublishes, publishes, deletes, undoes, restores, and deletes for good only when asked twice", async () => {
  const { page, context } = await open("/newsroom/posts?q=Entry+30");
  const read = async () =>
    (await newsroom.service.from("blog_posts").select("status, deleted_at").eq("title", "Entry 30")).data ?? [];
  const row = page.locator(".post-row");
  await leave(page, "Unpublish");
  await row.getByText("Unpublished", { exact: true }).waitFor();
  expect(await read()).toMatchObject([{ status: "draft" }]);
  await choose(page, "Publish “Entry 30”");
  await row.getByText("Published", { exact: true }).waitFor();
  await leave(page, "Delete");
  await page.getByText("“Entry 30” is deleted.").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await row.getByText("Published", { exact: true }).waitFor();
  expect(await read()).toMatchObject([{ status: "published", deleted_at: null }]);
  await leave(page, "Delete");
  await page.getByText("“Entry 30” is deleted.").waitFor();
  await page.goto(`${newsroom.url}/newsroom/posts?state=deleted&q=Entry+30`);
  await choose(page, "Bring back");
  await page.getByRole("heading", { name: "Nothing found." }).waitFor();
  expect(await read()).toMatchObject([{ deleted_at: null }]);

  await maud.backend.from("blog_posts").update({ deleted_at: new Date().toISOString() }).eq("title", "Entry 30");
  await page.reload();
  await choose(page, "Delete for good");
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  expect(await read()).toHaveLength(1);
  await choose(page, "Delete for good");
  await page.getByRole("dialog").getByRole("button", { name: "Delete for good" }).click();
  await expect.poll(read).toEqual([]);
  await context.close();
});

test("keyboard focus stays with the row, or moves to the list when the row is removed", async () => {
  const { page, context } = await open("/newsroom/posts?q=Entry+32");
  const row = page.locator(".post-row");
  const menu = row.getByRole("button", { name: "Actions for “Entry 32”" });
  const list = page.getByRole("heading", { level: 2, name: "All" });
  const press = async (action: string) => {
    await menu.press("Enter");
    await row.getByRole("button", { name: action }).press("Enter");
    if (action !== "Publish") await page.getByRole("dialog").getByRole("button", { name: action }).press("Enter");
  };
  await press("Unpublish");
  await row.getByText("Unpublished", { exact: true }).waitFor();
  await expectFocused(menu);
  await press("Publish");
  await row.getByText("Published", { exact: true }).waitFor();
  await expectFocused(menu);
  await press("Delete");
  await page.getByText("No post contains “Entry 32”.").waitFor();
  await expectFocused(list);
  await page.getByRole("button", { name: "Undo" }).press("Enter");
  await expectFocused(row.getByRole("link", { name: "Entry 32", exact: true }));

  await page.goto(`${newsroom.url}/newsroom/posts?state=deleted&q=Entry+44`);
  await choose(page, "Delete for good");
  await expectFocused(page.getByRole("dialog").getByRole("button", { name: "Cancel" }));
  await page.keyboard.press("Enter");
  await expectFocused(row.getByRole("button", { name: "Actions for “Entry 44”" }));
  await choose(page, "Bring back");
  await page.getByText("No post contains “Entry 44”.").waitFor();
  await expectFocused(page.getByRole("heading", { level: 2, name: "Deleted" }));
  await maud.backend.from("blog_posts").update({ deleted_at: new Date().toISOString() }).eq("title", "Entry 44");
  await context.close();
});

test("a failed undo shows an error and can be pressed again", async () => {
  const { page, context } = await open("/newsroom/posts?q=Entry+33");
  await leave(page, "Delete");
  await page.getByText("No post contains “Entry 33”.").waitFor();
  const undo = page.getByRole("button", { name: "Undo" });
  const posts = "**/rest/v1/blog_posts?*";
  for (const method of ["PATCH", "GET"]) {
    await page.route(posts, (route) => (route.request().method() === method ? route.abort() : route.continue()));
    await undo.press("Enter");
    const toast = page.locator(".toast", { hasText: "Failed to change the post. Please try again." });
    await toast.waitFor();
    await toast.waitFor({ state: "detached" });
    await page.unroute(posts);
  }
  await expectFocused(undo);
  await page.keyboard.press("Enter");
  await page.locator(".post-row").getByText("Published", { exact: true }).waitFor();
  await context.close();
});

test("a row that somebody changed meanwhile is not overwritten", async () => {
  const { page, context } = await newsroom.openAs(maud);
  await withoutRealtime(page);
  await page.goto(`${newsroom.url}/newsroom/posts?q=Entry+31`);
  const row = page.locator(".post-row");
  await row.getByText("Published", { exact: true }).waitFor();
  await maud.backend.from("blog_posts").update({ excerpt: "newer" }).eq("title", "Entry 31");
  await leave(page, "Unpublish");
  await seeToast(page, "Error", "Somebody else changed this post. This is the current version.");
  const { data } = await newsroom.service.from("blog_posts").select("status").eq("title", "Entry 31");
  expect(data).toEqual([{ status: "published" }]);
  await leave(page, "Unpublish");
  await row.getByText("Unpublished", { exact: true }).waitFor();
  await context.close();
});

test("titles link to the editor, drafts to their text", async () => {
  const { page, context } = await open("/newsroom/posts?q=Entry+40");
  await page.getByRole("link", { name: "Entry 40" }).click();
  await page.waitForURL(/\/newsroom\/posts\/\d+$/);
  await page.goto(`${newsroom.url}/newsroom/posts?state=drafts`);
  await page.getByRole("link", { name: "Half a thought" }).click();
  await page.waitForURL(/\/newsroom\/posts\/new\?draft=/);
  await page.getByRole("heading", { name: "New post" }).waitFor();
  expect(await page.getByLabel("Title").inputValue()).toBe("Half a thought");
  await context.close();
});

test("the list is accessible at both widths", async () => {
  const { page, context } = await newsroom.openAs(maud);
  for (const [path, shown] of [
    ["/newsroom/posts", "entries"],
    ["/newsroom/posts?state=deleted", "1 entry"],
    ["/newsroom/posts?q=zebras", "Nothing found."],
  ]) {
    await page.goto(newsroom.url + path);
    await page.getByText(shown ?? "").waitFor();
    await expectAccessibleAtBothWidths(page);
  }
  await context.close();
});

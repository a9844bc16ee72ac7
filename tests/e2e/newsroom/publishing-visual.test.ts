import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createNewsroom, type NewsroomFixture, type Person } from "../../fixtures/newsroom-site.ts";
import { seeToast } from "../../fixtures/toast.ts";

let newsroom: NewsroomFixture;
let maud: Person;

beforeAll(async () => {
  newsroom = await createNewsroom();
  maud = await newsroom.addPerson("maud@plumbline.example", "admin");
});
afterAll(() => newsroom.close());

/** The visual editor with a text in it and the cursor at its end. */
async function openVisual(html = "") {
  const { page, context } = await newsroom.openAs(maud);
  await page.goto(`${newsroom.url}/blog/new?draft=${crypto.randomUUID()}`);
  await page.getByLabel("Content").fill(html);
  await page.getByRole("button", { name: "Visual" }).click();
  await page.locator(".ProseMirror").click();
  await page.keyboard.press("Control+End");
  return { page, context };
}

async function readHtml(page: Page): Promise<string> {
  await page.getByRole("button", { name: "HTML" }).click();
  return page.getByLabel("Content").inputValue();
}

const PICTURE = '<img src="/storage/v1/object/public/images/posts/a.png" alt="A line" width="1" height="1">';

test("text typed after a new link is not part of the link", async () => {
  const { page, context } = await openVisual("<p>See</p>");
  await page.keyboard.type(" ");
  await page.keyboard.press("Control+k");
  await page.getByLabel("Address").fill("/work");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  await page.keyboard.type(" and more");
  expect(await readHtml(page)).toBe('<p>See <a href="/work">/work</a> and more</p>');
  await context.close();
});

test("a domain that is typed becomes a link over https", async () => {
  const { page, context } = await openVisual();
  await page.keyboard.type("See example.com for more");
  expect(await readHtml(page)).toBe('<p>See <a href="https://example.com">example.com</a> for more</p>');
  await context.close();
});

test("a picture that is cut out and pasted elsewhere stays", async () => {
  const { page, context } = await openVisual(`${PICTURE}\n\n<p>Below</p>`);
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Control+x");
  await expect.poll(() => page.locator(".ProseMirror img").count()).toBe(0);
  await page.keyboard.press("Control+v");
  await page.locator(".ProseMirror").getByText("Below").waitFor();
  expect(await readHtml(page)).toBe(`${PICTURE}\n\n<p>Below</p>`);
  await context.close();
});

test("a visual editor that cannot be fetched leaves the text in the HTML editor", async () => {
  const { page, context } = await newsroom.openAs(maud);
  await page.goto(`${newsroom.url}/blog/new?draft=${crypto.randomUUID()}`);
  await page.getByLabel("Content").fill("<p>Still here</p>");
  await page.route("**/assets/*.js", (route) => route.abort());
  await page.getByRole("button", { name: "Visual" }).click();
  await seeToast(page, "Error", "The visual editor could not be loaded. Please try again.");
  expect(await page.getByLabel("Content").inputValue()).toBe("<p>Still here</p>");
  await page.unroute("**/assets/*.js");
  await page.getByRole("button", { name: "Visual" }).click();
  await page.locator(".ProseMirror").getByText("Still here").waitFor();
  await context.close();
});

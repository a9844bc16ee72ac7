import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { recordShifts, shiftOf } from "../../fixtures/browser/browser.ts";
import { holdRequests } from "../../fixtures/browser/held-requests.ts";
import { createNewsroom, type NewsroomFixture, type Person } from "../../fixtures/site/newsroom-site.ts";

let fixture: NewsroomFixture;
let admin: Person;

beforeAll(async () => {
  fixture = await createNewsroom();
  admin = await fixture.addPerson("maud@plumbline.example", "admin");
});
afterAll(() => fixture.close());

test("/blog/new keeps one loading state in one place until its form arrives, and nothing visible moves", async () => {
  const { page } = await open("/");
  const role = await holdRequests(page, "**/rest/v1/user_roles?**");
  const drafts = await holdRequests(page, "**/rest/v1/post_drafts?**");
  await page.goto(`${fixture.url}/blog/new`, { waitUntil: "commit" });

  const places = [await placeOfLoading(page, role)];
  const editor = await holdRequests(page, "**/assets/*.js");
  role.release();
  places.push(await placeOfLoading(page, editor));
  editor.release();
  places.push(await placeOfLoading(page, drafts));
  drafts.release();
  await page.getByLabel("Title").waitFor();

  expect(places[1]).toEqual(places[0]);
  expect(places[2]).toEqual(places[0]);
  expect(await shiftOf(page)).toBeLessThan(0.001);
  await page.context().close();
});

test.each([
  { width: 1280, height: 900 },
  { width: 390, height: 1600 },
])("/account moves nothing visible while its parts arrive, at $width px", async (viewport) => {
  const { page } = await open("/", viewport);
  const role = await holdRequests(page, "**/rest/v1/user_roles?**");
  const parts = await holdRequests(page, "**/rest/v1/rpc/my_sessions*");
  await page.goto(`${fixture.url}/account`, { waitUntil: "commit" });
  await placeOfLoading(page, role);
  role.release();
  await page.getByRole("heading", { level: 1, name: "Your account" }).waitFor();
  await expect.poll(parts.count).toBeGreaterThan(0);
  parts.release();
  await page.getByText("This device").waitFor();

  expect(await shiftOf(page)).toBeLessThan(0.001);
  await page.context().close();
});

async function open(path: string, viewport = { width: 1280, height: 900 }) {
  const opened = await fixture.openAs(admin, { viewport, reducedMotion: "reduce" });
  await opened.page.addInitScript(recordShifts);
  await opened.page.goto(fixture.url + path);
  return opened;
}

/** Where 'Loading...' stands once the held request is under way. */
async function placeOfLoading(page: Page, held: { readonly count: () => number }) {
  await expect.poll(held.count).toBeGreaterThan(0);
  const status = page.locator("main").getByRole("status").filter({ hasText: "Loading..." });
  await status.waitFor();
  const footer = await page.locator("footer").boundingBox();
  return { status: await status.boundingBox(), footer: footer?.y };
}

import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AccountFixture, ADMIN, openAccountFixture, signIn } from "../../fixtures/auth/account.ts";
import { hydrate } from "../../fixtures/browser/browser.ts";

const SESSION_KEY = "sb-localhost-auth-token";
const BACKEND = "**/{auth,rest}/v1/**";

let fixture: AccountFixture;

beforeAll(async () => {
  fixture = await openAccountFixture();
});
afterAll(() => fixture.close());

const footer = (page: Page) => page.locator("footer");

test.each([true, false])(
  "a page that was opened in an outage names the account, and knows it soon after, without a reload; expired: %s",
  async (isExpired) => {
    const page = await openSignedIn();
    if (isExpired) await expireSession(page);
    await page.route(BACKEND, (route) => route.abort());
    await page.clock.install();
    await page.goto(`${fixture.site.url}/about`);
    await hydrate(page);
    await footer(page).getByText(`Logged in as: ${ADMIN.email}`).waitFor();
    for (let seconds = 0; seconds < 30; seconds += 1) await page.clock.runFor(1_000);
    await footer(page).getByText(`Logged in as: ${ADMIN.email}`).waitFor();
    expect(await footer(page).getByRole("link", { name: "Sign In" }).count()).toBe(0);
    await page.unroute(BACKEND);
    await page.clock.runFor(12_000);
    // At most 18 more seconds of the page's time, however slow the machine is.
    const isAdmin = async () =>
      page.clock.runFor(10).then(() => footer(page).getByText("Admin", { exact: true }).count());
    await expect.poll(isAdmin).toBe(1);
    await page.context().close();
  },
);

test("'Sign Out' in an outage signs out", async () => {
  const page = await openSignedIn();
  await expireSession(page);
  await page.route(BACKEND, (route) => route.abort());
  await page.goto(`${fixture.site.url}/about`);
  await hydrate(page);
  await footer(page).getByRole("button", { name: "Sign Out" }).click();
  await footer(page).getByRole("link", { name: "Sign In" }).waitFor();
  await expect.poll(() => page.evaluate((key) => localStorage.getItem(key), SESSION_KEY)).toBeNull();
  await page.unroute(BACKEND);
  await page.reload();
  await footer(page).getByRole("link", { name: "Sign In" }).waitFor();
  await page.context().close();
});

/** A browser that was signed in on a page before this one. */
async function openSignedIn(): Promise<Page> {
  const page = await fixture.visit("/auth");
  await signIn(page, ADMIN);
  await page.waitForURL(`${fixture.site.url}/`);
  await footer(page).getByText("Logged in as").waitFor();
  await page.goto(`${fixture.site.url}/robots.txt`);
  return page;
}

async function expireSession(page: Page): Promise<void> {
  await page.evaluate((key) => {
    const session = JSON.parse(localStorage.getItem(key) ?? "");
    localStorage.setItem(key, JSON.stringify({ ...session, expires_at: Math.floor(Date.now() / 1_000) - 10 }));
  }, SESSION_KEY);
}

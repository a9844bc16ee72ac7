import type { Page, Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AccountFixture, ADMIN, openAccountFixture, signIn } from "../../fixtures/auth/account.ts";
import { recordShifts, shiftOf } from "../../fixtures/browser/browser.ts";
import { holdRequests } from "../../fixtures/browser/held-requests.ts";
import { seeToast } from "../../fixtures/browser/toast.ts";

let fixture: AccountFixture;

beforeAll(async () => {
  fixture = await openAccountFixture();
});
afterAll(() => fixture.close());

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });

describe("the gate", () => {
  test("shows 'Loading...', leads to /auth, and back to where one wanted to go", async () => {
    const page = await fixture.visit("/blog/new");
    await heading(page, "Sign in").waitFor();
    expect(new URL(page.url()).pathname).toBe("/auth");
    await signIn(page, ADMIN);
    await page.waitForURL(`${fixture.site.url}/blog/new`);
    await page.context().close();
  });

  test("leads who has no session to the form of /auth before the scripts are there, and nothing moves then", async () => {
    const page = await fixture.visit("/about");
    await page.addInitScript(recordShifts);
    const scripts = await holdRequests(page, "**/assets/*.js");
    await page.goto(`${fixture.site.url}/blog/new`, { waitUntil: "commit" });
    await heading(page, "Sign in").waitFor();
    await page.getByText("Please sign in to continue.").waitFor();
    await page.getByLabel("Email", { exact: true }).fill(ADMIN.email);
    scripts.release();
    await page.locator(".auth-column.hydrated").waitFor();
    await page.getByText("Please sign in to continue.").waitFor();
    expect(await page.getByLabel("Email", { exact: true }).inputValue()).toBe(ADMIN.email);
    expect(await shiftOf(page)).toBe(0);
    await page.context().close();
  });

  test.each(["", "?token_hash=x&type=recovery"])(
    "says no reason on /auth%s, and shows no form that a link is not about",
    async (query) => {
      const page = await fixture.visit("/robots.txt");
      const scripts = await holdRequests(page, "**/assets/*.js");
      await page.goto(`${fixture.site.url}/auth${query}`, { waitUntil: "commit" });
      const column = page.locator(".auth-column");
      await column.waitFor();
      expect(await heading(page, "Sign in").isVisible()).toBe(query === "");
      expect(await page.getByText("Please sign in to continue.").isVisible()).toBe(false);
      const bars = () => column.evaluate((element) => getComputedStyle(element).backgroundImage !== "none");
      expect(await bars()).toBe(query !== "");
      scripts.release();
      await heading(page, query ? "Choose a new password" : "Sign in").waitFor();
      expect(await bars()).toBe(false);
      await page.context().close();
    },
  );

  test("leads who has no session to /auth without fetching what is behind it", async () => {
    const page = await fixture.visit("/auth");
    const fetched: string[] = [];
    page.on("request", (request) => fetched.push(new URL(request.url()).pathname));
    await page.goto(`${fixture.site.url}/newsroom?page=2`);
    await page.locator(".auth-column.hydrated").waitFor();
    expect(fetched).toContain("/auth");
    expect(fetched.filter((path) => path.includes("newsroom"))).toEqual(["/newsroom"]);
    await signIn(page, ADMIN);
    await page.waitForURL(`${fixture.site.url}/newsroom?page=2`);
    await page.context().close();
  });

  test("waits with a spinner while the role is looked up, and the footer already names the account", async () => {
    const page = await fixture.visit("/auth");
    await signIn(page, ADMIN);
    await page.waitForURL(`${fixture.site.url}/`);
    const role = await holdRequests(page, "**/rest/v1/user_roles?**");
    await page.goto(`${fixture.site.url}/blog/new`);
    await page.getByRole("status").filter({ hasText: "Loading..." }).waitFor();
    const footer = page.locator("footer");
    await footer.getByText(`Logged in as: ${ADMIN.email}`).waitFor();
    await footer.getByRole("button", { name: "Sign Out" }).waitFor();
    expect(await footer.getByText("Admin", { exact: true }).count(), "not known yet").toBe(0);
    role.release();
    await footer.getByText("Admin", { exact: true }).waitFor();
    await page.context().close();
  });

  test("denies what is for admins, with the catalogue's words, and leads home", async () => {
    const person = await fixture.addPerson();
    const page = await fixture.visit("/blog/new");
    await signIn(page, person);
    await seeToast(page, "Access Denied", "You don't have permission to access this page.");
    await page.waitForURL(`${fixture.site.url}/`);
    await page.context().close();
  });

  test.each([
    ["answers with an error", { status: 500, json: { code: "XX000", message: "broken" } }],
    ["answers nonsense", { status: 200, body: "<html>" }],
  ])("a role lookup that %s makes nobody an admin", async (_what, reply) => {
    const page = await fixture.visit("/auth");
    await page.route("**/rest/v1/user_roles?**", (route) => route.fulfill(reply));
    await signIn(page, ADMIN);
    await page.getByText(`Logged in as: ${ADMIN.email}`).waitFor();
    expect(await page.locator("footer").getByText("Admin", { exact: true }).count()).toBe(0);
    await page.context().close();
  });

  test.each([
    ["is refused", (route: Route) => route.fulfill({ status: 401, json: { code: "PGRST301", message: "expired" } })],
    ["answers with an error", (route: Route) => route.fulfill({ status: 500, json: { message: "broken" } })],
    ["answers nonsense", (route: Route) => route.fulfill({ status: 200, body: "<html>" })],
    ["does not get through", (route: Route) => route.abort()],
  ])("who writes and comes back to the tab goes on writing when the role lookup %s", async (_what, answer) => {
    const page = await fixture.visit("/blog/new");
    await signIn(page, ADMIN);
    const title = page.getByLabel("Title");
    await title.fill("Half a thought");
    await page.route("**/rest/v1/user_roles?**", answer);
    const failed = page.waitForEvent("console", (message) => message.text().startsWith("The role could not be"));
    await page.evaluate(() => dispatchEvent(new Event("visibilitychange")));
    await failed;
    expect(await title.count()).toBe(1);
    expect(await title.inputValue()).toBe("Half a thought");
    expect(await page.getByText("Access Denied").count()).toBe(0);
    await page.context().close();
  });

  test("a role that was taken elsewhere closes the screen when somebody comes back to it", async () => {
    const person = await fixture.addPerson({ role: "admin" });
    const page = await fixture.visit("/newsroom");
    await signIn(page, person);
    await page.getByRole("link", { name: "New post", exact: true }).waitFor();
    await fixture.service.from("user_roles").update({ role: "user" }).eq("user_id", person.id);
    await page.evaluate(() => dispatchEvent(new Event("visibilitychange")));
    await seeToast(page, "Access Denied", "You don't have permission to access this page.");
    await page.waitForURL(`${fixture.site.url}/`);
    await page.context().close();
  });
});

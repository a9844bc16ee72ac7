import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AccountWorld, ADMIN, openAccountWorld, signIn } from "../support/account-world.ts";
import { seeToast } from "../support/toast.ts";

let world: AccountWorld;

beforeAll(async () => {
  world = await openAccountWorld();
});
afterAll(() => world.close());

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });

describe("the gate", () => {
  test("shows 'Loading...', leads to /auth, and back to where one wanted to go", async () => {
    const page = await world.visit("/blog/new");
    await heading(page, "Sign in").waitFor();
    expect(new URL(page.url()).pathname).toBe("/auth");
    await signIn(page, ADMIN);
    await page.waitForURL(`${world.site.url}/blog/new`);
    await page.context().close();
  });

  test("waits with a spinner while the role is looked up", async () => {
    const page = await world.visit("/auth");
    await signIn(page, ADMIN);
    await page.waitForURL(`${world.site.url}/`);
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route("**/rest/v1/user_roles?**", async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${world.site.url}/blog/new`);
    await page.getByRole("status").filter({ hasText: "Loading..." }).waitFor();
    await page.locator("footer").getByRole("link", { name: "Sign In" }).waitFor();
    answer();
    await page.locator("footer").getByText("Admin", { exact: true }).waitFor();
    await page.context().close();
  });

  test("denies what is for admins, with the catalogue's words, and leads home", async () => {
    const person = await world.addPerson();
    const page = await world.visit("/blog/new");
    await signIn(page, person);
    await seeToast(page, "Access Denied", "You don't have permission to access this page.");
    await page.waitForURL(`${world.site.url}/`);
    await page.context().close();
  });

  test.each([
    ["answers with an error", { status: 500, json: { code: "XX000", message: "broken" } }],
    ["answers nonsense", { status: 200, body: "<html>" }],
  ])("a role lookup that %s makes nobody an admin", async (_what, reply) => {
    const page = await world.visit("/auth");
    await page.route("**/rest/v1/user_roles?**", (route) => route.fulfill(reply));
    await signIn(page, ADMIN);
    await page.getByText(`Logged in as: ${ADMIN.email}`).waitFor();
    expect(await page.locator("footer").getByText("Admin", { exact: true }).count()).toBe(0);
    await page.context().close();
  });
});

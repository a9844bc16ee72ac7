import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AccountFixture, ADMIN, openAccountFixture, type Person, signIn } from "../../fixtures/auth/account.ts";
import { listenForScripts, recordShifts, shiftOf } from "../../fixtures/browser/browser.ts";
import { loadBeforeRendering } from "../../fixtures/browser/held-rendering.ts";
import { holdRequests } from "../../fixtures/browser/held-requests.ts";

const SESSION_KEY = "sb-localhost-auth-token";
const ROLE = "**/rest/v1/user_roles?**";
const REFRESH = "**/auth/v1/token?grant_type=refresh_token";
const UNREACHABLE = "We cannot reach the sign-in service. Trying again...";
const SIGN_IN_FIRST = "Please sign in to continue.";
const ENDED = "Your session has ended. Sign in to continue where you were.";

let fixture: AccountFixture;

beforeAll(async () => {
  fixture = await openAccountFixture();
});
afterAll(() => fixture.close());

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });
const footer = (page: Page) => page.locator("footer");
const denied = (page: Page) => page.getByText("Access Denied").count();

describe("a tab that nobody has touched", () => {
  test("learns of a sign-in in another tab, and of the sign-out", async () => {
    const person = await fixture.addPerson();
    const page = await fixture.visit("/auth");
    const untouched = await page.context().newPage();
    const scripts = listenForScripts(untouched);
    await untouched.goto(`${fixture.site.url}/about`, { waitUntil: "networkidle" });
    expect(scripts).toEqual([]);
    await page.bringToFront();
    await signIn(page, person);
    await footer(untouched).getByText(`Logged in as: ${person.email}`).waitFor();
    await footer(page).getByRole("button", { name: "Sign Out" }).click();
    await footer(untouched).getByRole("link", { name: "Sign In" }).waitFor();
    await page.context().close();
  });

  test("takes the verifier of a sign-up for no session", async () => {
    const page = await fixture.visit("/about");
    const untouched = await page.context().newPage();
    const scripts = listenForScripts(untouched);
    await untouched.goto(`${fixture.site.url}/work`, { waitUntil: "networkidle" });
    await page.evaluate((key) => localStorage.setItem(`${key}-code-verifier`, "x"), SESSION_KEY);
    await untouched.goto(`${fixture.site.url}/services`, { waitUntil: "networkidle" });
    expect(scripts).toEqual([]);
    await untouched.goto(`${fixture.site.url}/account`);
    await untouched.getByText(SIGN_IN_FIRST).waitFor();
    expect(scripts.filter((script) => /\/(account|backend)-/.test(script))).toEqual([]);
    await page.context().close();
  });
});

describe("the role", () => {
  test("is asked for once per page, and for a plain user without a red line in the console", async () => {
    const page = await openSignedIn(await fixture.addPerson());
    const asked = listenForRoles(page);
    const complaints: string[] = [];
    page.on("console", (message) => void (message.type() === "error" && complaints.push(message.text())));
    await page.goto(`${fixture.site.url}/about`, { waitUntil: "networkidle" });
    await footer(page).getByText("Logged in as").waitFor();
    await expect.poll(() => asked).toEqual([200]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test("waits for a token that is being refreshed, and is asked for once", async () => {
    const page = await openSignedIn(ADMIN);
    await expireSession(page);
    const asked = listenForRoles(page);
    const refresh = await holdRequests(page, REFRESH);
    await page.goto(`${fixture.site.url}/blog/new`);
    await expect.poll(refresh.count).toBe(1);
    await page.getByText("Loading...").waitFor();
    expect(asked).toEqual([]);
    refresh.release();
    await heading(page, "New post").waitFor();
    expect(asked).toEqual([200]);
    await page.context().close();
  });

  test("is found in two tabs that refresh one session at the same time", async () => {
    const page = await openSignedIn(ADMIN);
    await page.goto(`${fixture.site.url}/robots.txt`);
    await expireSession(page);
    const other = await page.context().newPage();
    await Promise.all([page, other].map((tab) => tab.goto(`${fixture.site.url}/newsroom`)));
    for (const tab of [page, other]) {
      await tab.getByRole("link", { name: "New post", exact: true }).waitFor();
      expect(await denied(tab)).toBe(0);
    }
    await page.context().close();
  });

  test("is asked for again with a new token after a refusal", async () => {
    const page = await openSignedIn(ADMIN);
    const asked = listenForRoles(page);
    const refusal = { status: 401, json: { code: "PGRST301", message: "JWT expired" } };
    await page.route(ROLE, (route) => route.fulfill(refusal), { times: 1 });
    await page.goto(`${fixture.site.url}/blog/new`);
    await heading(page, "New post").waitFor();
    expect(asked).toEqual([401, 200]);
    await page.context().close();
  });

  test.each([
    ["answers with an error", { status: 500, json: { code: "XX000", message: "broken" } }],
    ["refuses every token", { status: 401, json: { code: "PGRST301", message: "JWT expired" } }],
    ["answers nonsense", { status: 200, body: "<html>" }],
  ])("of an admin is looked for until it is found where the backend %s", async (_what, reply) => {
    const page = await openSignedIn(ADMIN);
    await page.route(ROLE, (route) => route.fulfill(reply));
    await page.goto(`${fixture.site.url}/blog/new`);
    await page.getByText(UNREACHABLE).waitFor();
    expect(await denied(page)).toBe(0);
    await page.unroute(ROLE);
    await heading(page, "New post").waitFor();
    expect(new URL(page.url()).pathname).toBe("/blog/new");
    await page.context().close();
  });

  test("opens the newsroom once it is found, also where the browser is too busy to render in between", async () => {
    const page = await openSignedIn(ADMIN);
    await page.route(ROLE, (route) => route.abort());
    await page.goto(`${fixture.site.url}/newsroom`);
    await page.getByText(UNREACHABLE).waitFor();
    await loadBeforeRendering(page, () => page.unroute(ROLE));
    await page.getByRole("heading", { name: "Waiting for you" }).waitFor();
    await page.context().close();
  });
});

describe("/auth says why one is there", () => {
  test("after a screen that needs an account, loaded or reached by a link", async () => {
    const page = await fixture.visit("/about");
    await page.addInitScript(recordShifts);
    await page.goto(`${fixture.site.url}/account`);
    await page.getByText(SIGN_IN_FIRST).waitFor();
    expect(await shiftOf(page)).toBe(0);
    await page.goto(`${fixture.site.url}/sitemap`);
    await page.getByRole("main").getByRole("link", { name: "Add Blog Post" }).click();
    await page.getByText(SIGN_IN_FIRST).waitFor();
    await page.context().close();
  });

  test("after a session that was ended elsewhere, and leads back", async () => {
    const person = await fixture.addPerson({ role: "admin" });
    const page = await openSignedIn(person);
    await endSessions(person);
    await page.goto(`${fixture.site.url}/newsroom?page=2`);
    await page.getByText(ENDED).waitFor();
    expect(await denied(page)).toBe(0);
    await signIn(page, person);
    await page.waitForURL(`${fixture.site.url}/newsroom?page=2`);
    await page.context().close();
  });

  test("after a session that can be refreshed no more", async () => {
    const person = await fixture.addPerson();
    const page = await openSignedIn(person);
    await expireSession(page);
    await endSessions(person);
    await page.goto(`${fixture.site.url}/account`);
    await page.getByText(ENDED).waitFor();
    await signIn(page, person);
    await page.waitForURL(`${fixture.site.url}/account`);
    await page.context().close();
  });

  test("but not after 'Sign Out', nor where one came by oneself", async () => {
    const page = await openSignedIn(await fixture.addPerson());
    await page.goto(`${fixture.site.url}/account`);
    await footer(page).getByRole("button", { name: "Sign Out" }).click();
    await page.waitForURL(`${fixture.site.url}/auth?next=%2Faccount`);
    await heading(page, "Sign in").waitFor();
    expect(await page.getByText(/Please sign in|session has ended/).count()).toBe(0);
    await page.goto(`${fixture.site.url}/about`);
    await footer(page).getByRole("link", { name: "Sign In" }).click();
    await page.locator(".auth-column.hydrated").waitFor();
    expect(await page.getByText(/Please sign in|session has ended/).count()).toBe(0);
    await page.context().close();
  });
});

describe("/auth in a browser that holds a session", () => {
  test("signs in while the refresh of the old session does not come back", async () => {
    const person = await fixture.addPerson();
    const page = await openSignedIn(person);
    await expireSession(page);
    const refresh = await holdRequests(page, REFRESH);
    await page.goto(`${fixture.site.url}/auth`);
    await expect.poll(refresh.count).toBe(1);
    expect(await page.getByText("Loading...").count()).toBe(0);
    await signIn(page, person);
    await page.waitForURL(`${fixture.site.url}/`);
    await footer(page).getByText(`Logged in as: ${person.email}`).waitFor();
    refresh.release();
    await page.reload();
    await footer(page).getByText(`Logged in as: ${person.email}`).waitFor();
    await page.context().close();
  });

  test("offers the mail for a new password where the session does not come back", async () => {
    const page = await openSignedIn(await fixture.addPerson());
    await expireSession(page);
    await page.route(REFRESH, (route) => route.fulfill({ status: 503, json: { message: "away" } }));
    await page.goto(`${fixture.site.url}/auth?new-password`);
    await heading(page, "Forgot your password?").waitFor();
    await page.getByLabel("Email", { exact: true }).waitFor();
    await page.context().close();
  });

  test("signs in after nonsense in its storage", async () => {
    const person = await fixture.addPerson();
    const page = await fixture.visit("/robots.txt");
    await page.evaluate((key) => localStorage.setItem(key, "{nonsense"), SESSION_KEY);
    await page.goto(`${fixture.site.url}/auth`);
    await signIn(page, person);
    await page.waitForURL(`${fixture.site.url}/`);
    await page.context().close();
  });
});

describe("an expired session while the sign-in service is away", () => {
  test("is kept, said to be out of reach, and refreshed once the service is back", async () => {
    const page = await openSignedIn(ADMIN);
    await expireSession(page);
    await page.route(REFRESH, (route) => route.fulfill({ status: 503, json: { message: "away" } }));
    await page.clock.install();
    await page.goto(`${fixture.site.url}/blog/new`);
    const passTime = () => page.clock.runFor(5_000);
    const isSaid = async () => passTime().then(() => page.getByText(UNREACHABLE).count());
    await expect.poll(isSaid).toBe(1);
    // Longer than supabase-js tries without a pause.
    for (let seconds = 0; seconds < 40; seconds += 5) expect(await isSaid()).toBe(1);
    expect(new URL(page.url()).pathname).toBe("/blog/new");
    await page.unroute(REFRESH);
    await expect.poll(async () => passTime().then(() => heading(page, "New post").count())).toBe(1);
    await page.context().close();
  });

  test("can be tried again at once", async () => {
    const page = await openSignedIn(await fixture.addPerson());
    await expireSession(page);
    await page.route(REFRESH, (route) => route.abort());
    await page.goto(`${fixture.site.url}/account`);
    await page.getByText(UNREACHABLE).waitFor();
    await page.unroute(REFRESH);
    await page.getByRole("button", { name: "Try again" }).click();
    await heading(page, "Your account").waitFor();
    await page.context().close();
  });
});

test("a token that is refused and can be renewed ends no session", async () => {
  const page = await openSignedIn(await fixture.addPerson());
  const refusal = { status: 401, json: { code: "PGRST301", message: "JWT expired" } };
  await page.route("**/rest/v1/rpc/my_sessions", (route) => route.fulfill(refusal), { times: 1 });
  await page.goto(`${fixture.site.url}/account`);
  await page.getByText("This device").waitFor();
  await page.context().close();
});

/** A browser that was signed in on a page before this one. */
async function openSignedIn(person: Pick<Person, "email" | "password">): Promise<Page> {
  const page = await fixture.visit("/auth");
  await signIn(page, person);
  await page.waitForURL(`${fixture.site.url}/`);
  await footer(page).getByText("Logged in as").waitFor();
  // A page without scripts, which does not react to changes of the storage.
  await page.goto(`${fixture.site.url}/robots.txt`);
  return page;
}

async function expireSession(page: Page): Promise<void> {
  await page.evaluate((key) => {
    const session = JSON.parse(localStorage.getItem(key) ?? "");
    localStorage.setItem(key, JSON.stringify({ ...session, expires_at: Math.floor(Date.now() / 1_000) - 10 }));
  }, SESSION_KEY);
}

async function endSessions(person: Person): Promise<void> {
  await (await fixture.actAs(person)).auth.signOut({ scope: "global" });
}

/** The status of each answer to a question for the role. */
function listenForRoles(page: Page): number[] {
  const asked: number[] = [];
  page.on("response", (response) => void (response.url().includes("/user_roles?") && asked.push(response.status())));
  return asked;
}

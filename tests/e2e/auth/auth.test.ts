import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AccountFixture, ADMIN, openAccountFixture, PASSWORD, signIn } from "../../fixtures/auth/account.ts";
import { expectAccessible, expectAccessibleAtBothWidths } from "../../fixtures/browser/accessibility.ts";
import { holdRequests } from "../../fixtures/browser/held-requests.ts";
import { seeToast } from "../../fixtures/browser/toast.ts";

const UNEXPECTED = "An unexpected error occurred. Please try again.";
let fixture: AccountFixture;

beforeAll(async () => {
  fixture = await openAccountFixture();
});
afterAll(() => fixture.close());

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });

describe("signing in", () => {
  test("leads home, with the toast, and the footer says who is there", async () => {
    const person = await fixture.addPerson();
    const page = await fixture.visit("/auth");
    await signIn(page, person);
    await page.waitForURL(`${fixture.site.url}/`);
    await seeToast(page, "Success", "Logged in successfully!");
    const footer = page.locator("footer");
    await footer.getByText(`Logged in as: ${person.email}`).waitFor();
    await footer.getByRole("link", { name: "Your account" }).waitFor();
    expect(await footer.getByText("Admin", { exact: true }).count()).toBe(0);
    expect(await footer.getByRole("link", { name: "Add Blog Post" }).count()).toBe(0);
    expect(await footer.getByRole("link", { name: "Sign In" }).count()).toBe(0);
    expect(await page.locator("header").getByRole("link", { name: "New Post" }).count()).toBe(0);
    await page.context().close();
  });

  test("lights up header and footer for an admin, on the next page and after a reload", async () => {
    const page = await fixture.visit("/auth");
    await signIn(page, ADMIN);
    await page.waitForURL(`${fixture.site.url}/`);
    await page.goto(`${fixture.site.url}/about`);
    const footer = page.locator("footer");
    await footer.getByText("Admin", { exact: true }).waitFor();
    expect(await footer.getByRole("link", { name: "Add Blog Post" }).getAttribute("href")).toBe("/blog/new");
    expect(await footer.getByRole("link", { name: "Newsroom" }).getAttribute("href")).toBe("/newsroom");
    expect(await page.locator("header .nav").getByRole("link", { name: "New Post" }).getAttribute("href")).toBe(
      "/blog/new",
    );
    for (const width of [960, 1100, 1120, 1280, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      const boxes = await page
        .locator("body > .header :is(.logo, .nav a, .tools, .grid-right > .button):visible")
        .evaluateAll((items) => items.map((item) => item.getBoundingClientRect().toJSON()));
      const gaps = boxes.slice(1).map(({ left }, index) => left - boxes[index].right);
      expect(Math.min(...gaps), `${width} px`).toBeGreaterThan(12);
      expect(Math.max(...boxes.map(({ height }) => height)), "no label breaks into lines").toBeLessThan(60);
    }
    await page.context().close();
  });

  test("away from /auth: whoever is signed in is sent home", async () => {
    const person = await fixture.addPerson();
    const page = await fixture.visit("/auth");
    await signIn(page, person);
    await page.waitForURL(`${fixture.site.url}/`);
    await page.goto(`${fixture.site.url}/auth`);
    await page.waitForURL(`${fixture.site.url}/`);
    await page.context().close();
  });

  test("reaches other tabs, and so does signing out", async () => {
    const person = await fixture.addPerson();
    const page = await fixture.visit("/auth");
    const other = await page.context().newPage();
    await other.goto(`${fixture.site.url}/about`);
    await other.mouse.move(200, 30);
    await other.keyboard.press("Tab");
    await other.waitForFunction(() => "__reactRouterDataRouter" in globalThis);
    await signIn(page, person);
    await other.getByText(`Logged in as: ${person.email}`).waitFor();
    await button(other, "Sign Out").click();
    await page.locator("footer").getByRole("link", { name: "Sign In" }).waitFor();
    await page.context().close();
  });

  test("shows the backend's message where the password is wrong, and keeps what was typed", async () => {
    const { email } = await fixture.addPerson();
    const page = await fixture.visit("/auth");
    await signIn(page, { email, password: "not-this-one" });
    await seeToast(page, "Error", "Invalid login credentials");
    expect(await page.getByLabel("Email", { exact: true }).inputValue()).toBe(email);
    await button(page, "Sign In").waitFor();
    await page.context().close();
  });

  test("dismisses the failure before it by a success, whose mark has another shape", async () => {
    const person = await fixture.addPerson();
    const page = await fixture.visit("/auth");
    const mark = page.locator(".toast").first();
    const shapeOf = () => mark.evaluate((toast) => getComputedStyle(toast, "::before").clipPath);
    await signIn(page, { ...person, password: "not-this-one" });
    await seeToast(page, "Error", "Invalid login credentials");
    const failureShape = await shapeOf();
    await signIn(page, person);
    await seeToast(page, "Success", "Logged in successfully!");
    expect(await page.locator(".toast", { hasText: "Invalid login credentials" }).count()).toBe(0);
    expect(await shapeOf()).not.toBe(failureShape);
    await page.context().close();
  });

  test("names what is missing beside the fields, and asks nobody", async () => {
    const page = await fixture.visit("/auth", { viewport: { width: 360, height: 740 } });
    const asked: string[] = [];
    page.on("request", (request) => void (request.url().includes("/auth/v1/") && asked.push(request.url())));
    await button(page, "Sign In").click();
    await page.getByText("Please enter your email address.").waitFor();
    await page.getByText("Please enter your password.").waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("email");
    await expectAccessible(page);
    await page.getByLabel("Email", { exact: true }).fill("ada@plumbline");
    await page.getByLabel("Password", { exact: true }).fill("anything");
    await page.keyboard.press("Enter");
    await page.getByText("This address is not complete.").waitFor();
    expect(asked).toEqual([]);
    await page.context().close();
  });

  test("says 'Processing...' meanwhile and takes one submit for one", async () => {
    const person = await fixture.addPerson();
    const page = await fixture.visit("/auth");
    const asked = await holdRequests(page, "**/auth/v1/token?**");
    await signIn(page, person);
    const processing = button(page, "Processing...");
    await processing.waitFor();
    expect(await processing.getAttribute("aria-disabled")).toBe("true");
    await processing.click({ force: true });
    await page.keyboard.press("Enter");
    asked.release();
    await page.waitForURL(`${fixture.site.url}/`);
    expect(asked.count()).toBe(1);
    await page.context().close();
  });

  test("works with a submit that comes before the page is hydrated", async () => {
    const person = await fixture.addPerson();
    const page = await fixture.visit("/auth");
    await page.clock.install();
    const app = await holdRequests(page, "**/assets/entry.client-*.js");
    await page.reload({ waitUntil: "commit" });
    await signIn(page, person);
    // Longer than the loader waits before a form does what it does without scripts.
    await page.clock.fastForward(3_500);
    await button(page, "Sign In").click();
    expect(page.url()).toBe(`${fixture.site.url}/auth`);
    app.release();
    await seeToast(page, "Success", "Logged in successfully!");
    await page.context().close();
  });

  test("turns into signing up also where that is asked before the page is hydrated", async () => {
    const page = await fixture.visit("/about");
    const app = await holdRequests(page, "**/assets/entry.client-*.js");
    await page.goto(`${fixture.site.url}/auth`, { waitUntil: "commit" });
    await button(page, "Sign up").click();
    expect(await page.locator(".auth-column.hydrated").count()).toBe(0);
    app.release();
    await heading(page, "Sign up").waitFor();
    await page.context().close();
  });

  test("shows and hides the password, and lets it be pasted", async () => {
    const page = await fixture.visit("/auth");
    const password = page.getByLabel("Password", { exact: true });
    await password.fill("hidden");
    await button(page, "Show password").click();
    await button(page, "Hide password").waitFor();
    expect(await password.getAttribute("type")).toBe("text");
    await button(page, "Hide password").click();
    expect(await password.getAttribute("type")).toBe("password");
    expect(await password.getAttribute("autocomplete")).toBe("current-password");
    expect(await page.getByLabel("Email", { exact: true }).getAttribute("autocomplete")).toBe("username");
    await page.context().close();
  });
});

test.each(["/", "/about", "/contact"])(
  "%s loads nothing of supabase-js for a visitor, hydrated or not",
  async (path) => {
    const page = await fixture.visit(path);
    const scripts: Promise<string>[] = [];
    page.on("response", (response) => {
      // Responses to requests of the page before the reload can no longer be read.
      if (response.url().endsWith(".js")) scripts.push(response.text().catch(() => ""));
    });
    await page.reload();
    await page.keyboard.press("Tab");
    await page.waitForFunction(() => "__reactRouterDataRouter" in globalThis);
    await page.waitForLoadState("networkidle");
    const texts = await Promise.all(scripts);
    expect(texts.filter(Boolean).length).toBeGreaterThan(0);
    expect(texts.filter((text) => text.includes("grant_type=refresh_token"))).toEqual([]);
    await page.context().close();
  },
);

describe("when something is in the way", () => {
  test.each([
    ["the backend fails", { status: 500, json: { code: "unexpected_failure", message: "Unexpected failure" } }],
    ["the backend is away", { status: 503, json: { code: "request_timeout", message: "The database is away." } }],
  ])("%s: what it says of it", async (_what, answer) => {
    const page = await fixture.visit("/auth");
    await page.route("**/auth/v1/token?**", (route) => route.fulfill(answer));
    await signIn(page, ADMIN);
    await seeToast(page, "Error", answer.json.message);
    await button(page, "Sign In").waitFor();
    await page.context().close();
  });

  test("a proxy answers in the backend's place: the catalogue's sentence", async () => {
    const page = await fixture.visit("/auth");
    const answer = { status: 502, contentType: "text/html", body: "<h1>Bad Gateway</h1>" };
    await page.route("**/auth/v1/token?**", (route) => route.fulfill(answer));
    await signIn(page, ADMIN);
    await seeToast(page, "Error", UNEXPECTED);
    await button(page, "Sign In").waitFor();
    await page.context().close();
  });

  test("the network is gone: a sentence that says so, and the form works again afterwards", async () => {
    const person = await fixture.addPerson();
    const page = await fixture.visit("/auth");
    await page.waitForFunction(() => "__reactRouterDataRouter" in globalThis);
    await page.context().setOffline(true);
    await signIn(page, person);
    await seeToast(page, "Error", "You are offline. Please try again once you are connected.");
    await page.context().setOffline(false);
    await button(page, "Sign In").click();
    await page.waitForURL(`${fixture.site.url}/`);
    await page.context().close();
  });

  test("too many tries: the message says when to try again", async () => {
    const { email } = await fixture.addPerson();
    const guesses = await Promise.allSettled(
      Array.from({ length: 10 }, () => fixture.actAs({ id: "", email, password: "a wrong guess" })),
    );
    expect(guesses.every(({ status }) => status === "rejected")).toBe(true);
    const page = await fixture.visit("/auth");
    await signIn(page, { email, password: PASSWORD });
    await seeToast(page, "Error", "Request rate limit reached. Please try again in 5 minutes.");
    await page.context().close();
  });

  test("the browser stores nothing: signing in lasts as long as the page", async () => {
    const person = await fixture.addPerson();
    const page = await fixture.visit("/auth");
    await page.addInitScript(() => {
      Object.defineProperty(globalThis, "localStorage", {
        get: () => {
          throw new DOMException("Denied", "SecurityError");
        },
      });
    });
    await page.reload();
    await signIn(page, person);
    await page.getByText(`Logged in as: ${person.email}`).waitFor();
    await page.context().close();
  });
});

describe("every screen of /auth", () => {
  test.each([
    ["/auth", "Sign in"],
    ["/auth?sign-up", "Sign up"],
    ["/auth?forgotten", "Forgot your password?"],
    ["/auth?resend", "Confirm your address"],
    ["/auth?new-password", "Forgot your password?"],
    ["/auth?token_hash=none&type=recovery", "Choose a new password"],
    ["/auth?token_hash=none&type=invite", "You are invited"],
    ["/auth#error_code=otp_expired&error_description=x", "This link no longer works"],
  ])("%s is accessible at both widths, in both schemes, and stays in the page", async (path, title) => {
    const page = await fixture.visit(path, { reducedMotion: "reduce" });
    await heading(page, title).waitFor();
    await expectAccessibleAtBothWidths(page);
    await page.context().close();
  });

  test("a very long address breaks in the footer instead of the page", async () => {
    const email = `${"a-very-long-name-".repeat(3)}@${"very-long-company.".repeat(5)}example`;
    const person = await fixture.addPerson({ email });
    const page = await fixture.visit("/auth", { viewport: { width: 360, height: 740 } });
    await signIn(page, person);
    await page.getByText(`Logged in as: ${email}`).waitFor();
    await expectAccessible(page);
    await page.context().close();
  });
});

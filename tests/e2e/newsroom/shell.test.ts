import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible, expectAccessibleAtBothWidths } from "../../fixtures/browser/accessibility.ts";
import { expectFocused } from "../../fixtures/browser/focus.ts";
import { createMessages, type MessagesFixture } from "../../fixtures/mail/messages.ts";
import { addPost } from "../../fixtures/site/newsroom-site.ts";

let fixture: MessagesFixture;
beforeAll(async () => {
  fixture = await createMessages();
  await fixture.store({ name: "Ada" }, { name: "Ben" }, { name: "Cy", read_at: new Date().toISOString() });
});
afterAll(() => fixture.close());

async function open(path = "/newsroom") {
  const opened = await fixture.openPage(fixture.maud, path, { viewport: { width: 1440, height: 900 } });
  return { ...opened, rail: opened.page.getByRole("navigation", { name: "Newsroom" }) };
}

test("the newsroom has a rail of places and nothing of the public layout", async () => {
  const { page, rail, context, complaints } = await open();
  await page.getByRole("link", { name: "New post" }).waitFor();
  expect(await page.getByRole("contentinfo").count()).toBe(0);
  expect(await page.getByRole("navigation", { name: "Main" }).count()).toBe(0);
  expect((await rail.boundingBox())?.width).toBe(208);
  for (const [place, path] of [
    ["Posts", "/newsroom/posts"],
    ["Pages", "/newsroom/pages"],
    ["Site", "/newsroom/site"],
    ["People", "/newsroom/people"],
    ["Overview", "/newsroom"],
  ] as const) {
    await rail.locator(".rail-places").getByRole("link", { name: place }).click();
    await page.waitForURL(fixture.url + path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await expect.poll(() => rail.locator("[aria-current=page]").textContent()).toContain(place);
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("main");
  }
  expect(complaints).toEqual([]);
  await context.close();
});

test("/blog/new has the site's header and footer, /newsroom/posts/new the rail", async () => {
  const { page, rail, context, complaints } = await open("/blog/new");
  await page.getByRole("heading", { level: 1, name: "New post" }).waitFor();
  expect(await page.getByRole("contentinfo").count()).toBe(1);
  expect(await page.getByRole("navigation", { name: "Main" }).count()).toBe(1);
  expect(await rail.count()).toBe(0);
  await page.goto(`${fixture.url}/newsroom/posts/new`);
  await page.getByRole("heading", { level: 1, name: "New post" }).waitFor();
  expect(await page.getByRole("contentinfo").count()).toBe(0);
  expect((await rail.boundingBox())?.width).toBe(56);
  expect(await rail.locator("[aria-current=page]").textContent()).toBe("Posts");
  await page.getByRole("navigation", { name: "Path" }).getByRole("link", { name: "Posts" }).click();
  await page.waitForURL(`${fixture.url}/newsroom/posts`);
  expect(complaints).toEqual([]);
  await context.close();
});

test("the rail counts unread messages, and one less after the first has opened by itself", async () => {
  const { page, rail, context } = await open();
  const messages = rail.getByRole("link", { name: "Messages" });
  await expect.poll(() => messages.textContent()).toBe("Messages2 unread");
  await messages.click();
  await page.getByRole("heading", { level: 1, name: "Messages" }).waitFor();
  await expect.poll(() => messages.textContent()).toBe("Messages1 unread");
  await context.close();
});

test("the overview shows what waits, messages by week and service, and the last changes, and follows them", async () => {
  const post = await addPost(fixture.maud, { title: "Out tomorrow", published_at: "2099-01-01T08:00:00Z" });
  await fixture.maud.backend.from("post_drafts").insert({ title: "Half a thought" });
  const { page, context } = await open();
  const waiting = (label: string) => page.locator(".waiting li", { hasText: label });
  await expect.poll(() => waiting("unread message").textContent()).toMatch(/^1unread message(?:Ada|Ben)\./);
  await page.getByRole("heading", { level: 1, name: "One thing needs you today." }).waitFor();
  expect(await waiting("scheduled").textContent()).toContain("“Out tomorrow”");
  expect(await waiting("draft").textContent()).toContain("Latest: “Half a thought”.");
  const all = page.getByRole("row", { name: "All services" });
  expect(await all.getByRole("cell").last().textContent()).toBe("3");
  expect(await page.locator(".changes").textContent()).toContain("You scheduled Out tomorrow");
  await fixture.store({ name: "Dot" });
  await page.getByRole("heading", { level: 1, name: "Two things need you today." }).waitFor();
  await page.getByRole("link", { name: post.title, exact: true }).click();
  await page.waitForURL(`${fixture.url}/newsroom/posts/${post.id}`);
  await context.close();
});

test("the rail is icons on a narrow screen and while editing, and tabs at the foot of a phone", async () => {
  const { page, rail, context } = await open("/newsroom/site/identity/main");
  await page.getByRole("button", { name: "Publish", exact: true }).waitFor();
  expect((await rail.boundingBox())?.width).toBe(56);
  await page.goto(`${fixture.url}/newsroom/people`);
  await page.setViewportSize({ width: 1100, height: 800 });
  await page.getByLabel("Search by address").waitFor();
  expect((await rail.boundingBox())?.width).toBe(56);
  expect(await rail.getByRole("link", { name: "Site", exact: true }).count()).toBe(1);
  await page.setViewportSize({ width: 390, height: 800 });
  await expect.poll(async () => (await rail.boundingBox())?.width).toBe(390);
  const box = await rail.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(800);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  // A scroll position may be between two pixels.
  expect(Math.abs(((await rail.boundingBox())?.y ?? 0) - (box?.y ?? 0))).toBeLessThan(1);
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("link", { name: "Your account" }).waitFor();
  await expectAccessible(page);
  await context.close();
});

test("admins reach the newsroom and the screen of each section from public pages; visitors do not load its scripts", async () => {
  const { page, context, complaints } = await open("/about");
  await page.locator(".edit-link").first().waitFor();
  const links = await page.locator(".edit-link").evaluateAll((all) => all.map((link) => link.getAttribute("href")));
  expect(new Set(links)).toEqual(
    new Set(["page-about/main", "values", "leaders", "figures/main"].map((screen) => `/newsroom/site/${screen}`)),
  );
  const height = (all: typeof page) => all.locator("main").evaluate((main) => main.getBoundingClientRect().height);
  const withLinks = await height(page);
  for (const [path, count] of [
    ["/", 7],
    ["/about", 6],
    ["/services", 5],
    ["/work", 6],
    ["/work/oakmere-checkout", 5],
    ["/blog", 1],
    ["/blog/balance-is-a-number", 1],
    ["/careers", 3],
    ["/contact", 2],
    ["/privacy", 1],
    ["/services/design", 5],
  ] as const) {
    await page.goto(fixture.url + path);
    await expect.poll(() => page.locator(".edit-link").count(), { message: path }).toBe(count);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  }
  await page.locator(".header").getByRole("link", { name: "Services", exact: true }).click();
  await expect.poll(() => page.locator(".edit-link").count(), { message: "followed a link" }).toBe(5);
  await page.locator(".header .nav").getByRole("link", { name: "Newsroom" }).click();
  await expect.poll(() => page.locator(".edit-link").count(), { message: "in the newsroom" }).toBe(0);
  await page.goBack();
  await page.getByRole("link", { name: "Edit Eight ways to get it straight." }).click();
  await page.getByRole("heading", { level: 1, name: "Services: texts" }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();

  const visitor = await fixture.openAsNobody();
  const fetched: string[] = [];
  visitor.on("request", (request) => fetched.push(request.url()));
  await visitor.goto(`${fixture.url}/about`);
  await visitor.mouse.move(100, 100);
  await visitor.getByRole("link", { name: "Sign In" }).focus();
  await visitor.locator("html").evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  expect(await visitor.locator(".edit-link").count()).toBe(0);
  await visitor.setViewportSize({ width: 1440, height: 900 });
  expect(await height(visitor)).toBe(withLinks);
  expect(fetched.filter((url) => url.includes("edit-links"))).toEqual([]);
  await visitor.close();
});

test("every place is accessible at both widths", async () => {
  const { page, context } = await open();
  for (const path of ["/newsroom", "/newsroom/people", "/newsroom/site", "/newsroom/site/leaders"]) {
    await page.goto(fixture.url + path);
    await page.getByRole("heading", { level: 1 }).and(page.locator(":not(.visually-hidden)")).waitFor();
    await expectAccessibleAtBothWidths(page);
  }
  await context.close();
});

test.each([
  { pointer: "fine", device: {}, height: 40 },
  { pointer: "coarse", device: { isMobile: true, hasTouch: true }, height: 44 },
])("fields and buttons of editors are $height px high with a $pointer pointer", async ({ device, height }) => {
  for (const [path, label] of [
    ["/newsroom/site/contact/main", "Phone"],
    ["/newsroom/posts/new", "Category"],
  ] as const) {
    const { page, context } = await fixture.openPage(fixture.maud, path, device);
    const field = page.getByLabel(label).first();
    await field.waitFor();
    expect((await field.boundingBox())?.height, path).toBe(height);
    await context.close();
  }
  const { page, context } = await fixture.openPage(fixture.maud, "/newsroom/site/leaders", device);
  await page.getByRole("button", { name: "Add leader" }).click();
  expect((await page.getByRole("button", { name: "Continue" }).boundingBox())?.height).toBe(height);
  await context.close();
  const auth = await fixture.openAsNobody();
  await auth.goto(`${fixture.url}/auth`);
  expect(Math.round((await auth.getByLabel("Email").first().boundingBox())?.height ?? 0)).toBe(52);
  await auth.close();
});

test("buttons can be touched on 44 px", async () => {
  const finger = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
  const places = ["posts", "people", "journal", "messages", "site/leaders"].map((place) => `/newsroom/${place}`);
  for (const path of ["/blog/new", "/newsroom/posts/new", ...places]) {
    const { page, context } = await fixture.openPage(fixture.maud, path, finger);
    const buttons = page.locator("main :is(button, .button):visible");
    await buttons.nth(1).waitFor();
    const small = await buttons.evaluateAll((all) =>
      all.filter((one) => one.getBoundingClientRect().height < 44).map((one) => one.outerHTML),
    );
    expect(small, path).toEqual([]);
    const grip = page.locator(".grip").first();
    if (path.endsWith("leaders")) await grip.click({ position: { x: -6, y: 22 }, trial: true });
    await context.close();
  }
});

// The last test, because signing out ends the session that the others use.
test("the keyboard skips the rail, and the account menu returns the focus that opened it", async () => {
  const { page, rail, context } = await open("/newsroom/people");
  await page.getByLabel("Search by address").waitFor();
  await page.keyboard.press("Tab");
  await expectFocused(page.getByRole("link", { name: "Skip to content" }));
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.closest("main")?.id)).toBe("main");
  const account = rail.getByRole("button", { name: fixture.maud.email });
  await account.press("Enter");
  await page.getByRole("radio", { name: "Dark" }).check();
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe("dark");
  await page.keyboard.press("Escape");
  await expectFocused(account);
  await page.reload();
  await account.click();
  expect(await page.getByRole("radio", { name: "Dark" }).isChecked()).toBe(true);
  await page.getByRole("button", { name: "Sign Out" }).click();
  await page.waitForURL(/\/auth/);
  await context.close();
});

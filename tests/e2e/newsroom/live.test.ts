import type { Page, WebSocketRoute } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createMessages, type MessagesFixture } from "../../fixtures/mail/messages.ts";
import { spawnSite } from "../../fixtures/site/built-site.ts";
import { addPost, type Person } from "../../fixtures/site/newsroom-site.ts";

let fixture: MessagesFixture;
beforeAll(async () => {
  fixture = await createMessages();
});
afterAll(() => fixture.close());

const row = (page: Page, name: string) => page.locator(".message-row", { hasText: name });

test("new messages and the unread count appear without a reload, also after a lost connection", async () => {
  const { page, context, complaints } = await fixture.openAs(fixture.maud);
  let socket: WebSocketRoute | undefined;
  let isDown = false;
  let refusals = 0;
  await page.routeWebSocket(/\/realtime\/v1\//, async (opened) => {
    if (isDown) {
      refusals += 1;
      return opened.close({ code: 4000 });
    }
    socket = opened;
    opened.connectToServer();
  });
  await page.goto(fixture.address);
  await page.getByText("No messages yet.").waitFor();
  // The first may be found when the channel is joined, the second only by its announcement.
  await fixture.submit({ name: "First Comer" });
  await row(page, "First Comer").waitFor();
  await fixture.submit({ name: "Second Comer" });
  await row(page, "Second Comer").waitFor();
  await page.getByRole("button", { name: "Inbox 2 unread" }).waitFor();

  isDown = true;
  await socket?.close({ code: 4000 });
  await expect.poll(() => refusals, { timeout: 30_000 }).toBeGreaterThan(0);
  await fixture.submit({ name: "Third Comer" });
  expect(await page.locator("[role=alert], .toast").count(), "a lost connection is not shown").toBe(0);
  isDown = false;
  await row(page, "Third Comer").waitFor();
  await page.getByRole("button", { name: "Inbox 3 unread" }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test("a post that another admin changes is changed in the list", async () => {
  const post = await addPost(fixture.maud, { title: "Out, then in" });
  const noor = await fixture.addPerson("noor@plumbline.example", "admin");
  const [mine, hers] = [await fixture.openAs(fixture.maud), await fixture.openAs(noor)];
  const see = (page: Page, state: string) =>
    page.locator(".post-row", { hasText: post.title }).getByText(state, { exact: true }).waitFor();
  const press = async (page: Page, action: string) => {
    await page.getByRole("button", { name: `Actions for “${post.title}”` }).click();
    await page.getByRole("button", { name: `${action} “${post.title}”`, exact: true }).click();
    if (action === "Unpublish") await page.getByRole("dialog").getByRole("button", { name: action }).click();
  };
  for (const { page } of [mine, hers]) {
    await page.goto(`${fixture.url}/newsroom/posts`);
    await see(page, "Published");
  }
  await press(hers.page, "Unpublish");
  await see(mine.page, "Unpublished");
  await press(mine.page, "Publish");
  await see(hers.page, "Published");
  await press(hers.page, "Unpublish");
  await see(mine.page, "Unpublished");
  await mine.context.close();
  await hers.context.close();
});

test("admins see who else has a post or an entry open, and each other's changes in it", async () => {
  const post = await addPost(fixture.maud, { title: "Shared" });
  const otis = await fixture.addPerson("otis@plumbline.example", "admin");
  const [mine, theirs] = [await fixture.openAs(fixture.maud), await fixture.openAs(otis)];
  const frames: string[] = [];
  mine.page.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => frames.push(String(payload))));
  const others = (page: Page, person: Person, what: string) =>
    page.getByText(`${person.email} has this ${what} open too.`);
  await mine.page.goto(`${fixture.url}/blog/${post.slug}/edit`);
  await theirs.page.goto(`${fixture.url}/blog/${post.slug}/edit`);
  await others(mine.page, otis, "post").waitFor();
  await others(theirs.page, fixture.maud, "post").waitFor();
  await theirs.page.getByLabel("Excerpt").fill("Changed meanwhile.");
  await theirs.page.getByRole("button", { name: "Update" }).click();
  await expect.poll(() => mine.page.getByLabel("Excerpt").inputValue()).toBe("Changed meanwhile.");
  expect(await theirs.page.getByText("changed this post while").count(), "one's own update is no conflict").toBe(0);

  await theirs.page.goto(`${fixture.url}/newsroom/site/closing/main`);
  await others(mine.page, otis, "post").waitFor({ state: "detached" });
  await mine.page.goto(`${fixture.url}/newsroom/site/closing/main`);
  await others(mine.page, otis, "entry").waitFor();
  await theirs.page.getByRole("textbox", { name: "Button" }).fill("Ring us");
  await expect.poll(() => mine.page.getByRole("textbox", { name: "Button" }).inputValue()).toBe("Ring us");
  await theirs.context.close();
  await others(mine.page, otis, "entry").waitFor({ state: "detached" });
  expect(frames.join(), "the topic carries ids").not.toContain("@plumbline.example");
  await mine.context.close();
});

test("in Supabase mode the newsroom listens to Supabase, and to nothing else", async () => {
  const { anonKey, serviceRoleKey } = fixture.keys;
  const pages = await spawnSite({
    SUPABASE_URL: fixture.url,
    SUPABASE_ANON_KEY: anonKey,
    SUPABASE_SERVICE_ROLE_KEY: serviceRoleKey,
  });
  try {
    const { page, context, complaints } = await fixture.openAs(fixture.maud);
    const sockets: string[] = [];
    page.on("websocket", (socket) => sockets.push(new URL(socket.url()).host));
    await page.goto(`${pages.url}/newsroom/messages`);
    await row(page, "Third Comer").waitFor();
    await fixture.submit({ name: "Fourth Comer" });
    await row(page, "Fourth Comer").waitFor();
    await fixture.submit({ name: "Fifth Comer" });
    await row(page, "Fifth Comer").waitFor();
    expect(new Set(sockets)).toEqual(new Set([new URL(fixture.url).host]));
    expect(complaints).toEqual([]);
    await context.close();
  } finally {
    await pages.stop();
  }
});

test("leaving the newsroom closes the connection, and visitors open none", async () => {
  const { page, context } = await fixture.openAs(fixture.maud);
  const opening = page.waitForEvent("websocket");
  await page.goto(`${fixture.url}/newsroom`);
  const closing = (await opening).waitForEvent("close");
  await page.getByRole("link", { name: /^Messages/ }).click();
  await row(page, "First Comer").waitFor();
  expect((await opening).isClosed(), "both lists share it").toBe(false);
  await page.getByRole("link", { name: "View site" }).click();
  await closing;
  await context.close();

  const visitor = await fixture.openAsNobody();
  const scripts: string[] = [];
  let sockets = 0;
  visitor.on("websocket", () => (sockets += 1));
  // Chromium drops the text of a response when the page is left.
  await visitor.route("**/*.js", async (route) => {
    const response = await route.fetch();
    scripts.push(await response.text());
    await route.fulfill({ response });
  });
  for (const path of ["/", "/contact", "/auth"]) {
    await visitor.goto(fixture.url + path, { waitUntil: "networkidle" });
  }
  expect(scripts.length).toBeGreaterThan(0);
  expect(scripts.filter((script) => script.includes("phx_join"))).toEqual([]);
  expect(sockets).toBe(0);
  await visitor.close();
});

import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signIn } from "../../fixtures/auth/account.ts";
import { seeToast } from "../../fixtures/browser/toast.ts";
import { createNewsroom, type NewsroomFixture, type Person, write } from "../../fixtures/site/newsroom-site.ts";

let newsroom: NewsroomFixture;

beforeAll(async () => {
  newsroom = await createNewsroom();
});
afterAll(() => newsroom.close());

let people = 0;
/** The drafts of one test must not appear in another. */
const addWriter = () => newsroom.addPerson(`writer-${++people}@plumbline.example`, "admin");
const drafts = async ({ backend }: Person) =>
  (await backend.from("post_drafts").select("id, title, content").order("title")).data ?? [];
const saved = (page: Page) => page.getByText(/^Draft saved \d\d:\d\d$/).waitFor();

test("a draft saves itself, and a closed tab comes back with its text", async () => {
  const writer = await addWriter();
  const { page, context } = await newsroom.openPage(writer, "/blog/new");
  await write(page, { title: "Half a thought" });
  await saved(page);
  expect(await drafts(writer)).toMatchObject([{ title: "Half a thought" }]);
  await page.close();

  const again = await context.newPage();
  await again.goto(`${newsroom.url}/blog/new`);
  await again.getByText(/^This is the draft you left on /).waitFor();
  expect(await again.getByLabel("Title").inputValue()).toBe("Half a thought");
  expect(await again.getByLabel("Tags").inputValue()).toBe(" experiments, ,measurement ,");
  await again.getByRole("button", { name: "Start over" }).click();
  await again.getByText(/^This is the draft/).waitFor({ state: "hidden" });
  expect(await again.getByLabel("Title").inputValue()).toBe("");
  await again.getByLabel("Title").fill("Another thought");
  await saved(again);
  expect(await drafts(writer)).toMatchObject([{ title: "Another thought" }, { title: "Half a thought" }]);
  await context.close();
});

test("a tab closed before the autosave loses nothing", async () => {
  const writer = await addWriter();
  const { page, context } = await newsroom.openPage(writer, "/blog/new");
  await page.getByLabel("Content").fill("<p>The last words</p>");
  await page.close();
  const again = await context.newPage();
  await again.goto(`${newsroom.url}/blog/new`);
  await again.getByText("This is the draft").waitFor();
  expect(await again.getByLabel("Content").inputValue()).toBe("<p>The last words</p>");
  await saved(again);
  expect(await drafts(writer)).toMatchObject([{ content: "<p>The last words</p>" }]);
  await context.close();
});

test("text written offline is stored locally and saved once online", async () => {
  const writer = await addWriter();
  const { page, context } = await newsroom.openPage(writer, "/blog/new");
  await page.getByLabel("Title").fill("Before the tunnel");
  await saved(page);
  await context.setOffline(true);
  await page.getByLabel("Title").fill("In the tunnel");
  await page.getByText("Saved on this device; waiting for a connection").waitFor();
  expect(await drafts(writer)).toMatchObject([{ title: "Before the tunnel" }]);
  await context.setOffline(false);
  await saved(page);
  expect(await drafts(writer)).toMatchObject([{ title: "In the tunnel" }]);
  await context.close();
});

test("Ctrl+S saves at once, before any pause is over", async () => {
  const writer = await addWriter();
  const { page, context } = await newsroom.openAs(writer);
  await page.clock.install();
  await page.goto(`${newsroom.url}/blog/new`);
  await page.getByRole("heading", { name: "New post" }).waitFor();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByLabel("Title").fill("Now");
  await page.getByLabel("Title").press("Control+s");
  await saved(page);
  expect(await drafts(writer)).toMatchObject([{ title: "Now" }]);
  await context.close();
});

test("a draft begun on another device is offered, not forced", async () => {
  const writer = await addWriter();
  await writer.backend.from("post_drafts").insert({ title: "Begun on the train", excerpt: "So" });
  const { page, context } = await newsroom.openPage(writer, "/blog/new");
  await page.getByText(/^You have a draft from .+: “Begun on the train”\.$/).waitFor();
  expect(await page.getByLabel("Title").inputValue()).toBe("");
  await page.getByRole("button", { name: "Continue it" }).click();
  await page.waitForURL(/\?draft=/);
  await page.getByText("This is the draft").waitFor();
  expect(await page.getByLabel("Title").inputValue()).toBe("Begun on the train");
  await context.close();
});

test.each([
  { choice: "Keep yours", stays: "From the desk" },
  { choice: "Take theirs", stays: "From the phone" },
])(
  "one draft changed in two windows: neither overwrites, and $choice stays when asked for",
  async ({ choice, stays }) => {
    const writer = await addWriter();
    const desk = await newsroom.openPage(writer, "/blog/new");
    await desk.page.getByLabel("Title").fill("Begun");
    await saved(desk.page);
    const [{ id } = { id: "" }] = await drafts(writer);
    const phone = await newsroom.openPage(writer, `/blog/new?draft=${id}`);
    await phone.page.getByLabel("Title").fill("From the phone");
    await expect.poll(() => drafts(writer)).toMatchObject([{ title: "From the phone" }]);

    await desk.page.getByLabel("Title").fill("From the desk");
    await desk.page.getByText(/^This draft was changed in another window/).waitFor();
    expect(await drafts(writer)).toMatchObject([{ title: "From the phone" }]);
    await desk.page.getByRole("button", { name: choice }).click();
    await saved(desk.page);
    expect(await desk.page.getByLabel("Title").inputValue()).toBe(stays);
    await expect.poll(() => drafts(writer)).toMatchObject([{ title: stays }]);
    await desk.context.close();
    await phone.context.close();
  },
);

test("another account at the same browser does not see the drafts of the one before", async () => {
  const [first, second] = [await addWriter(), await addWriter()];
  const { page, context } = await newsroom.openPage(first, "/blog/new");
  await page.getByLabel("Title").fill("Private until published");
  await saved(page);
  await page.evaluate(
    (session) => localStorage.setItem("sb-localhost-auth-token", session),
    JSON.stringify(second.session),
  );
  const [{ id } = { id: "" }] = await drafts(first);
  for (const path of ["/blog/new", `/blog/new?draft=${id}`]) {
    await page.goto(newsroom.url + path);
    await page.getByRole("heading", { name: "New post" }).waitFor();
    expect(await page.getByLabel("Title").inputValue()).toBe("");
  }
  await context.close();
});

test("a draft that never got through is not stored under the next account in the same tab", async () => {
  const [first, second] = [await addWriter(), await addWriter()];
  const { page, context } = await newsroom.openAs(first);
  await page.clock.install();
  await page.route("**/rest/v1/post_drafts*", (route) =>
    route.request().method() === "POST" ? route.abort() : route.continue(),
  );
  await page.goto(`${newsroom.url}/blog/new`);
  await page.getByLabel("Title").fill("Mine alone");
  await page.getByLabel("Title").press("Control+s");
  await page.getByText("Saved on this device; waiting for a connection").waitFor();
  await page.getByRole("button", { name: "Sign Out" }).click();
  await page.waitForURL(`${newsroom.url}/auth?next=%2Fblog%2Fnew`);
  await page.unroute("**/rest/v1/post_drafts*");
  await signIn(page, second);
  await page.waitForURL(`${newsroom.url}/blog/new`);
  await page.getByRole("heading", { name: "New post" }).waitFor();
  await page.clock.runFor(120_000);
  await page.getByLabel("Title").fill("Somebody else's");
  await page.getByLabel("Title").press("Control+s");
  await saved(page);
  expect(await drafts(second)).toMatchObject([{ title: "Somebody else's" }]);

  await page.getByRole("button", { name: "Sign Out" }).click();
  await page.waitForURL(`${newsroom.url}/auth?next=%2Fblog%2Fnew`);
  await signIn(page, first);
  await page.getByText("This is the draft").waitFor();
  expect(await page.getByLabel("Title").inputValue()).toBe("Mine alone");
  await page.getByLabel("Title").press("Control+s");
  await saved(page);
  await context.close();
});

test("two windows of one browser on one draft: each keeps its own words until the writer chooses", async () => {
  const writer = await addWriter();
  const { page: one, context } = await newsroom.openPage(writer, "/blog/new");
  await one.getByLabel("Title").fill("Begun");
  await saved(one);
  const [{ id } = { id: "" }] = await drafts(writer);
  const address = `${newsroom.url}/blog/new?draft=${id}`;
  const other = await context.newPage();
  await other.goto(address);
  await other.getByLabel("Title").fill("In the other");
  await expect.poll(() => drafts(writer)).toMatchObject([{ title: "In the other" }]);
  await one.getByLabel("Title").fill("In the one");
  const clash = /^This draft was changed in another window/;
  await one.getByText(clash).waitFor();
  await other.route("**/rest/v1/post_drafts*", (route) => route.abort());
  await other.getByLabel("Title").fill("In the other, later");
  await other.getByText("Saved on this device").waitFor();

  await one.reload();
  await one.getByText(clash).waitFor();
  expect(await one.getByRole("textbox", { name: "Title" }).inputValue()).toBe("In the one");
  await one.close();
  await other.close();

  const last = await context.newPage();
  await last.goto(address);
  await expect.poll(() => drafts(writer)).toMatchObject([{ title: "In the other, later" }]);
  await saved(last);
  await last.reload();
  await last.getByText(clash).waitFor();
  expect(await last.getByRole("textbox", { name: "Title" }).inputValue()).toBe("In the one");
  await last.getByRole("button", { name: "Take theirs" }).click();
  await saved(last);
  await last.reload();
  await last.getByText("This is the draft").waitFor();
  expect(await last.getByLabel("Title").inputValue()).toBe("In the other, later");
  expect(await last.getByText(clash).count()).toBe(0);
  await context.close();
});

test("a lost response is not reported as a change from another window", async () => {
  const writer = await addWriter();
  const { page, context } = await newsroom.openPage(writer, "/blog/new");
  await page.getByLabel("Title").fill("Begun");
  await saved(page);
  await page.route("**/rest/v1/post_drafts*", async (route) => {
    if (route.request().method() !== "PATCH") return route.continue();
    await route.fetch();
    return route.abort();
  });
  await page.getByLabel("Title").fill("Stored, unheard");
  await page.getByText("Saved on this device; waiting for a connection").waitFor();
  await page.unroute("**/rest/v1/post_drafts*");
  await page.getByLabel("Title").press("Control+s");
  await saved(page);
  expect(await drafts(writer)).toMatchObject([{ title: "Stored, unheard" }]);
  await context.close();
});

test("a session ended elsewhere redirects the writer to sign-in, and the text stays in this browser", async () => {
  const writer = await addWriter();
  const { page, context } = await newsroom.openPage(writer, "/blog/new");
  await page.getByRole("heading", { name: "New post" }).waitFor();
  await writer.backend.auth.signOut();
  await page.getByLabel("Title").fill("Still here");
  await seeToast(page, "Error", "Your session has ended. Please sign in again.");
  await page.waitForURL(`${newsroom.url}/auth?next=%2Fblog%2Fnew`);
  await page.getByText("Your session has ended. Sign in to continue where you were.").waitFor();
  await signIn(page, writer);
  await page.getByText("This is the draft").waitFor();
  expect(await page.getByLabel("Title").inputValue()).toBe("Still here");
  await context.close();
});

test("a shared draft is listed for the other admins, who change and publish the same text", async () => {
  const [writer, editor] = [await addWriter(), await addWriter()];
  const desk = await newsroom.openPage(writer, "/blog/new");
  await write(desk.page, { title: "Four hands" });
  await saved(desk.page);
  const drafting = editor.backend.from("post_drafts").select("title");
  expect((await drafting).data).toEqual([]);
  await desk.page.getByLabel("Share this draft with the other admins").check();
  await expect.poll(async () => (await drafting).data).toEqual([{ title: "Four hands" }]);
  await desk.page.getByLabel("Title").fill("Four hands, one text");
  await expect.poll(async () => (await drafting).data).toEqual([{ title: "Four hands, one text" }]);
  await desk.context.close();

  const { page, context } = await newsroom.openPage(editor, "/newsroom");
  await page.getByRole("link", { name: /drafts Yours and shared\. Latest: “Four hands, one text”/ }).click();
  await page.getByText(`Shared by ${writer.email}: draft`).waitFor();
  await page.getByRole("link", { name: "Four hands, one text" }).click();
  await page.getByText(`${writer.email} shares this draft with you.`).waitFor();
  await page.getByLabel("Excerpt").fill("Written together.");
  const own = writer.backend.from("post_drafts").select("excerpt");
  await expect.poll(async () => (await own).data).toEqual([{ excerpt: "Written together." }]);
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await seeToast(page, "Success", "Blog post published successfully!");
  expect(await drafts(writer)).toEqual([]);
  await context.close();
});

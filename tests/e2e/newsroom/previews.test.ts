import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { shipped } from "../../../content/shipped.ts";
import { expectAccessibleAtBothWidths } from "../../fixtures/browser/accessibility.ts";
import { seeToast } from "../../fixtures/browser/toast.ts";
import {
  addPost,
  createNewsroom,
  type NewsroomFixture,
  type Person,
  showPart,
  write,
} from "../../fixtures/site/newsroom-site.ts";

let fixture: NewsroomFixture;
let maud: Person;

beforeAll(async () => {
  fixture = await createNewsroom();
  maud = await fixture.addPerson("maud@plumbline.example", "admin");
  await fixture.addPerson("jonas@plumbline.example", "admin");
});
afterAll(() => fixture.close());

test("a stranger opens the preview link of a changed entry, and no more once it is revoked", async () => {
  const { page } = await fixture.openPage(maud, "/newsroom/site/contact/main");
  await page.getByText("There is no saved change to show yet.").waitFor();
  expect(await button(page, "Make a link").getAttribute("aria-disabled")).toBe("true");
  await page.getByLabel("Phone").fill("+1 212 555 0166");
  await page.getByText(/^Draft saved/).waitFor();
  const address = await makeLink(page);
  await expectAccessibleAtBothWidths(page);

  const stranger = await fixture.openAsNobody();
  const complaints: string[] = [];
  stranger.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  await stranger.goto(address);
  expect(await stranger.locator("main").innerText()).toContain("+1 212 555 0166");
  expect(await stranger.getByRole("complementary", { name: "Preview" }).innerText()).toContain("is not published");
  await expectAccessibleAtBothWidths(stranger);
  expect(complaints).toEqual([]);
  expect(await (await fetch(`${fixture.url}/contact`)).text()).not.toContain("0166");

  const { headers, body } = await read(address);
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("referrer-policy")).toBe("no-referrer");
  expect(headers.get("x-robots-tag")).toContain("noindex");
  expect(headers.get("content-security-policy")).toContain("frame-ancestors 'self'");
  expect((await read(`${fixture.url}/contact`)).headers.get("content-security-policy")).toContain(
    "frame-ancestors 'none'",
  );
  expect(body).toContain('<meta name="robots" content="noindex, nofollow"/>');
  expect(body).not.toMatch(/rel="canonical"|speculationrules|application\/ld\+json|modulepreload/);
  expect(body).not.toContain(address);

  await page.getByRole("button", { name: /^Revoke/ }).click();
  await seeToast(page, "Success", "The link no longer works.");
  await stranger.reload();
  await stranger.getByRole("heading", { level: 1, name: "Page Not Found" }).waitFor();
  const guessed = `${fixture.url}/preview/${"a".repeat(43)}`;
  const [revoked, wrong] = [await read(address), await read(guessed)];
  expect(revoked.status).toBe(404);
  expect(withoutToken(revoked.body)).toBe(withoutToken(wrong.body));
  expect([...revoked.headers.keys()]).toEqual([...wrong.headers.keys()]);
  expect(revoked.headers.get("referrer-policy")).toBe("no-referrer");
  await expect.poll(() => fixture.log.join("\n")).toContain('"/preview/…"');
  expect(fixture.log.join("\n")).not.toContain(address.split("/").at(-1));
  await page.context().close();
});

test("a link to the draft of a new post shows its page until it is published", async () => {
  const { page } = await fixture.openPage(maud, "/blog/new");
  await write(page, { title: "Straight from the drawer" });
  await page.getByText(/^Draft saved/).waitFor();
  const address = await makeLink(page);
  const stranger = await fixture.openAsNobody();
  await stranger.goto(address);
  await stranger.getByRole("heading", { level: 1, name: "Straight from the drawer" }).waitFor();
  expect(await stranger.locator(".article strong").innerText()).toBe("drawer");
  expect((await fetch(`${fixture.url}/blog/straight-from-the-drawer`)).status).toBe(404);
  await button(page, "Publish").click();
  await page.waitForURL("**/blog");
  expect((await stranger.goto(address))?.status()).toBe(404);
  await page.context().close();
});

test("a link to a draft goes on working when the draft is scheduled, as a new post and as a change", async () => {
  const { page } = await fixture.openPage(maud, "/blog/new");
  await write(page, { title: "Straight from the calendar" });
  await page.getByText(/^Draft saved/).waitFor();
  const address = await makeLink(page);
  await schedule(page);
  await page.waitForURL("**/newsroom/posts");
  expect((await read(address)).body).toContain("Straight from the calendar</h1>");

  const { page: editor } = await fixture.openEditor(maud, "straight-from-the-calendar");
  await showPart(editor, "Preview");
  await editor.getByLabel("Title", { exact: true }).fill("Straighter from the calendar");
  await editor.getByText(/^Draft saved/).waitFor();
  const changed = await makeLink(editor);
  await schedule(editor);
  await seeToast(editor, "Success", "The post comes out on");
  for (const link of [address, changed]) {
    expect((await read(link)).body).toContain("Straighter from the calendar</h1>");
  }
  await Promise.all([page.context().close(), editor.context().close()]);
});

test("a link to a scheduled post ends when the post is published or its maker is no longer an admin", async () => {
  const later = new Date(Date.now() + 86_400_000).toISOString();
  const post = await addPost(maud, { title: "Tomorrow's line", published_at: later });
  const { page } = await fixture.openEditor(maud, post.slug);
  await showPart(page, "Preview");
  const address = await makeLink(page);
  expect((await read(address)).body).toContain("Tomorrow&#x27;s line</h1>");
  await setRole("user");
  expect((await read(address)).status).toBe(404);
  await setRole("admin");
  expect((await read(address)).status).toBe(200);
  await showPart(page, "Settings");
  await button(page, "Publish now").click();
  await seeToast(page, "Success", "The post is published.");
  expect((await read(address)).status).toBe(404);
  await page.context().close();
});

test("the preview opens at the section of the entry and stays in view beside a long form", async () => {
  const { page } = await fixture.openPage(maud, `/newsroom/site/testimonials/${shipped.testimonials[0]?.id}`, {
    viewport: { width: 1440, height: 900 },
  });
  const section = page.frameLocator("iframe").locator('section[aria-labelledby="testimonials"]');
  await expect.poll(() => section.evaluate((each) => each.getBoundingClientRect().top < innerHeight / 2)).toBe(true);

  await page.goto(`${fixture.url}/newsroom/site/privacy/main`);
  await page.frameLocator("iframe").getByRole("heading", { level: 1 }).waitFor();
  await page.getByText("The page replaces words in braces").first().waitFor();
  const top = () => page.locator("iframe").evaluate((frame) => frame.getBoundingClientRect().top);
  const before = await top();
  await page.getByRole("button", { name: "Add section" }).focus();
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
  expect(await top()).toBeCloseTo(before, 0);
  await page.context().close();
});

test("the real page stands beside the form, follows each save and keeps its place", async () => {
  const { page, complaints } = await fixture.openPage(maud, "/newsroom/site/page-about/main", {
    viewport: { width: 1440, height: 900 },
  });
  const heading = page.frameLocator("iframe").getByRole("heading", { level: 1 });
  await heading.waitFor();
  await page.getByLabel("Heading").fill("Plumb since 2010.");
  await expect.poll(() => heading.innerText()).toBe("Plumb since 2010.");
  await inFrame(page, () => scrollTo(0, 700));
  await page.getByLabel("Heading").fill("Straight since 2010.");
  await expect.poll(() => heading.innerText()).toBe("Straight since 2010.");
  await expect.poll(() => inFrame(page, () => Math.round(scrollY))).toBe(700);
  expect(await inFrame(page, () => innerWidth)).toBe(1280);
  await button(page, "Phone").click();
  await expect.poll(() => inFrame(page, () => innerWidth)).toBe(390);
  await expectAccessibleAtBothWidths(page);

  await page.setViewportSize({ width: 390, height: 800 });
  await page.locator("iframe").waitFor({ state: "detached" });
  await button(page, "Preview").click();
  await heading.waitFor();
  expect(await page.getByLabel("Heading").isVisible()).toBe(false);
  await button(page, "Form").click();
  expect(await page.getByLabel("Heading").inputValue()).toBe("Straight since 2010.");
  expect(complaints).toEqual([]);
  await page.context().close();
});

function inFrame<Result>(page: Page, work: () => Result): Promise<Result> {
  const frame = page.frames().find((each) => each.url().includes("/preview/"));
  if (!frame) throw new Error("There is no frame");
  return frame.evaluate(work);
}

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const withoutToken = (body: string) => body.replaceAll(/\/preview\/[\w-]{43}/g, "");

async function schedule(page: Page): Promise<void> {
  await button(page, "Schedule").click();
  await button(page, "Schedule post").click();
}

async function makeLink(page: Page): Promise<string> {
  await page.getByRole("button", { name: /^Make (a|another) link$/ }).click();
  const field = page.getByLabel("Preview address");
  await field.waitFor();
  return field.inputValue();
}

async function read(address: string) {
  const response = await fetch(address);
  return { status: response.status, headers: response.headers, body: await response.text() };
}

async function setRole(role: "admin" | "user"): Promise<void> {
  const { error } = await fixture.service.from("user_roles").update({ role }).eq("user_id", maud.id);
  if (error) throw error;
}

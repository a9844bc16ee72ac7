import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { shipped } from "../../../content/shipped.ts";
import { expectAccessibleAtBothWidths } from "../../fixtures/browser/accessibility.ts";
import { expectFocused } from "../../fixtures/browser/focus.ts";
import { holdRequests } from "../../fixtures/browser/held-requests.ts";
import { seeToast } from "../../fixtures/browser/toast.ts";
import {
  createNewsroom,
  type NewsroomFixture,
  type Person,
  withoutRealtime,
} from "../../fixtures/site/newsroom-site.ts";
import { readPage } from "../../fixtures/site/newsroom.ts";

let fixture: NewsroomFixture;
let maud: Person;
let jonas: Person;

beforeAll(async () => {
  fixture = await createNewsroom();
  [maud, jonas] = await Promise.all([
    fixture.addPerson("maud@plumbline.example", "admin"),
    fixture.addPerson("jonas@plumbline.example", "admin"),
  ]);
});
afterAll(() => fixture.close());

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const field = (page: Page, name: string) => page.getByLabel(name, { exact: false }).first();
const see = (path: string) => readPage(fixture.url, path);

const open = (path: string, person = maud, options = {}) => fixture.openPage(person, path, options);

async function publish(page: Page) {
  await button(page, "Publish").click();
  await seeToast(page, "Success", "It is on the site.");
  // An earlier toast may still be there; the button rests once everything is published.
  await page.getByRole("button", { name: "Publish", exact: true, disabled: true }).waitFor();
}

test("an owner changes the phone and the claim; the draft saves itself and visitors see it after publishing", async () => {
  const { page, complaints } = await open("/newsroom/site");
  await expectAccessibleAtBothWidths(page);
  expect(await page.locator(".site-facts").innerText()).not.toContain("{");
  await page.getByRole("link", { name: /^Contact details/ }).click();
  await field(page, "Phone").fill("call me");
  await page.getByText(/^Draft saved/).waitFor();
  await button(page, "Publish").click();
  await page.getByText("Not published: one field needs a change.").waitFor();
  await page.getByText("Write digits, spaces and a leading +.").waitFor();
  await expectFocused(field(page, "Phone"));
  await expectAccessibleAtBothWidths(page);

  await field(page, "Phone").fill("+1 212 555 0177");
  await page.getByText(/^Draft saved/).waitFor();
  expect(await see("/contact")).not.toContain("555 0177");
  await publish(page);
  expect(await page.getByRole("link", { name: "View on site" }).getAttribute("href")).toBe("/contact");
  expect(await see("/contact")).toContain("+1 212 555 0177");
  await page.getByText(/^Live since/).waitFor();
  expect(await button(page, "Publish").getAttribute("aria-disabled")).toBe("true");

  await page.getByRole("link", { name: "Site", exact: true }).last().click();
  await page.getByRole("link", { name: /^Name and claim/ }).click();
  for (const name of ["Name", "Tagline", "Description", "Figure", "Claim", "Note"]) {
    await page.getByRole("textbox", { name: new RegExp(`^${name}`) }).fill(`<b>5 & ${name.slice(0, 1)}`);
  }
  await page.getByRole("textbox", { name: /^Figure/ }).fill("30+");
  await publish(page);
  expect(await see("/")).toContain("&lt;b&gt;5 &amp; C");
  expect(await see("/")).not.toContain("<b>5");

  await button(page, "Back to the sample").click();
  await seeToast(page, "Success", "The sample is back. The history keeps your versions.");
  expect(await page.getByRole("textbox", { name: /^Claim/ }).inputValue()).toBe(shipped.identity.claim.text);
  await page.getByRole("button", { name: /Published by maud@plumbline.example/ }).click();
  await page.locator("ins", { hasText: "<b>5 & C" }).waitFor();
  await page.locator("del", { hasText: shipped.identity.claim.text }).waitFor();
  await expectAccessibleAtBothWidths(page);
  await button(page, "Restore this version").click();
  await expect.poll(() => page.getByRole("textbox", { name: /^Claim/ }).inputValue()).toBe("<b>5 & C");
  await publish(page);
  expect(await see("/")).toContain("&lt;b&gt;5 &amp; C");
  await expect.poll(() => page.getByRole("button", { name: /Published by maud/ }).count()).toBe(2);
  await button(page, "Back to the sample").click();
  await expect.poll(() => see("/")).toContain(shipped.identity.claim.text);
  // A slow machine ends a view transition early.
  expect(complaints.filter((text) => !text.startsWith("Transition was aborted"))).toEqual([]);
  await page.context().close();
});

test("a text that names an unknown fact is not published, and the field says which facts there are", async () => {
  const { page } = await open("/newsroom/site/page-about/main");
  await field(page, "Heading").fill("Ask {foo}.");
  await button(page, "Publish").click();
  await page.getByText("{foo} would be shown as it stands. Words in braces can be {name}, {email}, ").waitFor();
  await expectFocused(field(page, "Heading"));
  expect(await see("/about")).not.toContain("{foo}");
  await field(page, "Heading").fill("Ask {name}.");
  await publish(page);
  expect(await see("/about")).toMatch(/<h1[^>]*>Ask [^{<]+\.<\/h1>/);
  await page.context().close();
});

test("an owner adds a job that ends by date, a leader and a testimonial", async () => {
  const { page } = await open("/newsroom/site/jobs");
  await add(page, "job", "Title", "Surveyor of lines");
  await field(page, "Department").fill("Strategy");
  await field(page, "Location").fill("Lisbon");
  await field(page, "Description").fill("Finds what is crooked.");
  expect(await field(page, "Published on").inputValue()).toBe(day(0));
  await field(page, "Published on").fill(day(-9));
  await field(page, "Last day to apply").fill(day(2));
  await publish(page);
  expect(await see("/careers")).toContain("Surveyor of lines");
  await field(page, "Last day to apply").fill(day(-2));
  await publish(page);
  expect(await see("/careers")).not.toContain("Surveyor of lines");
  await page.goto(`${fixture.url}/newsroom/site/jobs`);
  const closed = page.locator(".entry-rows > li").filter({ has: page.getByText("Closed", { exact: true }) });
  await expect.poll(() => closed.getByRole("link").allInnerTexts()).toEqual(["Surveyor of lines"]);
  const careers = { ...shipped["page-careers"], heading: "{Jobs} positions" };
  const entries = maud.backend.from("entries");
  expect((await entries.insert({ collection: "page-careers", key: "main", data: careers })).error).toBeNull();
  await page.goto(`${fixture.url}/newsroom/site`);
  await page.getByRole("link", { name: new RegExp(`^Jobs ${shipped.jobs.length} `) }).waitFor();
  await page.getByRole("link", { name: /^Careers ?Three positions/ }).waitFor();

  await page.goto(`${fixture.url}/newsroom/site/leaders`);
  await add(page, "leader", "Name", "Edda Lind");
  await field(page, "Job title").fill("Head of research");
  await field(page, "About").fill("Asks first.");
  await button(page, "Choose another: Portrait").click();
  await page.getByRole("radio", { name: "author 2" }).check();
  await button(page, "Use this picture").click();
  await publish(page);
  expect(await see("/about")).toContain("Edda Lind");

  await page.goto(`${fixture.url}/newsroom/site/testimonials`);
  await add(page, "testimonial", "Name", "Nils Brandt");
  await field(page, "Quote").fill("Straight from day one.");
  await field(page, "Job title").fill("Founder");
  await field(page, "Company").fill("Brandt & Co");
  await publish(page);
  expect(await see("/")).toContain("Straight from day one.");

  await page.getByRole("link", { name: "Testimonials" }).click();
  await button(page, "Remove Nils Brandt").click();
  await page.getByText("“Nils Brandt” is removed.").waitFor();
  await expect.poll(() => see("/")).not.toContain("Straight from day one.");
  await button(page, "Undo").click();
  await expect.poll(() => see("/")).toContain("Straight from day one.");
  await button(page, "Remove Nils Brandt").click();
  await expect.poll(() => see("/")).not.toContain("Straight from day one.");
  await page.reload();
  await button(page, "Bring back Nils Brandt").click();
  await expect.poll(() => see("/")).toContain("Straight from day one.");
  await button(page, "Bring back Nils Brandt").waitFor({ state: "detached" });
  await page.context().close();
});

test("lists show the pictures of their entries in a fixed place", async () => {
  const { page } = await open("/newsroom/site");
  for (const [path, size, count] of [
    ["/newsroom/site", [60, 40], 15],
    ["/newsroom/site/case-studies", [60, 40], shipped["case-studies"].length],
    ["/newsroom/site/authors", [40, 40], shipped.authors.length],
    ["/newsroom/site/values", [], 0],
  ] as const) {
    await page.goto(fixture.url + path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    const pictures = page.locator(".thumbnail img");
    await expect.poll(() => pictures.count(), { message: path }).toBe(count);
    for (const picture of await pictures.all()) {
      await picture.scrollIntoViewIfNeeded();
      await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
      expect(await picture.getAttribute("alt")).toBe("");
    }
    if (count === 0) continue;
    const box = await pictures.first().boundingBox();
    expect([box?.width, box?.height], path).toEqual(size);
  }
  await page.context().close();
});

test("a list is reordered by keyboard alone, on the page and within an entry, and a sample hides", async () => {
  const { page } = await open("/newsroom/site/values", maud, { viewport: { width: 390, height: 800 } });
  const [first, second, third] = shipped.values;
  const grip = page.getByRole("button", { name: `Move ${first?.title}` });
  await grip.waitFor();
  const reload = await holdRequests(page, "**/rest/v1/entries*", "GET");
  await button(page, `Hide ${third?.title}`).click();
  await expect.poll(reload.count).toBeGreaterThan(0);
  await grip.press("Space");
  await page.getByText("Value 1 is lifted, 1 of").waitFor();
  await page.keyboard.press("ArrowDown");
  await page.getByText("Value 2 is lifted").waitFor();
  await expectFocused(grip);
  // A reload that was under way does not put the entry back.
  reload.release();
  await button(page, `Show ${third?.title}`).waitFor();
  await expectFocused(grip);
  await page.keyboard.press("Space");
  await expect.poll(async () => order(await see("/about"), second?.title, first?.title)).toBe(true);
  await button(page, `Hide ${second?.title}`).click();
  await button(page, `Show ${second?.title}`).waitFor();
  await expect.poll(() => see("/about")).not.toContain(`>${second?.title}<`);
  await expectAccessibleAtBothWidths(page);

  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(`${fixture.url}/newsroom/site/contact/main`);
  const social = shipped.contact.social;
  const moved = page.getByRole("group", { name: "Social links" });
  await moved.getByRole("button", { name: "Move Link 1", exact: true }).press("Enter");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Escape");
  expect(await moved.getByLabel("Label").first().inputValue()).toBe(social[0]?.label);
  await moved.getByRole("button", { name: "Move Link 1", exact: true }).press("Space");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  expect(await moved.getByLabel("Label").first().inputValue()).toBe(social[1]?.label);
  await moved.getByRole("button", { name: "Add link" }).click();
  await expectFocused(moved.getByLabel("Label").last());
  await moved.getByRole("button", { name: `Remove link ${social.length + 1}` }).click();
  await button(page, "Discard the draft").click();
  await button(page, "Yes, discard it").click();
  await expect.poll(() => moved.getByLabel("Label").first().inputValue()).toBe(social[0]?.label);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.context().close();
});

test("two admins at once: other fields merge, the same field shows both until one is chosen", async () => {
  const mine = await fixture.openAs(maud);
  const theirs = await fixture.openAs(jonas);
  for (const { page } of [mine, theirs]) {
    await withoutRealtime(page);
    await page.goto(`${fixture.url}/newsroom/site/closing/main`);
    await field(page, "Title").waitFor();
  }
  await field(theirs.page, "Title").fill("Theirs");
  await field(theirs.page, "Button").fill("Call us");
  await theirs.page.getByText(/^Draft saved/).waitFor();
  await field(mine.page, "Title").fill("Mine");
  await mine.page.getByText("Another admin changed Button.").waitFor();
  expect(await field(mine.page, "Button").inputValue()).toBe("Call us");
  const both = mine.page.getByRole("group", { name: "Two versions of Title" });
  await both.getByText("Theirs", { exact: true }).waitFor();
  await button(mine.page, "Publish").click();
  await seeToast(mine.page, "Error", "Another admin changed the same field. Choose a version first.");
  await both.getByRole("button", { name: "Keep yours" }).click();
  await publish(mine.page);
  expect(await see("/")).toContain("Mine");

  await field(theirs.page, "Title").fill("Theirs, again");
  await theirs.page
    .getByRole("group", { name: "Two versions of Title" })
    .getByRole("button", { name: "Take theirs" })
    .click();
  expect(await field(theirs.page, "Title").inputValue()).toBe("Mine");
  await Promise.all([mine.page.context().close(), theirs.page.context().close()]);
});

test("a version goes live at its date, and an entry that does not fit is named", async () => {
  const { page } = await open("/newsroom/site/closing/main");
  await field(page, "Title").fill("In a year");
  await button(page, "Publish later").click();
  await page.getByLabel("Day and time").fill(`${day(365)}T09:00`);
  await button(page, "Schedule").click();
  await page.getByText(/^A version goes live on/).waitFor();
  expect(await see("/")).not.toContain("In a year");
  await button(page, "Do not publish it").click();
  await page.getByText(/^Draft saved/).waitFor();
  expect(await field(page, "Title").inputValue()).toBe("In a year");

  const data = { ...shipped.figures, stats: [] };
  await maud.backend.from("entries").insert({ collection: "figures", key: "main", data });
  await page.goto(`${fixture.url}/newsroom/site`);
  await page.getByText("“Figures” cannot be shown.").waitFor();
  await page.getByRole("link", { name: "Fix it", exact: true }).click();
  await page.getByText("Figures: At least 2.").waitFor();
  await page.context().close();
});

async function add(page: Page, one: string, label: string, title: string) {
  await button(page, `Add ${one}`).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(label).fill(title);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("heading", { level: 1, name: title }).waitFor();
}

/** A day counted from today in the time zone of the site that comes with it. */
const day = (offset: number) =>
  new Date(Date.now() + offset * 86_400_000).toLocaleDateString("sv", { timeZone: "America/New_York" });

const order = (html: string, one = "", other = "") => html.indexOf(`>${one}<`) < html.indexOf(`>${other}<`);

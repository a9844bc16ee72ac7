import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessibleAtBothWidths } from "../../fixtures/browser/accessibility.ts";
import { hydrate } from "../../fixtures/browser/browser.ts";
import { createNewsroom, type NewsroomFixture, type Person } from "../../fixtures/site/newsroom-site.ts";
import { waitForPage } from "../../fixtures/site/newsroom.ts";

const BROWSER = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

let fixture: NewsroomFixture;
let maud: Person;

beforeAll(async () => {
  fixture = await createNewsroom();
  maud = await fixture.addPerson("maud@plumbline.example", "admin");
});
afterAll(() => fixture.close());

test("visits are counted after five seconds, also of a navigation in the page, and an inquiry tells its way", async () => {
  const off = await fixture.openPage(maud, "/newsroom/numbers");
  await off.page.getByRole("link", { name: "Turn numbers on at Facts" }).click();
  await off.page.getByLabel("Numbers", { exact: true }).selectOption("on");
  await off.page.getByRole("button", { name: "Publish", exact: true }).click();
  await waitForPage(fixture.url, "/privacy", "How we count visits");
  await off.context.close();

  const { page, sent } = await openVisitor({});
  await page.goto(`${fixture.url}/services/design`, { referer: "https://search.example/find?q=secret" });
  await expect.poll(() => sent).toEqual(["/services/design search.example"]);
  await hydrate(page);
  await page.locator('main a[href^="/contact"]').first().click();
  await page.waitForURL(/\/contact/);
  await expect.poll(() => sent[1]).toBe(`/contact ${new URL(fixture.url).host}`);
  await page.getByLabel("Full name").fill("Ada");
  await page
    .getByLabel(/^Email/)
    .first()
    .fill("ada@visitor.example");
  await page.getByLabel("Message").fill("A kitchen that works, please.");
  await page.getByRole("button", { name: "Send Message" }).click();
  await page.getByText("Reference").first().waitFor();
  const { data } = await maud.backend.from("contact_messages").select("other_fields").single();
  expect(data?.other_fields).toEqual({ came_from: "/services/design", came_via: "search.example" });
  await page.context().close();
});

test("Do Not Track, Global Privacy Control and automated browsers send nothing", async () => {
  const quiet = [{ doNotTrack: "1" }, { globalPrivacyControl: true }, { webdriver: true }];
  const visitors = await Promise.all(quiet.map(openVisitor));
  await Promise.all(visitors.map(({ page }) => page.goto(`${fixture.url}/about`)));
  const loud = await openVisitor({});
  await loud.page.goto(`${fixture.url}/about`);
  await expect.poll(() => loud.sent).toEqual(["/about "]);
  expect(visitors.flatMap(({ sent }) => sent)).toEqual([]);
  expect(await visitors[0]?.page.evaluate(() => document.documentElement.dataset.visit)).toBeUndefined();
  await Promise.all([...visitors, loud].map(({ page }) => page.context().close()));
});

test("the screen shows totals, a chart that keys read, its table, pages, sources and the inquiry", async () => {
  await expect.poll(async () => (await maud.backend.from("visits").select("path")).data?.length).toBeGreaterThan(2);
  const { page, context, complaints } = await fixture.openPage(maud, "/newsroom/numbers");
  await page.getByRole("definition").first().waitFor();
  expect(await page.locator(".numbers-totals").innerText()).toMatch(/Visits\s+3.*Readers\s+1.*Inquiries\s+1/s);
  await page.getByRole("link", { name: /services\/design.*search.example.*Ada/s }).waitFor();
  await page.locator(".numbers-ranking").getByText("search.example").waitFor();
  const slider = page.getByRole("slider", { name: "Day" });
  expect(await slider.getAttribute("aria-valuetext")).toContain("3 visits, 1 reader");
  await slider.press("ArrowLeft");
  expect(await slider.getAttribute("aria-valuetext")).toContain("0 visits");
  await page.getByText("As a table").click();
  expect(await page.locator(".visits-chart tbody tr").count()).toBe(90);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export as CSV" }).click();
  expect((await download).suggestedFilename()).toMatch(/^visits-.*\.csv$/);
  await expectAccessibleAtBothWidths(page);
  await page.getByRole("link", { name: "Year" }).click();
  await page.getByRole("slider", { name: "Week" }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

/** A browser that does not say that it is automated, with other properties of its navigator. */
async function openVisitor(navigator: object): Promise<{ page: Page; sent: string[] }> {
  const { page, context } = await fixture.openAs(maud, { userAgent: BROWSER });
  await context.addInitScript((own) => {
    localStorage.clear();
    for (const [name, value] of Object.entries({ webdriver: false, ...own })) {
      Object.defineProperty(Navigator.prototype, name, { get: () => value, configurable: true });
    }
  }, navigator);
  const sent: string[] = [];
  page.on("request", (request) => request.url().endsWith("/visit") && sent.push(request.postData() ?? ""));
  return { page, sent };
}

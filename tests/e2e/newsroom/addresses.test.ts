import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessibleAtBothWidths } from "../../fixtures/browser/accessibility.ts";
import { seeToast } from "../../fixtures/browser/toast.ts";
import { get } from "../../fixtures/network/http.ts";
import { createNewsroom, type NewsroomFixture, type Person } from "../../fixtures/site/newsroom-site.ts";

let fixture: NewsroomFixture;
let maud: Person;

beforeAll(async () => {
  fixture = await createNewsroom();
  maud = await fixture.addPerson("maud@plumbline.example", "admin");
});
afterAll(() => fixture.close());

const PERSON = { accept: "text/html", "user-agent": "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0" };
const lead = async (path: string) => {
  const { status, headers } = await get(fixture.url, path, PERSON);
  return [status, headers.location];
};
const missed = () => maud.backend.from("missing_addresses").select("path");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

test("a service gets a new address, and its old one leads on", async () => {
  const { page, context, complaints } = await fixture.openPage(maud, "/newsroom/site/services/design");
  const address = page.getByRole("textbox", { name: /^Address/ });
  await address.fill("Web Design");
  await button(page, "Publish").click();
  await page.getByText("Write small letters, digits and hyphens").waitFor();
  expect((await lead("/services/design"))[0]).toBe(200);
  await address.fill("strategy");
  await page.getByText(/^Draft saved/).waitFor();
  await button(page, "Publish").click();
  await page.getByText("There is a page at /services/strategy already.").waitFor();
  expect(complaints.splice(0).join()).toContain("There is a page at /services/strategy");
  await address.fill("web-design");
  await page.getByText(/^Draft saved/).waitFor();
  await button(page, "Publish").click();
  await seeToast(page, "Success", "It is on the site.");
  expect(await lead("/services/design?a=1")).toEqual([301, "/services/web-design?a=1"]);
  await page.goto(`${fixture.url}/services/design`);
  await page.waitForURL(`${fixture.url}/services/web-design`);
  await page.goto(`${fixture.url}/newsroom/site/services/design`);
  expect(await address.inputValue()).toBe("web-design");
  expect(complaints).toEqual([]);
  await context.close();
});

test("a missing address becomes a redirect, is tried, changed, removed and brought back", async () => {
  await lead("/leistungen/web-technology");
  await expect.poll(async () => (await missed()).data).toEqual([{ path: "/leistungen/web-technology" }]);
  const { page, context, complaints } = await fixture.openPage(maud, "/newsroom/redirects?view=missing");
  await button(page, "Redirect /leistungen/web-technology").click();
  await expect.poll(() => page.getByLabel("To", { exact: true }).inputValue()).toBe("/services/web-technology");
  await page.keyboard.press("Enter");
  await seeToast(page, "Success", "/leistungen/web-technology leads to /services/web-technology.");
  expect(await lead("/leistungen/web-technology")).toEqual([301, "/services/web-technology"]);
  expect((await missed()).data).toEqual([]);

  await page.goto(`${fixture.url}/newsroom/redirects`);
  await page.getByLabel("Address to try").fill(`${fixture.url}/leistungen/web-technology?x=1`);
  await button(page, "Try").click();
  await page.getByRole("list", { name: "The way of this address" }).getByText("A page").waitFor();
  await expectAccessibleAtBothWidths(page);
  await button(page, "New redirect").click();
  await page.getByLabel("From").fill("/about");
  await page.getByLabel("To", { exact: true }).fill("/work");
  await button(page, "Make redirect").click();
  await page.getByText("There is a page at /about, so").waitFor();
  await page.getByLabel("From").fill("/a/*");
  await page.getByLabel("To", { exact: true }).fill("/a/b");
  await button(page, "Make redirect").click();
  await page.getByText("This would lead in a circle: /a/* → /a/b → /a/b.").waitFor();
  await button(page, "Cancel").click();

  await button(page, "Remove /leistungen/web-technology").click();
  await page.getByText("/leistungen/web-technology leads nowhere now.").waitFor();
  expect((await lead("/leistungen/web-technology"))[0]).toBe(404);
  await button(page, "Undo").click();
  await expect.poll(() => lead("/leistungen/web-technology")).toEqual([301, "/services/web-technology"]);
  await button(page, "Remove /leistungen/web-technology").click();
  await expect.poll(async () => (await lead("/leistungen/web-technology"))[0]).toBe(404);
  await page.goto(`${fixture.url}/newsroom/redirects?view=earlier`);
  await page
    .getByText(/^Removed/)
    .first()
    .waitFor();
  await button(page, "Bring back /leistungen/web-technology").last().click();
  await expect.poll(() => lead("/leistungen/web-technology")).toEqual([301, "/services/web-technology"]);
  // The browser reports the two refusals as errors of its own.
  expect(complaints.filter((line) => !line.includes("400 (Bad Request)"))).toEqual([]);
  await context.close();
});

test("a hidden case leads to /work until it is shown again", async () => {
  const path = "/work/oakmere-checkout";
  const { page, context, complaints } = await fixture.openPage(maud, "/newsroom/site/case-studies");
  const row = page.locator(".entry-rows > li").filter({ has: page.locator('a[href$="/oakmere-checkout"]') });
  await row.getByRole("button", { name: /^Hide / }).click();
  const dialog = page.getByRole("dialog");
  expect(await dialog.getByLabel("Lead visitors to").inputValue()).toBe("/work");
  await dialog.getByRole("button", { name: "Hide", exact: true }).click();
  await row.getByRole("button", { name: /^Show / }).waitFor();
  await expect.poll(() => lead(path)).toEqual([302, "/work"]);
  await row.getByRole("button", { name: /^Show / }).click();
  await expect.poll(async () => (await lead(path))[0]).toBe(200);
  expect((await maud.backend.from("redirects").select("path").eq("path", path)).data).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
});

test("a menu that links to a page that does not exist is warned of before it is published", async () => {
  const { page, context, complaints } = await fixture.openPage(maud, "/newsroom/site/navigation/main");
  await page.getByLabel("Address").first().fill("/impressum");
  await page.getByText(/^Draft saved/).waitFor();
  await button(page, "Publish").click();
  const dialog = page.getByRole("dialog", { name: "One link is broken" });
  await dialog.getByText("/impressum").waitFor();
  await dialog.getByRole("button", { name: "Back to the form" }).click();
  expect((await maud.backend.from("entries").select("key").eq("collection", "navigation")).data).toEqual([]);
  await button(page, "Publish").click();
  await dialog.getByRole("button", { name: "Publish anyway" }).click();
  await seeToast(page, "Success", "It is on the site.");
  await page.goto(`${fixture.url}/newsroom/redirects?view=broken`);
  const row = page.locator(".redirect-list li").filter({ hasText: "/impressum" });
  await row.getByRole("link", { name: "Navigation" }).waitFor();
  await button(page, "Redirect /impressum").waitFor();
  // The browser reports the missing page as an error of its own.
  expect(complaints.filter((line) => !line.includes("404"))).toEqual([]);
  await context.close();
});

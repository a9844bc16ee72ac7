import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessibleAtBothWidths } from "../../fixtures/browser/accessibility.ts";
import { expectFocused } from "../../fixtures/browser/focus.ts";
import { seeToast } from "../../fixtures/browser/toast.ts";
import { createNewsroom, type NewsroomFixture, type Person } from "../../fixtures/site/newsroom-site.ts";
import { readPage } from "../../fixtures/site/newsroom.ts";

let fixture: NewsroomFixture;
let maud: Person;

beforeAll(async () => {
  fixture = await createNewsroom();
  maud = await fixture.addPerson("maud@plumbline.example", "admin");
});
afterAll(() => fixture.close());

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const see = (path: string) => readPage(fixture.url, path);
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name }).waitFor();

async function publish(page: Page) {
  await button(page, "Publish").click();
  await page.getByRole("button", { name: "Publish", exact: true, disabled: true }).waitFor();
}

async function startPage(page: Page, title: string, path?: string) {
  await button(page, "Add page").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill(title);
  if (path) await dialog.getByLabel("Address").fill(path);
  await dialog.getByRole("button", { name: "Continue" }).click();
}

test("the Impressum that ships as a draft is completed, published and linked in the footer", async () => {
  const { page, complaints } = await fixture.openPage(maud, "/newsroom/pages");
  await page.getByText("Draft, not published yet").first().waitFor();
  await expectAccessibleAtBothWidths(page);
  await page.getByRole("link", { name: "Impressum" }).click();
  await heading(page, "Impressum");
  await page.locator("summary", { hasText: "Information under § 5 DDG" }).click();
  // The visual editor is loaded first.
  await page.getByRole("button", { name: "Visual", pressed: true }).waitFor();
  await button(page, "HTML").click();
  const text = page.locator('textarea[name="sections.0.text"]');
  await text.fill("<p>{name}, <strong>Hamburg</strong></p><ul><li>HRB 12345</li></ul>");
  await page.getByText(/^Draft saved/).waitFor();
  await page.frameLocator("iframe").getByText("HRB 12345").waitFor();
  await publish(page);
  expect(await see("/impressum")).toContain("<strong>Hamburg</strong></p>");

  await linkInFooter(page, "Impressum", "/impressum");
  await page.goto(fixture.url);
  await page.locator("footer").getByRole("link", { name: "Impressum" }).click();
  await heading(page, "Impressum");
  await page.getByText("HRB 12345").waitFor();
  expect(complaints.filter((complaint) => !complaint.startsWith("Transition was aborted"))).toEqual([]);
  await page.context().close();
});

test("a landing page of eight sections is built, reordered by keys, previewed, scheduled, published and linked", async () => {
  const { page } = await fixture.openPage(maud, "/newsroom/pages");
  await button(page, "Add page").waitFor();
  await startPage(page, "Launch", "/work/launch");
  await page.getByText("/work/launch would shadow /work, which the site itself uses.").waitFor();
  await page.getByRole("dialog").getByLabel("Address").fill("/launch");
  await page.getByRole("dialog").getByRole("button", { name: "Continue" }).click();
  await heading(page, "Launch");

  // The first section is there: a page needs one.
  await page.locator(".folded-item > summary").first().click();
  await page.getByLabel("Title", { exact: false }).last().fill("Launch with us");
  await page.getByLabel("Introduction").last().fill("In twelve weeks.");
  await page.getByLabel("Alternative text").last().fill("Stones in balance");
  for (const [kind, title] of [
    ["Services", "What we do"],
    ["Case studies", "What we did"],
    ["Quotes", "What they say"],
    ["Posts", "What we write"],
  ] as const) {
    await button(page, kind).click();
    await page
      .getByRole("textbox", { name: /^Title/ })
      .last()
      .fill(title);
  }
  await button(page, "Figures").click();
  await fill(page, ["Title", "In figures"], ["Figure", "38", "12"], ["Label", "people", "weeks"]);
  await button(page, "Steps").click();
  await fill(page, ["Title", "How it goes", "Ask", "Build"], ["Text", "First", "Then"]);
  await button(page, "Closing call").click();
  await fill(page, ["Title", "Start"], ["Text", "Write to us."], ["Button", "Write"], ["Leads to", "/contact"]);
  await expectAccessibleAtBothWidths(page);

  await button(page, "Move Section 8").focus();
  for (const key of ["Space", "ArrowUp", "ArrowUp"]) await page.keyboard.press(key);
  await page.getByText("Section 6 is lifted, 6 of 8.").waitFor();
  await expectFocused(page.getByRole("button", { name: "Move Section 6", exact: true }));
  await page.keyboard.press("Space");
  await button(page, "Remove section 6").click();
  await page.getByText("Section 6 is removed.").waitFor();
  await expectFocused(button(page, "Undo"));
  await button(page, "Undo").click();
  await page.getByText(/^Draft saved/).waitFor();
  const preview = page.frameLocator("iframe");
  await expect
    .poll(() =>
      preview
        .getByRole("heading", { level: 2 })
        .allInnerTexts()
        .then((all) => all.filter(isOwn)),
    )
    .toEqual(["What we do", "What we did", "What they say", "What we write", "Start", "In figures", "How it goes"]);
  await button(page, "Publish later").click();
  await button(page, "Schedule").click();
  await page.getByText(/^A version goes live on/).waitFor();
  expect((await fetch(`${fixture.url}/launch`)).status).toBe(404);
  await button(page, "Publish").click();
  await seeToast(page, "Success", "It is on the site.");
  expect(await page.getByRole("link", { name: "View on site" }).getAttribute("href")).toBe("/launch");
  expect(await see("/launch")).toContain("Launch with us</h1>");
  await linkInFooter(page, "Our launch", "/launch");
  await page.goto(fixture.url);
  await page.locator("footer").getByRole("link", { name: "Our launch" }).click();
  await heading(page, "Launch with us");
  await page.context().close();
});

async function linkInFooter(page: Page, label: string, address: string): Promise<void> {
  await page.goto(`${fixture.url}/newsroom/site/navigation/main`);
  const footer = page.getByRole("group", { name: /^Footer/ });
  await footer.getByRole("button", { name: "Add link" }).click();
  await page.getByRole("textbox", { name: "Label" }).last().fill(label);
  await page.getByRole("combobox", { name: "Address" }).last().fill(address);
  await publish(page);
}

const isOwn = (title: string) => /^(?:What |Start|In figures|How )/.test(title);

/** Fields of the open section by their labels, each as often as it occurs. */
async function fill(page: Page, ...fields: readonly (readonly [string, ...string[]])[]) {
  const open = page.locator(".folded-item[open]");
  for (const [label, ...values] of fields) {
    for (const [index, value] of values.entries()) {
      const name = new RegExp(`^${label}`);
      const field = open.getByRole("textbox", { name }).or(open.getByRole("combobox", { name }));
      await field.nth(index).fill(value);
    }
  }
}

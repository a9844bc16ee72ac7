import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessibleAtBothWidths } from "../../fixtures/browser/accessibility.ts";
import { seeToast } from "../../fixtures/browser/toast.ts";
import {
  addPost,
  createNewsroom,
  type NewsroomFixture,
  type Person,
  showPart,
  update,
} from "../../fixtures/site/newsroom-site.ts";
import { readPage } from "../../fixtures/site/newsroom.ts";

let fixture: NewsroomFixture;
let maud: Person;

beforeAll(async () => {
  fixture = await createNewsroom();
  maud = await fixture.addPerson("maud@plumbline.example", "admin");
});
afterAll(() => fixture.close());

test("every change of a post keeps a version; differences are readable, and restoring one makes a new version", async () => {
  const post = await addPost(maud, { title: "The first line", content: "<p>Straight as drawn.</p>" });
  const { page, complaints } = await fixture.openEditor(maud, post.slug);
  await showPart(page, "History");
  await page.getByLabel("Title").fill("The second line");
  await update(page);
  await seeToast(page, "Success", "The post is updated.");
  const versions = page.getByRole("button", { name: /Published by maud@plumbline.example/ });
  await expect.poll(() => versions.count()).toBe(2);
  await versions.last().click();
  await page.locator("del", { hasText: "second" }).waitFor();
  await page.locator("ins", { hasText: "first" }).waitFor();
  await page.getByText(/^\d+ fields are the same\.$/).waitFor();
  await expectAccessibleAtBothWidths(page);
  // On the narrow page it was a sheet.
  await versions.last().click();
  await button(page, "Restore this version").click();
  await expect.poll(() => page.getByLabel("Title").inputValue()).toBe("The first line");
  const reminder = page.getByText("The form has this version. It is on the site after “Update”.");
  await reminder.waitFor();
  await update(page);
  await reminder.waitFor({ state: "detached" });
  await expect.poll(() => readPage(fixture.url, `/blog/${post.slug}`)).toContain("The first line</h1>");
  await expect.poll(() => versions.count()).toBe(3);
  expect(complaints).toEqual([]);
  await page.context().close();
});

test("the journal says who changed what, by kind and by person, and forgets the names of deleted accounts", async () => {
  const jonas = await fixture.addPerson("jonas@plumbline.example", "admin");
  const post = await addPost(jonas, { title: "A line in the journal" });
  const entries = jonas.backend.from("entries");
  await entries.insert({ collection: "figures", key: "main", data: {} });
  await entries.insert({ collection: "values", key: "plain-words", data: { title: "Plain <b>words</b>" } });
  const { page, complaints } = await fixture.openPage(maud, "/newsroom/journal");
  const lines = page.locator(".journal-lines li");
  const said = () => lines.allInnerTexts();
  await lines.first().waitFor();
  expect(await lines.first().innerText()).toMatch(
    /^\d\d:\d\d\s+jonas@plumbline.example published Values: Plain <b>words<\/b>$/,
  );
  expect(await lines.nth(1).innerText()).toMatch(/jonas@plumbline.example published Figures/);
  expect(await page.locator(".journal .list > h2").allInnerTexts()).toEqual(["Today"]);
  await expectAccessibleAtBothWidths(page);
  await button(page, "Posts").click();
  await expect.poll(async () => (await said()).join()).not.toContain("Figures");
  await page.getByLabel("Person").selectOption("jonas@plumbline.example");
  await expect
    .poll(said)
    .toEqual([expect.stringMatching(/jonas@plumbline.example published the post “A line in the journal”/)]);
  expect(await page.getByRole("link", { name: /A line in the journal/ }).getAttribute("href")).toBe(
    `/newsroom/posts/${post.slug}`,
  );
  await button(page, "Messages").click();
  await page.getByText("No line fits this filter.").waitFor();
  await fixture.service.auth.admin.deleteUser(jonas.id);
  await page.goto(`${fixture.url}/newsroom/journal?kind=content`);
  await expect.poll(async () => (await said()).join()).toContain("A deleted account published Figures");
  expect(complaints).toEqual([]);
  await fixture.service.from("entries").delete().in("collection", ["figures", "values"]);
  await page.context().close();
});

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessibleAtBothWidths } from "../../fixtures/browser/accessibility.ts";
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
const seeToast = (page: Page, text: string) => page.locator(".toast", { hasText: text }).first().waitFor();
const see = (path: string) => readPage(fixture.url, path);

/** Copies the original of each field that is empty, changes the first one, and publishes. */
async function translate(page: Page, entry: string, words: string) {
  await page.goto(`${fixture.url}/newsroom/site/${entry}?language=nl`);
  await page.getByRole("navigation", { name: "Languages" }).getByRole("link", { name: "Dutch" }).waitFor();
  const copy = button(page, "Copy the original");
  await copy.first().waitFor();
  while ((await copy.count()) > 0) await copy.first().click();
  await page.locator(".translated input, .translated textarea").first().fill(words);
  await button(page, "Publish").click();
  await page.getByRole("button", { name: "Publish", exact: true, disabled: true }).waitFor();
}

test("Dutch is added, translated, made public, seen, and switched to and from", { timeout: 240_000 }, async () => {
  const { page, complaints } = await fixture.openPage(maud, "/newsroom/languages");
  const add = page.getByLabel("Add a language");
  for (const [tag, problem] of [
    ["de_DE", "Write the tag of a language"],
    ["en", "The site has this language already."],
    ["art", "/art is an address of this site"],
  ] as const) {
    await add.fill(tag);
    await button(page, "Add language").click();
    await page.getByRole("alert").getByText(problem).waitFor();
  }
  await add.fill("nl");
  await button(page, "Add language").click();
  await seeToast(page, "Added. It is hidden until you make it public.");
  const dutch = page.getByRole("article", { name: "Dutch" });
  await dutch.getByText("Hidden until you make it public").waitFor();
  await expectAccessibleAtBothWidths(page);
  await button(page, "Make it public").click();
  await seeToast(
    page,
    "Before nl is public, its name and claim, navigation, footer and home page have to be translated.",
  );

  // The refusal is an error in the console, too.
  complaints.splice(0);

  await page.getByRole("link", { name: "Name, menus and home in Dutch" }).click();
  await page.waitForURL(/language=nl/);
  await translate(page, "identity/main", "Jarenlang loodrecht");
  await translate(page, "navigation/main", "Diensten");
  await translate(page, "footer/main", "Strategie");
  await translate(page, "closing/main", "Laten we praten");
  await translate(page, "page-home/main", "Een bureau dat meet.");
  await translate(page, "services/design", "Ontwerp voor mensen");
  await page.goto(`${fixture.url}/newsroom/languages`);
  await button(page, "Make it public").click();
  await seeToast(page, "Visitors see it now.");
  expect(await see("/nl")).toContain("Een bureau dat meet.");

  await page.goto(`${fixture.url}/nl`);
  await page.locator("header .languages").getByRole("link", { name: "EN" }).click();
  await page.waitForURL(`${fixture.url}/`);
  await page.locator("header .languages").getByRole("link", { name: "NL" }).click();
  await page.waitForURL(`${fixture.url}/nl`);
  // The router of the page follows its language.
  await page
    .getByRole("contentinfo")
    .getByRole("link", { name: "Sign In" })
    .or(page.getByText("Logged in as"))
    .first()
    .waitFor();
  // The newsroom has no language in its address, whatever page leads there.
  await page.getByRole("contentinfo").getByRole("link", { name: "Newsroom" }).click();
  await page.waitForURL(`${fixture.url}/newsroom`);
  await page.goto(`${fixture.url}/nl/careers`);
  await page.locator("#main").getByRole("link", { name: "This page in English" }).click();
  await page.waitForURL(`${fixture.url}/careers`);
  expect(complaints.filter((each) => !each.includes("404"))).toEqual([]);
});

test("a change of the original marks the field, and Still right clears it", { timeout: 120_000 }, async () => {
  const { page } = await fixture.openPage(maud, "/newsroom/site/page-home/main");
  const lead = page.locator('textarea[name="lead"]');
  await lead.fill("We measure what we build, every week.");
  await button(page, "Publish").click();
  await page.getByRole("button", { name: "Publish", exact: true, disabled: true }).waitFor();
  await page.goto(`${fixture.url}/newsroom/languages`);
  await page.getByRole("listitem").filter({ hasText: "Changed since" }).getByRole("link").first().click();
  await page.getByText("Changed since it was translated.").waitFor();
  await page.locator(".translated.outdated ins").first().waitFor();
  expect(await see("/nl")).toContain("Een bureau dat meet.");
  await button(page, "Still right").click();
  await seeToast(page, "The translation is up to date.");
  await page.reload();
  await page.getByRole("navigation", { name: "Languages" }).waitFor();
  expect(await page.getByText("Changed since it was translated.").count()).toBe(0);
});

test("the list of posts says languages and originals, and that an original has changed since", async () => {
  const posts = () => maud.backend.from("blog_posts");
  const shared = { excerpt: "e", content: "<p>c</p>", category: "Design", author_name: "Maud", created_by: maud.id };
  await posts()
    .insert({ ...shared, title: "Two plumb lines" })
    .throwOnError();
  const original = await posts().select("id").eq("title", "Two plumb lines").single().throwOnError();
  const german = { ...shared, title: "Zwei große Lote", locale: "de", translation_of: original.data.id };
  await posts().insert(german).throwOnError();

  const { page, context } = await fixture.openPage(maud, "/newsroom/posts");
  const row = page.getByRole("listitem").filter({ hasText: german.title });
  await row.getByText("German, /de/blog/zwei-grosse-lote, translates Two plumb lines").waitFor();
  await page.getByText("English, /blog/two-plumb-lines").waitFor();
  expect(await page.getByText("Original changed since").count()).toBe(0);
  await posts().update({ content: "<p>Other words.</p>" }).eq("id", original.data.id).throwOnError();
  await page.reload();
  await row.getByText("Original changed since").waitFor();
  await expectAccessibleAtBothWidths(page);
  await row.getByRole("link", { name: german.title }).click();
  await page.getByText("The original has changed since this translation was saved last.").waitFor();
  await page.getByRole("navigation", { name: "Languages" }).getByRole("link", { name: "English" }).waitFor();
  await context.close();
});

test("the offer of a language is revealed to visitors who read it, and to no others", async () => {
  // German comes with texts of its own, as long as the English ones are those that came with the site.
  const untouched = await createNewsroom();
  const owner = await untouched.addPerson("maud@plumbline.example", "admin");
  const { page: languages } = await untouched.openPage(owner, "/newsroom/languages");
  await languages.getByLabel("Add a language").fill("de");
  await button(languages, "Add language").click();
  await seeToast(languages, "Added. It is hidden until you make it public.");
  await languages.getByRole("article", { name: "German" }).getByRole("button", { name: "Make it public" }).click();
  await seeToast(languages, "Visitors see it now.");
  for (const [locale, isOffered] of [
    ["de-AT", true],
    ["en-US", false],
    ["fr-FR", false],
  ] as const) {
    const { context, page } = await untouched.openPage(owner, "/", { locale });
    const offer = page.getByRole("link", { name: "Diese Seite auf Deutsch" });
    expect(await offer.isVisible(), locale).toBe(isOffered);
    await context.close();
  }
  await untouched.close();
});

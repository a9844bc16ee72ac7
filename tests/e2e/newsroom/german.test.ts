import { afterAll, beforeAll, expect, test } from "vitest";
import { words as fields } from "../../../domain/content/messages/fields-de.ts";
import { factNames } from "../../../domain/content/site-facts.ts";
import { findEnglish } from "../../fixtures/site/english-words.ts";
import { createNewsroom, type NewsroomFixture, type Person } from "../../fixtures/site/newsroom-site.ts";

let fixture: NewsroomFixture;
let greta: Person;
let englishIn: (html: string) => readonly string[];

/** Facts by the names that texts have for them, and the tag of the language. */
const NO_WORDS = new Set([...factNames(), "de"]);

/** A site whose first language is German. */
beforeAll(async () => {
  const labels = Object.entries(fields).flatMap(([text, german]) =>
    text === german ? [] : text.replaceAll(/\{\d\}/g, "⟦1⟧"),
  );
  englishIn = await findEnglish("app/{ui,data,newsroom}", labels);
  fixture = await createNewsroom();
  greta = await fixture.addPerson("greta@plumbline.example", "admin");
  const published = { collection: "languages", key: "main", data: { first: "de" } };
  await greta.backend.from("entries").insert(published).throwOnError();
});
afterAll(() => fixture.close());

test.each([
  ["/newsroom/site", "Website"],
  ["/newsroom/site/jobs", "Stellen"],
  ["/newsroom/site/testimonials", "Kundenstimmen"],
  ["/newsroom/site/identity/main", "Name und Slogan"],
  ["/newsroom/site/form/main", "Kontaktformular"],
  ["/newsroom/pages", "Seiten"],
  ["/newsroom/design", "Gestaltung"],
  ["/newsroom/languages", "Sprachen"],
])("%s says nothing of the software in English", async (path, title) => {
  const { page, complaints } = await fixture.openPage(greta, path);
  await page.getByRole("heading", { level: 1, name: title, exact: true }).waitFor();
  await page.getByRole("navigation", { name: "Redaktion" }).waitFor();
  // Beside the form are the preview and its links, whose buttons have names of their own.
  const aside = await page.locator(".entry-aside").evaluateAll((all) => all.map((each) => each.outerHTML));
  const html = aside.reduce((rest, each) => rest.replace(each, ""), await page.content());
  expect(englishIn(html).filter((text) => !NO_WORDS.has(text))).toEqual([]);
  expect(complaints).toEqual([]);
  await page.close();
});

test("Strg K finds and does in German, and a refused field says so", async () => {
  const { page } = await fixture.openPage(greta, "/newsroom/site/contact/main");
  await page.getByLabel("Telefon").first().fill("rufen Sie an");
  await page.getByRole("button", { name: "Veröffentlichen", exact: true }).click();
  await page.getByText("Nicht veröffentlicht: Ein Feld muss geändert werden.").waitFor();
  await page.getByText("Schreiben Sie Ziffern, Leerzeichen und ein + am Anfang.").waitFor();
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Suchen, tun" });
  await palette.getByRole("combobox").fill("gestaltung");
  await palette.getByRole("option", { name: /^Gestaltung ändern/ }).waitFor();
  expect(englishIn(await palette.innerHTML())).toEqual([]);
  await page.close();
});

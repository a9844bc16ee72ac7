import type { Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { holdRequests } from "../../fixtures/browser/held-requests.ts";
import { seeToast } from "../../fixtures/browser/toast.ts";
import { createNewsroom, type NewsroomFixture, type Person, write } from "../../fixtures/site/newsroom-site.ts";

let newsroom: NewsroomFixture;
let maud: Person;

beforeAll(async () => {
  newsroom = await createNewsroom();
  maud = await newsroom.addPerson("maud@plumbline.example", "admin");
});
afterAll(() => newsroom.close());

/** A photo-like file: noise has a realistic size. */
async function photo(name: string, { width = 1200, height = 800, background = "#06a" } = {}) {
  const noise = { type: "gaussian", mean: 128, sigma: 20 } as const;
  const create = { width, height, channels: 3, background, noise } as const;
  return { name, mimeType: "image/jpeg", buffer: await sharp({ create }).jpeg().toBuffer() };
}

const currentSource = (page: Page, alt: string) =>
  page.getByAltText(alt).evaluate((img: HTMLImageElement) => img.currentSrc);

test("an upload shows its progress, readers get a version that fits, and a replaced picture changes everywhere", async () => {
  const { page, context, complaints } = await newsroom.openPage(maud, "/newsroom/pictures");
  await page.getByText("No pictures yet.").waitFor();
  const uploads = await holdRequests(page, "**/storage/v1/object/images/**", "POST");
  await page.getByLabel("Upload pictures").setInputFiles([await photo("the_lake.jpg"), await photo("spare.jpg")]);
  await page.getByText("0 % sent").waitFor();
  uploads.release();
  await page.getByRole("link", { name: "spare" }).waitFor();
  expect(await page.locator(".picture-grid li").count()).toBe(2);

  await page.getByLabel("Search pictures").fill("LAKE");
  await page.waitForURL(/q=LAKE/);
  await page.getByRole("link", { name: "the lake" }).click();
  const details = page.getByRole("complementary", { name: "Details" });
  await details.getByText("1200 by 800 pixels").waitFor();
  await details.getByLabel("Alternative text").fill("A lake at dawn");
  await details.getByRole("button", { name: "Save" }).click();
  await seeToast(page, "Success", "Saved.");
  await details.getByText("Nowhere yet.").waitFor();

  const { data: lake } = await maud.backend.from("pictures").select("name, alt").eq("title", "the lake").single();
  expect(lake?.alt).toBe("A lake at dawn");
  const src = `/storage/v1/object/public/images/${lake?.name}`;
  await page.goto(`${newsroom.url}/blog/new?draft=${crypto.randomUUID()}`);
  await write(page, { title: "At the lake", content: `<p>Look.</p><img src="${src}" alt="The lake">` });
  await page.getByRole("button", { name: "Publish" }).click();
  await page.waitForURL(`${newsroom.url}/blog`);

  const phone = await newsroom.openPage(maud, "/blog/at-the-lake", { viewport: { width: 390, height: 844 } });
  await phone.page.getByAltText("The lake").scrollIntoViewIfNeeded();
  await expect.poll(() => currentSource(phone.page, "The lake")).toMatch(/-1200x800-480\.avif$/);
  const shown = await currentSource(phone.page, "The lake");
  await expect.poll(async () => (await page.request.get(shown)).headers()["content-type"]).toBe("image/avif");

  await page.goto(`${newsroom.url}/newsroom/pictures?q=lake`);
  await page.getByRole("link", { name: "the lake" }).click();
  await details.getByRole("link", { name: "At the lake" }).waitFor();
  expect(await details.getByRole("button", { name: "Delete" }).getAttribute("aria-disabled")).toBe("true");
  await details.getByLabel("Replace").setInputFiles(await photo("new lake.jpg", { width: 900, height: 900 }));
  await seeToast(page, "Success", "The picture is replaced wherever it is used.");
  await details.getByText("900 by 900 pixels").waitFor();
  await phone.page.reload();
  await phone.page.getByAltText("The lake").scrollIntoViewIfNeeded();
  await expect.poll(() => currentSource(phone.page, "The lake")).toMatch(/-900x900-480\.avif$/);
  expect(complaints).toEqual([]);
  await phone.context.close();
  await context.close();
});

test("an unused picture is deleted, listed as deleted and brought back", async () => {
  const { page, context } = await newsroom.openPage(maud, "/newsroom/pictures?q=spare", {
    viewport: { width: 390, height: 844 },
  });
  await page.getByRole("link", { name: "spare" }).click();
  const details = page.getByRole("complementary", { name: "Details" });
  await details.getByRole("button", { name: "Delete" }).click();
  await seeToast(page, "Success", "The picture is in the bin for 30 days.");
  await page.getByText("No title or alternative text contains “spare”.").waitFor();
  await page.getByRole("button", { name: "Deleted" }).click();
  await page.getByRole("link", { name: "spare" }).click();
  await details.getByRole("button", { name: "Bring back" }).click();
  await seeToast(page, "Success", "The picture is back.");
  const { data } = await maud.backend.from("pictures").select("deleted_at").eq("title", "spare").single();
  expect(data).toEqual({ deleted_at: null });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await context.close();
});

test("an owner publishes a case study with a focal point and a gallery of uploaded pictures", async () => {
  const { page, context, complaints } = await newsroom.openAs(maud);
  const fill = (name: string, text: string) => page.locator(`[name="${name}"]`).fill(text);
  const chooser = page.getByRole("dialog", { name: "Choose a picture" });
  await page.goto(`${newsroom.url}/newsroom/site/case-studies`);
  await page.getByRole("button", { name: "Add case study" }).click();
  await page.getByRole("dialog").getByLabel("Title").fill("A quiet harbor");
  await page.getByRole("dialog").getByRole("button", { name: "Continue" }).click();
  await page.getByRole("heading", { level: 1, name: "A quiet harbor" }).waitFor();
  for (const name of ["client", "sector", "description", "quote"]) await fill(name, `The ${name}`);
  for (const name of ["Overview", "The challenge", "The solution"]) {
    await page
      .locator(`.ProseMirror[role="textbox"]`)
      .and(page.getByLabel(name, { exact: true }))
      .fill(name);
  }
  expect(await page.locator('[name="year"]').inputValue()).toBe(String(new Date().getFullYear()));
  await fill("results.0.figure", "12");
  await fill("results.0.text", "more ships");
  await fill("services.0", "Design");
  await fill("technologies.0", "Rope");
  await fill("challengeImage.alt", "Before");

  await page.getByRole("button", { name: "Choose another: Picture" }).first().click();
  await chooser.getByLabel("Upload a picture").focus();
  expect(await chooser.evaluate((dialog) => dialog.scrollLeft), "sideways scroll of the dialog").toBe(0);
  await chooser.getByLabel("Upload a picture").setInputFiles(await photo("harbor.jpg", { width: 1600, height: 900 }));
  await chooser.waitFor({ state: "hidden" });
  await fill("image.alt", "The harbor");
  await page.getByRole("radio", { name: "Row 3, column 3" }).first().focus();
  for (const key of ["ArrowUp", "ArrowUp", "ArrowRight", "ArrowRight"]) await page.keyboard.press(key);
  expect(await page.getByRole("radio", { name: "Row 1, column 5" }).first().isChecked()).toBe(true);

  await page.getByRole("button", { name: "Add screen" }).click();
  await page.getByRole("button", { name: "Choose another: Picture" }).last().click();
  await chooser.getByLabel("Search pictures").fill("spare");
  await chooser.getByRole("radio", { name: "spare" }).check();
  await chooser.getByRole("button", { name: "Use this picture" }).click();
  await fill("gallery.0.picture.alt", "The spare screen");
  await fill("gallery.0.caption", "After");
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await seeToast(page, "Success", "It is on the site.");

  await page.goto(`${newsroom.url}/work/a-quiet-harbor`);
  const hero = page.getByAltText("The harbor");
  await expect.poll(() => currentSource(page, "The harbor")).toMatch(/-1600x900-\d+\.avif$/);
  expect(await hero.getAttribute("class")).toContain("focus-x5 focus-y1");
  expect(await hero.evaluate((img) => getComputedStyle(img).objectPosition)).toBe("100% 0px");
  await page.getByAltText("The spare screen").scrollIntoViewIfNeeded();
  await expect.poll(() => currentSource(page, "The spare screen")).toMatch(/-1200x800-\d+\.avif$/);
  expect(complaints).toEqual([]);
  await context.close();
});

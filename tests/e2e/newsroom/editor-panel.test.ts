import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessibleAtBothWidths } from "../../fixtures/browser/accessibility.ts";
import { expectFocused } from "../../fixtures/browser/focus.ts";
import { seeToast } from "../../fixtures/browser/toast.ts";
import { chooseCover, createNewsroom, type NewsroomFixture, type Person } from "../../fixtures/site/newsroom-site.ts";

let newsroom: NewsroomFixture;
let maud: Person;

beforeAll(async () => {
  newsroom = await createNewsroom();
  maud = await newsroom.addPerson("maud@plumbline.example", "admin");
});
afterAll(() => newsroom.close());

const TEXT = [
  ["Title", "Under the crane"],
  ["Excerpt", "What hangs straight."],
  ["Content", '<p>Look.</p><img src="/favicon.svg">'],
] as const;

test("with the keyboard: written, given a cover, previewed, published past a warning, and found in its history", async () => {
  const { page, context, complaints } = await newsroom.openNewPost(maud, { viewport: { width: 1440, height: 900 } });
  const type = async (label: string, text: string) => {
    await page.getByLabel(label, { exact: true }).focus();
    await page.keyboard.type(text);
  };
  const press = (name: string) => page.getByRole("button", { name, exact: true }).press("Enter");
  for (const [label, text] of TEXT) await type(label, text);
  await page.getByLabel("Category").selectOption("Strategy");
  await type("Author name", "Maud Ellery");
  await chooseCover(page, await halves());
  const middle = page.getByRole("radio", { name: "Row 3, column 3" });
  await middle.press("ArrowUp");
  for (const row of [2, 1])
    await page.getByRole("radio", { name: `Row ${row}, column 3` }).press(row > 1 ? "ArrowUp" : "ArrowLeft");
  await page.getByRole("radio", { name: "Row 1, column 2" }).press("ArrowLeft");
  await type("Alternative text optional", "A crane & its hook");
  await expectAccessibleAtBothWidths(page);
  for (const part of ["Search and sharing", "Preview"]) {
    await press(part);
    await expectAccessibleAtBothWidths(page);
  }
  const shown = page.locator(".preview figure img");
  expect(await shown.getAttribute("class")).toBe("focus focus-x1 focus-y1");
  expect(await shown.getAttribute("alt")).toBe("A crane & its hook");
  await page.keyboard.press("Control+.");
  await shown.waitFor({ state: "hidden" });
  await press("Publish");
  const warning = page.getByRole("dialog", { name: "Not every picture is described" });
  expect(await warning.locator("code").textContent()).toBe("/favicon.svg");
  await press("Publish anyway");
  await page.waitForURL(`${newsroom.url}/newsroom/posts`);

  const { data } = await newsroom.anonymous
    .from("blog_posts")
    .select("id, image_url")
    .eq("slug", "under-the-crane")
    .single();
  expect(data?.image_url).toMatch(/-2000x1000\.webp#focus=11&alt=A\+crane\+%26\+its\+hook$/);
  for (const path of ["/blog/under-the-crane", "/blog", "/"]) {
    const html = await (await fetch(newsroom.url + path)).text();
    expect(html, path).toMatch(
      /<img class="[^"]*focus focus-x1 focus-y1"[^>]*-2000x1000-\d+\.webp"[^>]* alt="A crane &amp; its hook"/,
    );
  }
  const html = await (await fetch(`${newsroom.url}/blog/under-the-crane`)).text();
  const [, card = ""] = /property="og:image" content="([^"]+)"/.exec(html) ?? [];
  const drawn = sharp(Buffer.from(await (await fetch(card)).arrayBuffer()));
  const { dominant } = await sharp(
    await drawn.extract({ left: 850, top: 0, width: 350, height: 400 }).toBuffer(),
  ).stats();
  expect(dominant.r - dominant.b, "the left edge of the picture").toBeGreaterThan(150);

  await page.getByRole("link", { name: "Under the crane" }).press("Enter");
  await page.waitForURL(`${newsroom.url}/newsroom/posts/${data?.id}`);
  await press("History");
  await page.getByRole("button", { name: /Published by maud@plumbline.example/ }).press("Enter");
  await expectAccessibleAtBothWidths(page);
  expect(complaints).toEqual([]);
  await context.close();
});

test("on a phone the panel is a sheet that Escape closes, and that opens at a field that is refused", async () => {
  const { page, context } = await newsroom.openNewPost(maud, { viewport: { width: 390, height: 844 } });
  const sheet = page.getByRole("dialog", { name: "About this post" });
  const toggle = page.getByRole("button", { name: "Panel" });
  await toggle.press("Enter");
  await sheet.getByLabel("Category").waitFor();
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "hidden" });
  await expectFocused(toggle);
  for (const [label, text] of TEXT) await page.getByLabel(label, { exact: true }).fill(text);
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await seeToast(page, "Error", "Please fill in all required fields.");
  await expectFocused(sheet.getByLabel("Category"));
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  await context.close();
});

/** Its left third is orange, the rest blue. */
async function halves() {
  const blue = { width: 2000, height: 1000, channels: 3, background: "#0033aa" } as const;
  const orange = await sharp({ create: { ...blue, width: 700, background: "#ff7700" } })
    .png()
    .toBuffer();
  const buffer = await sharp({ create: blue })
    .composite([{ input: orange, left: 0, top: 0 }])
    .png()
    .toBuffer();
  return { name: "halves.png", mimeType: "image/png", buffer };
}

import { afterAll, beforeAll, expect, test } from "vitest";
import { createNewsroom, type NewsroomFixture, type Person, showPart } from "../../fixtures/site/newsroom-site.ts";

let newsroom: NewsroomFixture;
let maud: Person;

beforeAll(async () => {
  newsroom = await createNewsroom();
  maud = await newsroom.addPerson("maud@plumbline.example", "admin");
});
afterAll(() => newsroom.close());

/** The visual editor of a new draft, with the focus in it. */
async function open(options = {}) {
  const opened = await newsroom.openNewPost(maud, options);
  const { page } = opened;
  await page.getByRole("button", { name: "Visual" }).click();
  const text = page.locator(".ProseMirror");
  await text.click();
  return { ...opened, text };
}

test.each([
  { width: 390, height: 844 },
  { width: 1024, height: 768 },
  { width: 1440, height: 900 },
])("at $width px the tools are one row, and with the bar they leave the screen to the text", async (viewport) => {
  const { page, context, text } = await open({ viewport });
  await text.fill("A long story. ".repeat(600));
  await page.waitForLoadState("networkidle");
  for (const y of [500, 400]) {
    await page.evaluate((to) => scrollTo(0, to), y);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(y);
  }
  // The header of other pages takes 200 ms to return.
  await page.waitForTimeout(300);
  const seen = () =>
    page.evaluate(() => {
      const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
      const keys = [...document.querySelectorAll(".toolbar button")].map((key) => key.getBoundingClientRect());
      return {
        header: box("body > .header").bottom,
        bar: box(".post-editor-bar").top,
        taken: box(".post-editor-bar").height + box(".toolbar").height,
        rows: new Set(keys.map(({ top }) => top)).size,
        smallest: Math.min(...keys.flatMap(({ width, height }) => [width, height])),
        toolbar: box(".toolbar").bottom,
      };
    });
  await expect.poll(async () => (await seen()).bar).toBe(0);
  const { header, taken, rows, smallest, toolbar } = await seen();
  expect(header, "the site's header does not return over the bar").toBeLessThanOrEqual(0);
  expect(rows).toBe(1);
  expect(taken).toBeLessThanOrEqual(110);
  expect(smallest).toBeGreaterThanOrEqual(viewport.width < 768 ? 44 : 24);
  expect(toolbar).toBeLessThanOrEqual(viewport.height);
  await context.close();
});

test("the open editor requests nothing while nothing happens", async () => {
  const { page, context } = await open();
  await page.waitForLoadState("networkidle");
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  await page.waitForTimeout(2_000);
  expect(requests).toEqual([]);
  await context.close();
});

test("a text that begins with a heading begins at the top, and a post without an author shows no portrait", async () => {
  const { page, context, text } = await open();
  await page.keyboard.type("## First");
  await page.keyboard.press("Enter");
  await text.locator("h2").waitFor();
  const gap = await text.evaluate((editor) => {
    const [box, heading] = [editor, editor.querySelector("h2")].map((part) => part?.getBoundingClientRect().top ?? 0);
    return (heading ?? 0) - (box ?? 0) - Number.parseFloat(getComputedStyle(editor).paddingTop);
  });
  expect(Math.abs(gap)).toBeLessThan(1);
  await showPart(page, "Preview");
  const preview = page.getByRole("region", { name: "Preview" });
  await preview.getByText("No author yet").waitFor();
  expect(await preview.locator(".author").count()).toBe(0);
  await showPart(page, "Settings");
  await page.getByLabel("Author name").fill("Maud Ellery");
  await showPart(page, "Preview");
  await expect.poll(() => preview.locator(".author").textContent()).toBe("MMaud Ellery");
  await context.close();
});

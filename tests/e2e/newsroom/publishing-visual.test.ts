import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessibleAtBothWidths } from "../../fixtures/browser/accessibility.ts";
import { expectFocused } from "../../fixtures/browser/focus.ts";
import { seeToast } from "../../fixtures/browser/toast.ts";
import { createNewsroom, type NewsroomFixture, type Person } from "../../fixtures/site/newsroom-site.ts";

let newsroom: NewsroomFixture;
let maud: Person;

beforeAll(async () => {
  newsroom = await createNewsroom();
  maud = await newsroom.addPerson("maud@plumbline.example", "admin");
});
afterAll(() => newsroom.close());

/** The visual editor with a text in it and the cursor at its end. */
async function openVisual(html = "") {
  const { page, context } = await newsroom.openNewPost(maud);
  await page.getByLabel("Content").fill(html);
  await page.getByRole("button", { name: "Visual" }).click();
  await page.locator(".ProseMirror").click();
  await page.keyboard.press("Control+End");
  return { page, context };
}

async function readHtml(page: Page): Promise<string> {
  await page.getByRole("button", { name: "HTML" }).click();
  return page.getByLabel("Content").inputValue();
}

const PICTURE = '<img src="/storage/v1/object/public/images/posts/a.png" alt="A line" width="1" height="1">';

test("text typed after a new link is not part of the link", async () => {
  const { page, context } = await openVisual("<p>See</p>");
  await page.keyboard.type(" ");
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByLabel("Address").fill("/work");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  await page.keyboard.type(" and more");
  expect(await readHtml(page)).toBe('<p>See <a href="/work">/work</a> and more</p>');
  await context.close();
});

test("a domain that is typed becomes a link over https", async () => {
  const { page, context } = await openVisual();
  await page.keyboard.type("See example.com for more");
  expect(await readHtml(page)).toBe('<p>See <a href="https://example.com">example.com</a> for more</p>');
  await context.close();
});

test("a picture that is cut out and pasted elsewhere stays", async () => {
  const { page, context } = await openVisual(`${PICTURE}\n\n<p>Below</p>`);
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Control+x");
  await expect.poll(() => page.locator(".ProseMirror img").count()).toBe(0);
  await page.keyboard.press("Control+v");
  await page.locator(".ProseMirror").getByText("Below").waitFor();
  expect(await readHtml(page)).toBe(`${PICTURE}\n\n<p>Below</p>`);
  await context.close();
});

test("Enter in the caption of the last picture continues in a paragraph below it", async () => {
  const figure = `<figure>${PICTURE}<figcaption>AB</figcaption></figure>`;
  const { page, context } = await openVisual(`<p>Above</p>\n\n${figure}`);
  const goToEnd = async () => {
    await page.keyboard.press("Control+End");
    // The editor hears of the new selection by an event, which a frame comes after.
    return page.evaluate(async () => {
      await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
      return getSelection()?.anchorNode?.parentElement?.tagName;
    });
  };
  await expect.poll(goToEnd).toBe("FIGCAPTION");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Below");
  expect((await readHtml(page)).replaceAll(/\n */g, "")).toBe(`<p>Above</p>${figure}<p>Below</p>`);
  await context.close();
});

test("a visual editor that cannot be fetched leaves the text in the HTML editor", async () => {
  const { page, context } = await newsroom.openNewPost(maud);
  await page.getByLabel("Content").fill("<p>Still here</p>");
  await page.route("**/assets/*.js", (route) => route.abort());
  await page.getByRole("button", { name: "Visual" }).click();
  await seeToast(page, "Error", "The visual editor could not be loaded. Please try again.");
  expect(await page.getByLabel("Content").inputValue()).toBe("<p>Still here</p>");
  await page.unroute("**/assets/*.js");
  await page.getByRole("button", { name: "Visual" }).click();
  await page.locator(".ProseMirror").getByText("Still here").waitFor();
  await context.close();
});

const PARAGRAPHS = Array.from({ length: 60 }, (_, number) => `<p>Line ${number} of the tower.</p>`);
const LONG = PARAGRAPHS.with(30, "<p>A <strong>pen</strong>dulum.</p>")
  .with(58, "<p>Pendulum, pendulum.</p>")
  .join("\n");

test("Find marks each match in view; Enter steps, Escape leads back into the text", async () => {
  const { page, context, complaints } = await newsroom.openNewPost(maud, { viewport: { width: 1280, height: 720 } });
  await page.getByLabel("Content").fill(LONG);
  await page.getByRole("button", { name: "Visual" }).click();
  await page.getByRole("toolbar").getByRole("button", { name: "Find" }).click();
  const bar = page.getByRole("search", { name: "Find and replace" });
  await expectFocused(bar.getByLabel("Find", { exact: true }));
  await page.keyboard.type("pendulum");
  await bar.getByText("1 of 2").waitFor();
  const inView = () => page.locator(".match-current").first().evaluate(isInView);
  await expect.poll(inView).toBe(true);
  await page.keyboard.press("Enter");
  await bar.getByText("2 of 2").waitFor();
  expect(await page.locator(".match-current").allTextContents()).toEqual(["pendulum"]);
  await expect.poll(inView).toBe(true);
  await page.keyboard.press("Enter");
  await bar.getByText("1 of 2").waitFor();
  await page.keyboard.press("Shift+Enter");
  await bar.getByText("2 of 2").waitFor();
  await bar.getByRole("button", { name: "Previous match" }).click();
  await bar.getByText("1 of 2").waitFor();
  await expectAccessibleAtBothWidths(page);

  await bar.getByLabel("Replace with").fill("plumb");
  await page.keyboard.press("Enter");
  await bar.getByText("1 replaced").waitFor();
  await bar.getByRole("button", { name: "Next match" }).click();
  await bar.getByText("1 of 1").waitFor();
  await bar.getByLabel("Find", { exact: true }).fill("Line");
  await bar.getByRole("button", { name: "Replace all" }).click();
  await bar.getByText("58 replaced").waitFor();
  await bar.getByLabel("Find", { exact: true }).fill("pendulum");
  await page.keyboard.press("Escape");
  await bar.waitFor({ state: "detached" });
  // The editor takes the focus with the next frame.
  await expectFocused(page.locator(".ProseMirror"));
  await page.keyboard.type("bob");
  const content = await readHtml(page);
  expect(content).toMatch(/<p>A <strong>plumb/);
  expect(content).toContain("Pendulum, bob.");
  expect(content).not.toContain("Line");
  expect(complaints).toEqual([]);
  await context.close();
});

/** Whether the element itself is what is painted at its middle, and not a bar above it. */
function isInView(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  const editor = document.querySelector(".ProseMirror");
  const shown = document.elementFromPoint(left + width / 2, top + height / 2);
  return editor !== null && editor.contains(shown);
}

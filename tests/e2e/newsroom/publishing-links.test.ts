import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createNewsroom, type NewsroomFixture, type Person } from "../../fixtures/site/newsroom-site.ts";

let newsroom: NewsroomFixture;
let maud: Person;

beforeAll(async () => {
  newsroom = await createNewsroom();
  maud = await newsroom.addPerson("maud@plumbline.example", "admin");
});
afterAll(() => newsroom.close());

const LINKED = '<p>We keep <a href="/work?a=1&amp;b=2">a drawer</a> of ideas</p>';

/** The visual editor with a text in it. */
async function openVisual(html: string) {
  const { page, context } = await newsroom.openNewPost(maud);
  await page.getByLabel("Content").fill(html);
  await page.getByRole("button", { name: "Visual" }).click();
  await page.locator(".ProseMirror").waitFor();
  return { page, context, dialog: page.getByRole("dialog", { name: "Link" }) };
}

async function readHtml(page: Page): Promise<string> {
  await page.getByRole("button", { name: "HTML" }).click();
  return page.getByLabel("Content").inputValue();
}

/** Selects words; the cursor alone if `length` is 0. */
async function select(page: Page, words: string, length = words.length): Promise<void> {
  await page.evaluate(
    ([text, count]) => {
      const visual = document.querySelector<HTMLElement>(".ProseMirror");
      if (!visual) throw new Error("There is no field to write in");
      visual.focus();
      const nodes = document.createTreeWalker(visual, NodeFilter.SHOW_TEXT);
      while (nodes.nextNode()) {
        const start = nodes.currentNode.textContent?.indexOf(text) ?? -1;
        if (start >= 0)
          document.getSelection()?.setBaseAndExtent(nodes.currentNode, start, nodes.currentNode, start + count);
      }
    },
    [words, length] as const,
  );
  // The editor reads a selection that the page made in its own time.
  await page.waitForTimeout(100);
}

test("Escape in the link dialog goes back behind the selected words, which typing leaves alone", async () => {
  const { page, context, dialog } = await openVisual("<p>We keep a drawer of ideas</p>");
  await select(page, "a drawer");
  await page.keyboard.press("Control+k");
  await dialog.getByText("For “a drawer”.").waitFor();
  expect(await page.getByRole("dialog", { name: "Search" }).count()).toBe(0);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await page.keyboard.type(" full");
  await select(page, "We");
  await page.getByRole("toolbar").getByRole("button", { name: "Link" }).click();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.keyboard.type(" all");
  expect(await readHtml(page)).toBe("<p>We all keep a drawer full of ideas</p>");
  await context.close();
});

test("the link dialog shows where the link at the cursor leads and changes or removes it", async () => {
  const { page, context, dialog } = await openVisual(LINKED);
  await select(page, "drawer", 0);
  await page.keyboard.press("Control+k");
  expect(await dialog.getByLabel("Address").inputValue()).toBe("/work?a=1&b=2");
  await dialog.getByText("For “a drawer”.").waitFor();
  await dialog.getByLabel("Address").fill("/services");
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "hidden" });
  await page.keyboard.type("big ");
  await page.keyboard.press("Control+k");
  expect(await dialog.getByLabel("Address").inputValue()).toBe("/services");
  await dialog.getByRole("button", { name: "Remove link" }).click();
  await dialog.waitFor({ state: "hidden" });
  await page.keyboard.type("old ");
  expect(await readHtml(page)).toBe("<p>We keep a big old drawer of ideas</p>");
  await context.close();
});

test("where there is no link, none can be removed, and a link beside the cursor keeps its words", async () => {
  const { page, context, dialog } = await openVisual(LINKED);
  await select(page, "keep", 0);
  await page.keyboard.press("Control+k");
  expect(await dialog.getByLabel("Address").inputValue()).toBe("");
  expect(await dialog.getByRole("button", { name: "Remove link" }).count()).toBe(0);
  await dialog.getByLabel("Address").fill("/blog");
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "hidden" });
  expect(await readHtml(page)).toBe(LINKED.replace("keep", '<a href="/blog">/blog</a>keep'));
  await context.close();
});

test("shortcuts work with Caps Lock and on layouts without Latin letters, and not with Shift or AltGr", async () => {
  const { page, context, dialog } = await openVisual("<p>We keep a drawer of ideas</p>");
  await select(page, "drawer");
  await press(page, { key: "B", code: "KeyB" });
  await select(page, "ideas");
  await press(page, { key: "ш", code: "KeyI" });
  for (const key of ["K", "л"]) {
    await press(page, { key, code: "KeyK" });
    await dialog.waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
  }
  // On a Dvorak keyboard the place of K writes a T.
  await press(page, { key: "t", code: "KeyK" });
  await press(page, { key: "K", code: "KeyK", modifiers: CONTROL + SHIFT });
  await press(page, { key: "ķ", code: "KeyK", modifiers: CONTROL + ALT });
  expect(await dialog.count()).toBe(0);
  expect(await readHtml(page)).toBe("<p>We keep a <strong>drawer</strong> of <em>ideas</em></p>");
  await context.close();
});

const [ALT, CONTROL, SHIFT] = [1, 2, 8];

/** A key as a keyboard with Caps Lock or another layout sends it, with Ctrl. */
async function press(page: Page, pressed: { key: string; code: string; modifiers?: number }): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const windowsVirtualKeyCode = pressed.code.charCodeAt("Key".length);
  for (const type of ["rawKeyDown", "keyUp"] as const) {
    await devtools.send("Input.dispatchKeyEvent", { type, modifiers: CONTROL, windowsVirtualKeyCode, ...pressed });
  }
  await devtools.detach();
}

import { readdir, readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessibleAtBothWidths } from "../fixtures/browser/accessibility.ts";
import { createNewsroom, type NewsroomFixture, type Person, showPart, write } from "../fixtures/site/newsroom-site.ts";

let newsroom: NewsroomFixture;
let maud: Person;

beforeAll(async () => {
  newsroom = await createNewsroom();
  maud = await newsroom.addPerson("maud@plumbline.example", "admin");
});
afterAll(() => newsroom.close());

/** A draft of its own for each test. */
async function open(options = {}) {
  const opened = await newsroom.openNewPost(maud, options);
  return { ...opened, content: opened.page.getByLabel("Content") };
}
const tool = (page: Page, name: string) => page.getByRole("toolbar").getByRole("button", { name, exact: true });
const toVisual = async (page: Page) => {
  await page.getByRole("button", { name: "Visual" }).click();
  await page.locator(".ProseMirror").waitFor();
};
const toHtml = (page: Page) => page.getByRole("button", { name: "HTML" }).click();

/** Puts on the clipboard what a document's copy puts there, and pastes it where the cursor is. */
async function paste(page: Page, data: Record<string, string>) {
  await page.evaluate((types) => {
    const copy = (event: ClipboardEvent) => {
      event.preventDefault();
      event.stopPropagation();
      for (const [type, text] of Object.entries(types)) event.clipboardData?.setData(type, text);
    };
    addEventListener("copy", copy, { capture: true, once: true });
  }, data);
  await page.keyboard.press("Control+c");
  await page.keyboard.press("Control+v");
}

const WORD = {
  "text/html": `<html><head><style>p{color:red}</style></head><body><h1 style="color:red">Findings</h1>
    <p class="MsoNormal" style="margin:0"><b>Four</b> fields<o:p></o:p></p></body></html>`,
  "text/plain": "Findings\nFour fields",
};

test("in HTML the content is a plain textarea of 15 rows, without a toolbar, and a paste is left to the browser", async () => {
  const { page, content, context, complaints } = await open();
  expect(await content.evaluate((field) => [field.tagName, field.getAttribute("rows")])).toEqual(["TEXTAREA", "15"]);
  expect(await page.getByRole("toolbar").count()).toBe(0);
  await content.focus();
  await paste(page, WORD);
  await expect.poll(() => content.inputValue()).toBe(WORD["text/plain"]);
  await page.keyboard.press("Control+z");
  expect(await content.inputValue()).toBe("");
  await page.keyboard.press("Control+b");
  expect(complaints).toEqual([]);
  await context.close();
});

test("the toolbar is one stop for Tab, and arrows, Home and End move in it", async () => {
  const { page, content, context } = await open();
  await toVisual(page);
  await content.focus();
  await page.keyboard.press("Shift+Tab");
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
  expect(await focused()).toBe("H2 heading");
  await page.keyboard.press("ArrowRight");
  expect(await focused()).toBe("H3 heading");
  await page.keyboard.press("End");
  expect(await focused()).toBe("Find and replace");
  await page.keyboard.press("ArrowRight");
  expect(await focused()).toBe("H2 heading");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Home");
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.className)).toContain("ProseMirror");
  await context.close();
});

test("lists, bold and loose text of a document are pasted as HTML that pages have", async () => {
  const { page, content, context } = await open();
  const item = (level: number, text: string) =>
    `<p class=MsoListParagraphCxSpMiddle style='text-indent:-18.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span
    style='font-family:Symbol;mso-bidi-font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New
    Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>${text}<o:p></o:p></p>`;
  const html = `<html><body><!--StartFragment-->Before<p class=MsoNormal><b style='mso-bidi-font-weight:normal'>Bold</b><span
    style='mso-bidi-font-weight:bold'> plain</span></p>${item(1, "One")}${item(2, "Deeper")}${item(1, "Two")}<b
    style="font-weight:normal" id="docs-internal-guid-1"><ul><li>A</li><ul><li>B</li></ul></ul></b>After<!--EndFragment-->`;
  const expected = [
    "<p>Before</p>",
    "<p><strong>Bold</strong> plain</p>",
    "<ul><li>One<ul><li>Deeper</li></ul></li><li>Two</li></ul>",
    "<ul><li>A<ul><li>B</li></ul></li></ul>",
    "<p>After</p>",
  ].join("");
  await toVisual(page);
  await content.click();
  await paste(page, { "text/html": html, "text/plain": "Before" });
  await page.locator(".ProseMirror").getByText("After").waitFor();
  await toHtml(page);
  expect((await content.inputValue()).replace(/\n */g, "")).toBe(expected);
  await context.close();
});

test("the visual editor writes the same HTML, under the page's policy and without a complaint", async () => {
  const { page, context, content, complaints } = await open();
  await page.evaluate(() => {
    const violations: string[] = [];
    addEventListener("securitypolicyviolation", ({ violatedDirective, sourceFile }) =>
      violations.push(`${violatedDirective} ${sourceFile}`),
    );
    Object.assign(globalThis, { violations });
  });
  await toVisual(page);
  await content.click();
  await page.keyboard.type("We keep a ");
  await page.keyboard.press("Control+b");
  await page.keyboard.type("drawer");
  expect(await tool(page, "Bold").getAttribute("aria-pressed")).toBe("true");
  await page.keyboard.press("Control+b");
  await page.keyboard.press("Enter");
  await tool(page, "H2 heading").click();
  await page.keyboard.type("What failed");
  await page.keyboard.press("Enter");
  await tool(page, "List").click();
  await page.keyboard.type("A bubble");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByLabel("Address").fill("/work");
  await page.getByRole("button", { name: "Set link" }).click();
  await page.keyboard.press("Enter");
  await paste(page, WORD);
  await page.keyboard.press("Enter");
  await tool(page, "Table").click();
  await page.keyboard.type("Fields");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Before");
  await toHtml(page);
  expect(await content.inputValue()).toBe(
    [
      "<p>We keep a <strong>drawer</strong></p>",
      "<h2>What failed</h2>",
      "<ul>\n  <li>A bubble</li>\n</ul>",
      '<p><a href="/work">/work</a></p>',
      "<h2>Findings</h2>",
      "<p><strong>Four</strong> fields</p>",
      [
        "<table>\n  <thead>\n    <tr><th>Fields</th><th>Before</th><th></th></tr>\n  </thead>",
        "  <tbody>\n    <tr><td></td><td></td><td></td></tr>",
        "    <tr><td></td><td></td><td></td></tr>\n  </tbody>\n</table>",
      ].join("\n"),
    ].join("\n\n"),
  );
  expect(await page.evaluate(() => Reflect.get(globalThis, "violations"))).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
});

test("what the visual editor does not know is named before it is lost, and HTML stays one click away", async () => {
  const { page, content, context } = await open();
  const html = '<figure class="wide"><p>So</p></figure>\n<p>Plain <kbd>K</kbd></p>';
  await content.fill(html);
  await page.getByRole("button", { name: "Visual" }).click();
  const dialog = page.getByRole("dialog", { name: "Some markup would be lost" });
  await dialog.waitFor();
  expect(await dialog.locator("code").allTextContents()).toEqual(["<figure>", "<figure class>", "<kbd>"]);
  await dialog.getByRole("button", { name: "Stay in HTML" }).click();
  expect(await content.inputValue()).toBe(html);
  await content.fill("<p>Known</p>\n\n<ul>\n  <li>to it</li>\n</ul>");
  await toVisual(page);
  await toHtml(page);
  expect(await content.inputValue()).toBe("<p>Known</p>\n\n<ul>\n  <li>to it</li>\n</ul>");
  await context.close();
});

test("the editor mode is remembered on every device of a person, and a post from the visual editor is published", async () => {
  const { page, content, context } = await open();
  const stored = page.waitForResponse((response) => response.url().endsWith("/auth/v1/user") && response.ok());
  await toVisual(page);
  await stored;
  await page.reload();
  await page.locator(".ProseMirror").waitFor();
  const { data: again } = await maud.backend.auth.signInWithPassword(maud);
  const device = await newsroom.openNewPost(again.session ? { ...maud, session: again.session } : maud);
  await device.page.locator(".ProseMirror").waitFor();
  await device.context.close();
  await toHtml(page);
  await write(page, { title: "Seen", content: "<p>So</p>" });
  await toVisual(page);
  await content.click();
  await page.keyboard.press("End");
  await page.keyboard.type(" it goes");
  await page.getByRole("button", { name: "Publish" }).click();
  await page.waitForURL(`${newsroom.url}/newsroom/posts`);
  const { data } = await newsroom.service.from("blog_posts").select("content").eq("slug", "seen");
  expect(data).toEqual([{ content: "<p>So it goes</p>" }]);
  await context.close();
});

test("the preview follows the text, with words counted and the excerpt measured", async () => {
  const { page, context } = await open();
  await write(page, { excerpt: "x".repeat(160), content: `<h2>So</h2><p>${"word ".repeat(500)}</p>` });
  await showPart(page, "Preview");
  const preview = page.getByRole("region", { name: "Preview" });
  await preview.getByText("501 words, 3 minutes to read").waitFor();
  expect(await preview.locator(".article h2").textContent()).toBe("So");
  await preview.getByText("Eleven of forty").waitFor();
  await preview.getByText("/blog/eleven-of-forty").waitFor();
  await page.getByText("160 characters. 150 to 200 read best.").waitFor();
  await context.close();
});

test("both ways of writing and the dialogs are accessible at both widths", async () => {
  const { page, context } = await open();
  await write(page, { content: "<h2>So</h2><p>A <a href='/work'>link</a></p><table><tr><th>A</th></tr></table>" });
  await expectAccessibleAtBothWidths(page);
  await toVisual(page);
  await expectAccessibleAtBothWidths(page);
  for (const name of ["Link", "Picture"]) {
    await tool(page, name).click();
    await page.getByRole("dialog", { name }).waitFor();
    await expectAccessibleAtBothWidths(page);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog", { name }).waitFor({ state: "hidden" });
  }
  await context.close();
});

test("the editor and the form are in no bundle that readers fetch", async () => {
  const folder = new URL("../../build/client/assets/", import.meta.url);
  const scripts = (await readdir(folder)).filter((name) => name.endsWith(".js"));
  const texts = await Promise.all(
    scripts.map(async (name) => ({ name, text: await readFile(new URL(name, folder), "utf8") })),
  );
  const holding = (mark: string) => texts.filter(({ text }) => text.includes(mark)).map(({ name }) => name);
  expect(holding("ProseMirror-focused")).toHaveLength(1);
  expect(holding("Saved on this device")).toHaveLength(1);
  const importing = (name: string) =>
    texts.filter(({ text }) => new RegExp(`from\\s*["']\\./${name}`).test(text)).map((script) => script.name);
  const [editor = ""] = holding("ProseMirror-focused");
  for (const name of importing(editor)) expect(name).toMatch(/^visual-/);
  const { page, context } = await open();
  const fetched: string[] = [];
  page.on("request", (request) => fetched.push(request.url()));
  await page.goto(`${newsroom.url}/sitemap`);
  await page.getByRole("link", { name: "Add Blog Post" }).first().hover();
  await page.waitForLoadState("networkidle");
  expect(fetched.filter((url) => url.includes(editor))).toEqual([]);
  await context.close();
});

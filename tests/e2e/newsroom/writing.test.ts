import type { Locator } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { seeToast } from "../../fixtures/browser/toast.ts";
import {
  addPost,
  createNewsroom,
  type NewsroomFixture,
  type Person,
  write,
} from "../../fixtures/site/newsroom-site.ts";

let newsroom: NewsroomFixture;
let maud: Person;

beforeAll(async () => {
  newsroom = await createNewsroom();
  maud = await newsroom.addPerson("maud@plumbline.example", "admin");
});
afterAll(() => newsroom.close());

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

async function open(options = {}) {
  const opened = await newsroom.openNewPost(maud, options);
  const { page } = opened;
  await page.getByRole("button", { name: "Visual" }).click();
  const text = page.locator(".ProseMirror");
  await text.click();
  const tool = (name: string) => page.getByRole("toolbar").getByRole("button", { name, exact: true });
  const readHtml = async () => {
    await page.getByRole("button", { name: "HTML", exact: true }).click();
    return page.getByLabel("Content").inputValue();
  };
  return { ...opened, text, tool, readHtml };
}

const picture = (name: string) =>
  sharp({ create: { width: 600, height: 400, channels: 3, background: "#284" } })
    .png()
    .toBuffer()
    .then((buffer) => ({ name, mimeType: "image/png", buffer }));

test("a whole post is written and published on a phone", async () => {
  const { page, context, text, tool, complaints } = await open(PHONE);
  const bar = page.getByRole("toolbar");
  const isInView = () =>
    bar.evaluate((toolbar) => {
      const { top, bottom, left, right } = toolbar.getBoundingClientRect();
      return top > 0 && bottom <= innerHeight && left >= 0 && right <= innerWidth;
    });
  await page.keyboard.type("## Why it leans");
  await page.keyboard.press("Enter");
  await page.keyboard.type("It was built on **sand** and on hope. ");
  for (let line = 0; line < 12; line++) {
    await page.keyboard.press("Enter");
    await page.keyboard.insertText(`Paragraph ${line + 1} of a longer story.`);
  }
  expect(await isInView(), "the toolbar stays in view").toBe(true);
  await page.keyboard.press("Enter");
  await page.keyboard.type("/num");
  await page.getByRole("option", { name: "Numbered list" }).tap();
  await page.keyboard.type("Measure");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Correct");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");

  await tool("Link").tap();
  await page.getByRole("dialog", { name: "Link" }).getByLabel("Address").fill("/work");
  await page.getByRole("dialog", { name: "Link" }).getByRole("button", { name: "Set link" }).tap();
  await page.keyboard.press("Enter");

  await tool("Picture").tap();
  const dialog = page.getByRole("dialog", { name: "Picture" });
  await dialog.getByLabel("File").setInputFiles(await picture("tower.png"));
  await dialog.getByLabel("What it shows").fill("A tower");
  await dialog.getByLabel("Caption").fill("The tower in May");
  await dialog.getByRole("button", { name: "Insert picture" }).tap();
  await text.locator("figure img").tap();
  await page.getByRole("button", { name: "Alt text, caption" }).tap();
  await page.getByRole("dialog").getByLabel("What it shows").fill("A leaning tower");
  await page.getByRole("dialog").getByRole("button", { name: "Change" }).tap();

  await tool("Table").tap();
  const tools = page.getByRole("group", { name: "Table tools" });
  await tools.getByRole("button", { name: "Add row" }).tap();
  await tools.getByRole("button", { name: "Delete column" }).tap();
  await page.keyboard.type("Lean");
  expect(await isInView(), "the toolbar stays in view with the tools of a table").toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

  await page.getByLabel("Title").fill("A tower leans");
  await page.getByLabel("Excerpt").fill("Why it leans, and what we did about it.");
  await page.getByRole("button", { name: "Panel" }).tap();
  await page.getByLabel("Category").selectOption("Strategy");
  await page.getByLabel("Tags").fill("towers");
  await page.getByLabel("Author name").fill("Maud Ellery");
  await page.getByRole("button", { name: "Close" }).tap();
  await page.getByRole("button", { name: "Publish" }).tap();
  await page.waitForURL(`${newsroom.url}/newsroom/posts`);
  const { data } = await newsroom.service.from("blog_posts").select("content").eq("slug", "a-tower-leans").single();
  const html = data?.content ?? "";
  expect(html).toMatch(/^<h2>Why it leans<\/h2>/);
  expect(html).toContain("<strong>sand</strong>");
  expect(html).toMatch(/<ol>\s*<li>Measure<\/li>\s*<li>Correct<\/li>\s*<\/ol>/);
  expect(html).toContain('<a href="/work">/work</a>');
  expect(html).toMatch(
    /<figure><img src="[^"]+-600x400.webp" alt="A leaning tower" width="600" height="400"><figcaption>The tower in May<\/figcaption><\/figure>/,
  );
  expect(html.match(/<tr>/g)).toHaveLength(4);
  expect(html.match(/<th>/g)).toHaveLength(2);
  expect(complaints).toEqual([]);
  await context.close();
});

const pasteText = (field: Locator, text: string) =>
  field.evaluate((element, plain) => {
    const data = new DataTransfer();
    data.setData("text/plain", plain);
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  }, text);

/** Pastes a file, or drops it on the first picture or else at the beginning; `html` is copied with it. */
async function hand(field: Locator, kind: "paste" | "drop", html?: string) {
  const { buffer } = await picture(`${kind}.png`);
  await field.evaluate(
    (element, [bytes, type, formatted]) => {
      const data = new DataTransfer();
      const letters = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0));
      data.items.add(new File([letters], `${type}.png`, { type: "image/png" }));
      if (formatted) data.setData("text/html", formatted);
      const { left, top } = (element.querySelector("img") ?? element).getBoundingClientRect();
      const options = { bubbles: true, cancelable: true };
      element.dispatchEvent(
        type === "paste"
          ? new ClipboardEvent("paste", { ...options, clipboardData: data })
          : new DragEvent("drop", { ...options, dataTransfer: data, clientX: left + 40, clientY: top + 20 }),
      );
    },
    [buffer.toString("base64"), kind, html] as const,
  );
}

test("pictures are pasted, dropped and taken from the library; pasted Markdown becomes formatted text", async () => {
  const { page, context, text, tool, readHtml } = await open();
  await hand(text, "paste");
  await expect.poll(() => text.locator("img").count()).toBe(1);
  await hand(text, "drop");
  await expect.poll(() => text.locator("img").count()).toBe(2);
  await page.keyboard.press("Control+End");
  await tool("Picture").click();
  const dialog = page.getByRole("dialog", { name: "Picture" });
  await dialog.getByRole("button", { name: "From the library" }).click();
  await page.getByRole("radio", { name: "paste" }).check();
  await page.getByRole("button", { name: "Use this picture" }).click();
  await dialog.getByLabel("What it shows").fill("From the library");
  await dialog.getByRole("button", { name: "Insert picture" }).click();
  await expect.poll(() => text.locator("img").count()).toBe(3);

  await page.keyboard.press("Control+a");
  await page.keyboard.press("Backspace");
  await pasteText(text, "## Pasted\n\n1. one\n2. [two](/work)\n\nSand and sand.");
  await text.locator("h2").waitFor();
  expect((await readHtml()).replaceAll(/\s*\n\s*/g, "")).toBe(
    '<h2>Pasted</h2><ol><li>one</li><li><a href="/work">two</a></li></ol><p>Sand and sand.</p>',
  );
  await hand(page.getByLabel("Content"), "drop");
  await expect.poll(() => page.getByLabel("Content").inputValue()).toMatch(/<img src="[^"]+" alt="" width="600"/);
  await context.close();
});

test("a copied text with a picture of itself is pasted as text, a copied picture with its markup as a picture", async () => {
  const { page, context, text, readHtml } = await open();
  await hand(text, "paste", "<p>From a <b>document</b></p>");
  await text.getByText("From a document").waitFor();
  await hand(text, "paste", '<img src="https://elsewhere.example/a.png">');
  await page.getByText("Please say what it shows").waitFor();
  expect(await readHtml()).toMatch(
    /^<p>From a <strong>document<\/strong><\/p>\n\n<img src="\/storage\/[^"]+" alt="" width="600" height="400">$/,
  );
  await context.close();
});

test("a picture that is dragged within the text is moved, not uploaded again", async () => {
  const { page, context, text, readHtml } = await open();
  await hand(text, "paste");
  await text.locator("img").waitFor();
  await page.keyboard.press("Control+End");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Below");
  const uploads: string[] = [];
  page.on("request", (request) => request.url().includes("/storage/v1/object/images/") && uploads.push(request.url()));
  await text.locator("img").dragTo(text.getByText("Below"), { targetPosition: { x: 200, y: 10 } });
  await expect.poll(() => text.locator("p + img, p + * img").count()).toBe(1);
  expect(await readHtml()).toMatch(/<p>Below<\/p>\s*<img [^>]+>\s*$/);
  expect(uploads).toEqual([]);
  await context.close();
});

test("a slash at the beginning of a paragraph opens a menu: letters filter, arrows step, Escape leaves it", async () => {
  const { page, context, text, readHtml } = await open();
  const menu = page.getByRole("listbox", { name: "Insert" });
  const options = () => menu.getByRole("option").allTextContents();
  await page.keyboard.type("/");
  await expect.poll(options).toHaveLength(9);
  await page.keyboard.press("ArrowUp");
  expect(await menu.getByRole("option", { selected: true }).textContent()).toBe("Code");
  await page.keyboard.type("h");
  await expect.poll(options).toEqual(["Heading", "Smaller heading", "Picture"]);
  await page.keyboard.press("ArrowDown");
  await expect
    .poll(async () => page.locator(`[id="${await text.getAttribute("aria-activedescendant")}"]`).textContent())
    .toBe("Smaller heading");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Ratio 1/2");
  await page.keyboard.press("Enter");
  await page.keyboard.type("/tab");
  await expect.poll(options).toEqual(["Table"]);
  await page.keyboard.press("Escape");
  await page.keyboard.type("l");
  expect(await options()).toEqual([]);
  expect(await readHtml()).toBe("<h3>Ratio 1/2</h3>\n\n<p>/tabl</p>");
  await context.close();
});

test("a Markdown table that is pasted becomes a table, whose rows can be changed", async () => {
  const { page, context, text, readHtml } = await open();
  await pasteText(text, "Month | Lean\n--- | ---:\nMay | **4** \\| 5\nJune |");
  await text.getByText("June").click();
  await page.getByRole("button", { name: "Delete row" }).click();
  expect((await readHtml()).replaceAll(/\s*\n\s*/g, "")).toBe(
    "<table><thead><tr><th>Month</th><th>Lean</th></tr></thead>" +
      "<tbody><tr><td>May</td><td><strong>4</strong> | 5</td></tr></tbody></table>",
  );
  await context.close();
});

test("publishing and scheduling warn of links to pages that do not exist", async () => {
  const { page, context } = await newsroom.openNewPost(maud);
  const content = '<p><a href="/work">Work</a> <a href="/nowhere/at/all">gone</a></p>';
  await write(page, { title: "Links", content });
  await page.getByRole("button", { name: "Publish" }).click();
  const dialog = page.getByRole("dialog", { name: "One link is broken" });
  await dialog.waitFor();
  expect(await dialog.locator("code").allTextContents()).toEqual(["/nowhere/at/all"]);
  await dialog.getByRole("button", { name: "Back to the text" }).click();
  await dialog.waitFor({ state: "hidden" });
  expect(new URL(page.url()).pathname).toBe("/newsroom/posts/new");
  await page.getByRole("button", { name: "Schedule" }).click();
  await page.getByRole("button", { name: "Schedule post" }).click();
  await dialog.getByRole("button", { name: "Schedule anyway" }).waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  const { count } = await newsroom.service.from("blog_posts").select("*", { count: "exact" }).eq("title", "Links");
  expect(count, "nothing is published or scheduled yet").toBe(0);
  await page.getByRole("button", { name: "Publish" }).click();
  await dialog.getByRole("button", { name: "Publish anyway" }).click();
  await page.waitForURL(`${newsroom.url}/newsroom/posts`);
  await context.close();
});

test("a scheduled post published now, and one published in the list, are checked for broken links too", async () => {
  const content = '<p><a href="/nowhere">gone</a></p>';
  const { slug } = await addPost(maud, { content, published_at: "2999-01-01T00:00:00Z" });
  const { page, context } = await newsroom.openEditor(maud, slug);
  const dialog = page.getByRole("dialog", { name: "One link is broken" });
  await page.getByRole("button", { name: "Publish now" }).click();
  await dialog.getByRole("button", { name: "Back to the text" }).click();
  await dialog.waitFor({ state: "hidden" });
  await page.getByText("Until then only admins see it.").waitFor();
  await page.getByRole("button", { name: "Publish now" }).click();
  await dialog.getByRole("button", { name: "Publish anyway" }).click();
  await seeToast(page, "Success", "The post is published.");

  const listed = await addPost(maud, { title: "Listed with a broken link", content, status: "draft" });
  const status = async () => {
    const { data } = await newsroom.service.from("blog_posts").select("status").eq("id", listed.id).single();
    return data?.status;
  };
  await page.goto(`${newsroom.url}/newsroom/posts?q=Listed`);
  const publish = async () => {
    await page.getByRole("button", { name: `Actions for “${listed.title}”` }).click();
    await page.getByRole("button", { name: `Publish “${listed.title}”` }).click();
  };
  await publish();
  await dialog.getByRole("button", { name: "Not now" }).click();
  await dialog.waitFor({ state: "hidden" });
  expect(await status()).toBe("draft");
  await publish();
  await dialog.getByRole("button", { name: "Publish anyway" }).click();
  await expect.poll(status).toBe("published");
  await context.close();
});

test("a post with a broken link is scheduled anyway, for the chosen time", async () => {
  const { slug } = await addPost(maud, { status: "draft", content: '<p><a href="/nowhere">gone</a></p>' });
  const { page, context } = await newsroom.openEditor(maud, slug);
  await page.getByRole("button", { name: "Schedule" }).click();
  await page.getByLabel("Day and time").fill("2999-05-06T07:08");
  await page.getByRole("button", { name: "Schedule post" }).click();
  await page.getByRole("button", { name: "Schedule anyway" }).click();
  await seeToast(page, "Success", "The post comes out on May 6, 2999");
  const { data } = await newsroom.service.from("blog_posts").select("status, published_at").eq("slug", slug).single();
  expect(data).toEqual({ status: "published", published_at: expect.stringMatching(/^2999-05-0[567]T/) });
  await context.close();
});

test("a video is a still until it is played, and only then may the page frame its host", async () => {
  const content = '<p>Look.</p><p><a href="https://youtu.be/dQw4w9WgXcQ">A short film</a></p>';
  const { slug } = await addPost(maud, { content });
  const page = await newsroom.openAsNobody();
  const hosts: string[] = [];
  page.on("request", (request) => request.url().startsWith("https:") && hosts.push(new URL(request.url()).host));
  await page.route("https://www.youtube-nocookie.com/**", (route) =>
    route.fulfill({ contentType: "text/html", body: "<p>Playing</p>" }),
  );
  const still = await page.goto(`${newsroom.url}/blog/${slug}`);
  expect(still?.headers()["content-security-policy"]).toContain("frame-src 'self';");
  await page.getByRole("link", { name: "Play video: A short film" }).hover();
  expect(hosts).toEqual([]);
  const [player] = await Promise.all([
    page.waitForResponse((response) => response.url().includes("?play=1")),
    page.getByRole("link", { name: "Play video: A short film" }).click(),
  ]);
  expect(player.headers()["content-security-policy"]).toContain("frame-src 'self' https://www.youtube-nocookie.com;");
  await page.frameLocator("iframe").getByText("Playing").waitFor();
  expect(hosts).toEqual(["www.youtube-nocookie.com"]);
  expect(await page.locator('link[rel="canonical"]').getAttribute("href")).toBe(`${newsroom.url}/blog/${slug}`);

  const id = crypto.randomUUID();
  await maud.backend.from("post_drafts").insert({ id, title: "With a film", content });
  const { data: link } = await maud.backend.rpc("make_preview", { of_draft: id }).single<{ token: string }>();
  await page.goto(`${newsroom.url}/preview/${link?.token}`);
  await page.getByRole("link", { name: "Play video: A short film" }).click();
  await page.frameLocator("iframe").getByText("Playing").waitFor();
  await page.close();
});

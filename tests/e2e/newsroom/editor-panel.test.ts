import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessibleAtBothWidths } from "../../fixtures/browser/accessibility.ts";
import { expectFocused } from "../../fixtures/browser/focus.ts";
import { seeToast } from "../../fixtures/browser/toast.ts";
import {
  addPost,
  chooseCover,
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

test("the checks name what is missing and what the page will not show, and each leads to its field", async () => {
  const { page, context, complaints } = await newsroom.openNewPost(maud, { viewport: { width: 1440, height: 900 } });
  const checks = page.getByRole("region", { name: "Checks" }).locator("> ul > li");
  const check = (text: string) => checks.filter({ hasText: text });
  await check("Please give the post a title.").getByRole("button").press("Enter");
  await expectFocused(page.getByLabel("Title", { exact: true }));
  await check("Please choose a category.").getByRole("button").press("Enter");
  await expectFocused(page.getByLabel("Category"));
  const content = `<p>Look <a href="/no/such-page">there</a> <a href="/services">and there</a>.</p>
<form>Mine</form><img src="/favicon.svg"><img src="https://pictures.example/a.png" alt="A line">`;
  await write(page, { title: "A title that is much too long to be shown whole by any search engine", content });
  await check("Please").first().waitFor({ state: "detached" });
  await check("This site has no page at:").waitFor();
  expect(await checks.locator("code").allTextContents()).toEqual(["<form>", "/no/such-page", "/favicon.svg"]);
  for (const text of [
    "66 characters. 150 to 200 read best.",
    "No picture on top, so the stock picture is used.",
    "The page will not show:",
    "1 picture of another site is copied when you publish.",
    "Readers who cannot see these pictures are not told what they show:",
    "The headline for search engines has 68 characters; they show about 60.",
    "Every required field is filled in.",
  ])
    await check(text).waitFor();
  await expectAccessibleAtBothWidths(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await check("No summary for search engines").getByRole("button", { name: "Write it" }).press("Enter");
  await expectFocused(page.getByLabel("Summary for search engines"));
  await page.keyboard.type("What it is about.");
  await page.getByLabel("Headline for search engines").fill("Short");
  await page.getByLabel("Content", { exact: true }).fill('<p><a href="/services">There</a></p>');
  await page.locator(".post-panel").getByRole("button", { name: "Settings", exact: true }).click();
  for (const text of [
    "Everything in the text is shown.",
    "Every link to this site leads somewhere.",
    "Search engines show headline and summary whole.",
  ])
    await check(text).waitFor();
  expect(complaints.filter((line) => !line.includes("/no/such-page"))).toEqual([]);
  await context.close();
});

test("on a phone a check closes the sheet where its field is in the text", async () => {
  const { page, context } = await newsroom.openNewPost(maud, { viewport: { width: 390, height: 844 } });
  await page.getByRole("button", { name: "Panel" }).press("Enter");
  const sheet = page.getByRole("dialog", { name: "About this post" });
  await sheet.getByRole("listitem").filter({ hasText: "give the post a title" }).getByRole("button").press("Enter");
  await sheet.waitFor({ state: "hidden" });
  await expectFocused(page.getByLabel("Title", { exact: true }));
  await context.close();
});

test("tags and profiles are chips: added with Enter or a comma, suggested once, and removed with keys", async () => {
  await addPost(maud, { tags: ["Plumb lines", "towers"] });
  const { slug } = await addPost(maud, { title: "Chips", authors: ["jonas-wren"] });
  const { page, context, complaints } = await newsroom.openEditor(maud, slug);
  const chips = page.locator(".chip");
  const remove = (name: string) => page.getByRole("button", { name: `Remove ${name}`, exact: true });
  const options = () => page.locator("#known-tags option").allTextContents();
  await expect.poll(() => chips.allTextContents()).toEqual(["Jonas Wren", "one", "two"]);
  await expect.poll(options).toContain("Plumb lines");
  const tags = page.getByLabel("Tags");
  await tags.focus();
  await page.keyboard.type("plumb lines, tow");
  await expect.poll(() => chips.allTextContents()).toEqual(["Jonas Wren", "one", "two", "plumb lines"]);
  expect(await options()).not.toContain("Plumb lines");
  await page.keyboard.type("ers");
  await page.keyboard.press("Enter");
  await remove("towers").waitFor();
  expect(await tags.inputValue()).toBe("");
  await page.keyboard.type("Two,");
  await expect.poll(() => chips.allTextContents()).toEqual(["Jonas Wren", "one", "Two", "plumb lines", "towers"]);
  await page.keyboard.press("Backspace");
  await remove("towers").waitFor({ state: "detached" });
  await remove("one").press("Enter");
  await expectFocused(remove("Two"));
  await remove("Jonas Wren").press("Enter");
  await expectFocused(page.getByLabel("Profiles"));
  await page.getByLabel("Profiles").selectOption("Petra Okafor");
  await expectAccessibleAtBothWidths(page);
  await tags.pressSequentially("not ended");
  await page.getByRole("button", { name: "Update" }).click();
  await seeToast(page, "Success", "The post is updated.");
  const { data } = await newsroom.service.from("blog_posts").select("tags, authors").eq("slug", slug).single();
  expect(data).toEqual({ tags: ["Two", "plumb lines", "not ended"], authors: ["petra-okafor"] });
  expect(complaints).toEqual([]);
  await context.close();
});

test("Ctrl+Enter asks, then publishes, also from the visual editor, whose text keeps no break of it", async () => {
  const { page, context } = await newsroom.openNewPost(maud);
  const asked = page.getByRole("dialog", { name: "Publish this post?" });
  await page.getByLabel("Title", { exact: true }).press("Control+Enter");
  await seeToast(page, "Error", "Please fill in all required fields.");
  expect(await asked.count()).toBe(0);
  await write(page, { title: "By the keys" });
  const publish = page.getByRole("button", { name: "Publish", exact: true });
  expect(await publish.getAttribute("aria-keyshortcuts")).toBe("Control+Enter Meta+Enter");
  expect(await publish.getAttribute("title")).toBe("Publish, Ctrl Enter");
  await page.getByRole("button", { name: "Visual" }).click();
  await page.locator(".ProseMirror").press("Control+Enter");
  await asked.waitFor();
  await page.keyboard.press("Escape");
  await asked.waitFor({ state: "detached" });
  await page.locator(".ProseMirror").press("Meta+Enter");
  await asked.getByRole("button", { name: "Publish" }).click();
  await page.waitForURL(`${newsroom.url}/newsroom/posts`);
  const { data } = await newsroom.service.from("blog_posts").select("content").eq("slug", "by-the-keys").single();
  expect(data?.content).toBe("<p>We keep a <strong>drawer</strong>.</p>");
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

import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { holdRequests } from "../../fixtures/browser/held-requests.ts";
import { seeToast } from "../../fixtures/browser/toast.ts";
import { startPictureHost } from "../../fixtures/network/picture-host.ts";
import {
  chooseCover,
  createNewsroom,
  type NewsroomFixture,
  type Person,
  showPart,
  write,
} from "../../fixtures/site/newsroom-site.ts";

let newsroom: NewsroomFixture;
let maud: Person;

beforeAll(async () => {
  newsroom = await createNewsroom();
  maud = await newsroom.addPerson("maud@plumbline.example", "admin");
});
afterAll(() => newsroom.close());

async function open() {
  const opened = await newsroom.openNewPost(maud);
  return { ...opened, content: opened.page.getByLabel("Content") };
}

async function openVisual() {
  const opened = await open();
  await opened.page.getByRole("button", { name: "Visual" }).click();
  await opened.page.locator(".ProseMirror").waitFor();
  return opened;
}

const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const png = { name: "pixel.png", mimeType: "image/png", buffer: PIXEL };

test("pictures of other sites are copied before publishing, a player becomes a video, and the rest is listed", async () => {
  const host = await startPictureHost(({ url }, response) => {
    if (url === "/a/red_line.png?x=1&y=2") response.writeHead(200, { "content-type": "image/png" }).end(PIXEL);
    else response.writeHead(404).end();
  });
  const { page, content, context } = await open();
  // The site refuses addresses of this machine, so that the same code fetches for it here.
  await page.route("**/newsroom/fetch-picture", async (route) => {
    const fetched = await host.fetchPicture(route.request().postDataJSON().address);
    if ("bytes" in fetched) await route.fulfill({ body: fetched.bytes, contentType: fetched.type });
    else await route.fulfill({ status: 400, json: { error: { message: fetched.refused } } });
  });
  const html = `<p style="text-align: center" class="lead">Middle</p>
<p><img src="${host.url}/a/red_line.png?x=1&amp;y=2" alt="A line"></p>
<img src="${host.url}/gone.png">
<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ" title="A film"></iframe>`;
  await write(page, { title: "Copied pictures", content: html });
  await page.getByText("What cannot be kept is named before publishing.").waitFor();
  await page.getByRole("button", { name: "Publish" }).click();
  const dialog = page.getByRole("dialog", { name: "Not everything can be kept" });
  await dialog.waitFor();
  expect(await dialog.locator("code").allTextContents()).toEqual([
    "class lead",
    `picture ${host.url}/gone.png: The other site answered 404.`,
  ]);
  await dialog.getByRole("button", { name: "Back to the text" }).click();
  const copied = /<img src="(\/storage\/v1\/object\/public\/images\/pictures\/[\w-]+-1x1\.webp)" alt="A line">/;
  await expect.poll(() => content.inputValue()).toMatch(copied);
  await page.getByRole("button", { name: "Publish" }).click();
  await dialog.getByRole("button", { name: "Publish anyway" }).click();
  await page.waitForURL(`${newsroom.url}/newsroom/posts`);

  const shown = await (await fetch(`${newsroom.url}/blog/copied-pictures`)).text();
  expect(shown).toContain('<p class="align-center">Middle</p>');
  expect(shown).toMatch(/<img src="\/storage\/[\w/-]+-1x1-1\.webp"[^>]* alt="A line"/);
  expect(shown).toContain('<a href="https://www.youtube.com/watch?v=dQw4w9WgXcQ" rel="noopener">A film</a>');
  expect(shown).toMatch(/<figure class="video"><a href="\?play=1#player"/);
  expect(shown).not.toContain("pictures.example");
  const { data } = await newsroom.service.from("pictures").select("title").eq("title", "red line");
  expect(data).toHaveLength(1);
  await context.close();
  await host.stop();
});

test("a picture needs a file that fits and words for it, then stands in the text", async () => {
  const { page, content, context, complaints } = await openVisual();
  await page.getByRole("toolbar").getByRole("button", { name: "Picture" }).click();
  const dialog = page.getByRole("dialog", { name: "Picture" });
  await dialog.getByRole("button", { name: "Insert picture" }).click();
  await dialog.getByText("Please choose a picture.").waitFor();
  await dialog.getByText("Please say what the picture shows").waitFor();
  await dialog.getByLabel("What it shows").fill('A "plumb" line');
  const text = { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("x") };
  for (const [file, refusal] of [
    [text, "Please choose an AVIF, WebP, JPEG, PNG or GIF picture."],
    [{ ...text, name: "IMG_1.HEIC", mimeType: "image/heic" }, "HEIC pictures cannot be shown by browsers."],
    [{ ...png, buffer: Buffer.alloc(10.5 * 1024 * 1024) }, "This picture is 10.5 MB; the limit is 10 MB."],
    [{ ...png, buffer: Buffer.from("no picture at all") }, "The picture was not stored."],
  ] as const) {
    await dialog.getByLabel("File").setInputFiles(file);
    await dialog.getByRole("button", { name: "Insert picture" }).click();
    await dialog.getByText(refusal).waitFor();
  }
  await dialog.getByLabel("File").setInputFiles(png);
  await dialog.getByRole("button", { name: "Insert picture" }).click();
  await dialog.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "HTML" }).click();
  const found =
    /^<img src="(\/storage\/v1\/object\/public\/images\/pictures\/[\w-]+-1x1\.webp)" alt="A &quot;plumb&quot; line" width="1" height="1">$/.exec(
      await content.inputValue(),
    );
  const stored = await page.request.get(newsroom.url + (found?.[1] ?? "/missing"));
  expect(stored.headers()["content-type"]).toBe("image/webp");
  expect(complaints.filter((line) => !/status of 4|not stored/.test(line))).toEqual([]);
  await context.close();
});

test("a picture of the library takes the stock picture's place on top, and can be taken back", async () => {
  const { page, context } = await open();
  await write(page, { title: "With a picture" });
  await chooseCover(page, png);
  await page.getByRole("button", { name: "Use the stock picture" }).click();
  await page.getByText("Without one, the stock picture is used.").waitFor();
  await chooseCover(page, { ...png, name: "again.png" });
  await page.getByRole("button", { name: "Publish" }).click();
  await page.waitForURL(`${newsroom.url}/newsroom/posts`);
  const { data } = await newsroom.service.from("blog_posts").select("image_url").eq("slug", "with-a-picture").single();
  expect(data?.image_url).toMatch(/^\/storage\/v1\/object\/public\/images\/pictures\/[\w-]+-1x1\.webp$/);
  await context.close();
});

test("a cancelled upload is not inserted, and closes no other dialog", async () => {
  const { page, content, context } = await openVisual();
  const uploads = await holdRequests(page, "**/storage/v1/object/images/**", "POST");
  await page.getByRole("toolbar").getByRole("button", { name: "Picture" }).click();
  const dialog = page.getByRole("dialog", { name: "Picture" });
  await dialog.getByLabel("File").setInputFiles(png);
  await dialog.getByLabel("What it shows").fill("Not wanted");
  await dialog.getByRole("button", { name: "Insert picture" }).click();
  await expect.poll(uploads.count).toBe(1);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("toolbar").getByRole("button", { name: "Link" }).click();
  await releaseAndSettle(page, uploads);
  await page.getByRole("dialog", { name: "Link" }).getByLabel("Address").fill("/services");
  await page.getByRole("button", { name: "Set link" }).click();
  await page.getByRole("button", { name: "HTML" }).click();
  expect(await content.inputValue()).not.toContain("Not wanted");
  await context.close();
});

test("the text's pictures are previewed where a backend elsewhere stores them", async () => {
  const { page, content, context } = await open();
  await page.evaluate(() => {
    const config = document.getElementById("site-config");
    if (config) config.textContent = JSON.stringify({ supabaseUrl: "https://backend.example" });
  });
  const stored = "https://backend.example/storage/v1/object/public/images/posts/a.webp";
  await content.fill(`<p>Look:</p><img src="${stored}" alt="A line">`);
  await showPart(page, "Preview");
  await page.locator(".preview .article p", { hasText: "Look:" }).waitFor();
  expect(await page.locator(".preview .article img").getAttribute("src")).toBe(stored);
  await context.close();
});

/** Lets the uploads go, and comes back when the page has dealt with the answer. */
async function releaseAndSettle(page: Page, uploads: { release: () => void }): Promise<void> {
  const answered = page.waitForResponse("**/storage/v1/object/images/**");
  uploads.release();
  await (await answered).finished();
  await page.evaluate(async () => {
    await createImageBitmap(new ImageData(9, 9));
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
  });
}

test("an upload after a sign-out elsewhere redirects to sign-in", async () => {
  const writer = await newsroom.addPerson("away@plumbline.example", "admin");
  const { page, context } = await newsroom.openPage(writer, "/blog/new");
  await page.getByRole("heading", { name: "New post" }).waitFor();
  await page.getByLabel(/^Picture optional/).click();
  await writer.backend.auth.signOut();
  await page.getByLabel("Upload a picture").setInputFiles(png);
  await seeToast(page, "Error", "Your session has ended. Please sign in again.");
  await page.waitForURL(`${newsroom.url}/auth?next=%2Fblog%2Fnew`);
  await context.close();
});

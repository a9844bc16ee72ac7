import { afterAll, beforeAll, expect, test } from "vitest";
import { createNewsroom, type NewsroomWorld, type Person, write } from "./newsroom-world.ts";

let newsroom: NewsroomWorld;
let maud: Person;

beforeAll(async () => {
  newsroom = await createNewsroom();
  maud = await newsroom.addPerson("maud@plumbline.example", "admin");
});
afterAll(() => newsroom.close());

async function open() {
  const opened = await newsroom.openAs(maud);
  await opened.page.goto(`${newsroom.url}/blog/new?draft=${crypto.randomUUID()}`);
  await opened.page.getByRole("heading", { name: "New post" }).waitFor();
  return { ...opened, content: opened.page.getByLabel("Content") };
}

const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const png = { name: "pixel.png", mimeType: "image/png", buffer: PIXEL };

test.each(["HTML", "Visual"])(
  "a picture needs a file that fits and words for it, then stands in the %s",
  async (mode) => {
    const { page, content, context, complaints } = await open();
    if (mode === "Visual") {
      await page.getByRole("button", { name: "Visual" }).click();
      await page.locator(".ProseMirror").waitFor();
    }
    await page.getByRole("toolbar").getByRole("button", { name: "Picture" }).click();
    const dialog = page.getByRole("dialog", { name: "Picture" });
    await dialog.getByRole("button", { name: "Insert picture" }).click();
    await dialog.getByText("Please choose a picture.").waitFor();
    await dialog.getByText("Please say what the picture shows").waitFor();
    await dialog.getByLabel("What it shows").fill('A "plumb" line');
    const text = { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("x") };
    for (const [file, refusal] of [
      [text, "Please choose an AVIF, WebP, JPEG or PNG picture."],
      [{ ...png, buffer: Buffer.alloc(10.5 * 1024 * 1024) }, "This picture has 10.5 MB. 10 MB is the most."],
      [{ ...png, buffer: Buffer.from("no picture at all") }, "The picture was not stored."],
    ] as const) {
      await dialog.getByLabel("File").setInputFiles(file);
      await dialog.getByRole("button", { name: "Insert picture" }).click();
      await dialog.getByText(refusal).waitFor();
    }
    await dialog.getByLabel("File").setInputFiles(png);
    await dialog.getByRole("button", { name: "Insert picture" }).click();
    await dialog.waitFor({ state: "hidden" });
    if (mode === "Visual") await page.getByRole("button", { name: "HTML" }).click();
    const found =
      /^<img src="(\/storage\/v1\/object\/public\/images\/posts\/[\w-]+\.(?:png|webp))" alt="A &quot;plumb&quot; line" width="1" height="1">$/.exec(
        await content.inputValue(),
      );
    const stored = await page.request.get(newsroom.url + (found?.[1] ?? "/missing"));
    expect(stored.headers()["content-type"]).toBe("image/webp");
    expect(complaints.filter((line) => !/status of 4|not stored/.test(line))).toEqual([]);
    await context.close();
  },
);

test("another picture takes the stock picture's place on top, and can be taken back", async () => {
  const { page, context } = await open();
  await write(page, { title: "With a picture" });
  await page.getByLabel(/^Picture optional/).setInputFiles(png);
  await page.getByText("Your own picture is in place.").waitFor();
  await page.getByRole("button", { name: "Use the stock picture" }).click();
  await page.getByText("Without one, the stock picture is used.").waitFor();
  await page.getByLabel(/^Picture optional/).setInputFiles({ ...png, name: "again.png" });
  await page.getByText("Your own picture is in place.").waitFor();
  await page.getByRole("button", { name: "Publish" }).click();
  await page.waitForURL(`${newsroom.url}/blog`);
  const { data } = await newsroom.service.from("blog_posts").select("image_url").eq("slug", "with-a-picture").single();
  expect(data?.image_url).toMatch(/^\/storage\/v1\/object\/public\/images\/posts\//);
  await context.close();
});

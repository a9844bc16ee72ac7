import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessibleAtBothWidths } from "../../fixtures/browser/accessibility.ts";
import { seeToast } from "../../fixtures/browser/toast.ts";
import {
  addPost,
  createNewsroom,
  type NewsroomFixture,
  type Person,
  showPart,
  update,
  write,
} from "../../fixtures/site/newsroom-site.ts";

let newsroom: NewsroomFixture;
let maud: Person;

beforeAll(async () => {
  newsroom = await createNewsroom();
  maud = await newsroom.addPerson("maud@plumbline.example", "admin");
});
afterAll(() => newsroom.close());

/** As wide as a card, and of no color that a drawn card has. */
async function orangePicture() {
  const create = { width: 1200, height: 630, channels: 3, background: "#ff7700" } as const;
  return { name: "card.png", mimeType: "image/png", buffer: await sharp({ create }).png().toBuffer() };
}

const readPage = async (path: string) => (await fetch(newsroom.url + path)).text();

test("a post is published under its own address and date, with its own search texts, shown as they are typed", async () => {
  const { page, context, complaints } = await newsroom.openPage(maud, "/blog/new");
  await write(page);
  await page.getByText("Search and sharing").click();
  const result = page.getByRole("figure", { name: "Search result" });
  const card = page.getByRole("figure", { name: "Shared card" });
  expect(await result.textContent()).toContain("› blog › eleven-of-fortyEleven of forty | Plumbline");
  await page.getByLabel("Headline for search engines").fill("Forty experiments, eleven results");
  await page.getByText("33 characters. Search engines show about 60.").waitFor();
  await page.getByLabel("Summary for search engines").fill("Which of our experiments worked.");
  await page.getByLabel("Address").fill("Forty Experiments!");
  await page.getByText("It will be saved as forty-experiments.").waitFor();
  expect(await result.textContent()).toContain("› blog › forty-experimentsForty experiments, eleven results |");
  expect(await result.textContent()).toContain("Which of our experiments worked.");
  expect(await card.textContent()).toContain("Eleven of forty");
  await page.getByLabel(/^Date/).fill("2025-03-04");
  await page.getByLabel("Original").fill("elsewhere.example/forty");
  await expectAccessibleAtBothWidths(page);
  await page.getByRole("button", { name: "Publish" }).click();
  await page.getByText("Enter a full address, such as https://example.com/article.").waitFor();
  await page.getByLabel("Original").fill("https://elsewhere.example/forty");
  expect(await result.textContent()).toContain("elsewhere.example › forty");

  await page.getByLabel(/^Card/).click();
  const chooser = page.getByRole("dialog", { name: "Choose a picture" });
  await chooser.getByLabel("Upload a picture").setInputFiles(await orangePicture());
  await chooser.waitFor({ state: "detached" });
  await card.locator("img[src*='/storage/v1/object/public/images/pictures/']").waitFor();

  await page.getByText(/^Draft saved/).waitFor();
  await page.reload();
  await page.getByText("Search and sharing").click();
  expect(await page.getByLabel("Original").inputValue()).toBe("https://elsewhere.example/forty");
  await page.getByRole("button", { name: "Publish" }).click();
  await seeToast(page, "Success", "Blog post published successfully!");
  const { data } = await newsroom.service.from("blog_posts").select("*").eq("slug", "forty-experiments").single();
  expect(data).toMatchObject({
    search_title: "Forty experiments, eleven results",
    search_description: "Which of our experiments worked.",
    canonical_url: "https://elsewhere.example/forty",
    card_url: expect.stringMatching(/^\/storage\/v1\/object\/public\/images\/pictures\/[\w-]+\.webp$/),
    authors: [],
    published_at: "2025-03-04T17:00:00+00:00",
  });
  const html = await readPage("/blog/forty-experiments");
  expect(html).toContain("<title>Forty experiments, eleven results | Plumbline</title>");
  expect(html).toContain("March 4, 2025");
  expect(isOrange(await readCard("/blog/forty-experiments"))).toBe(true);
  expect(complaints).toEqual([]);
  await context.close();
});

test("a post is signed with profiles, which fill in name and bio and can be removed again", async () => {
  const { page, context, complaints } = await newsroom.openPage(maud, "/blog/new");
  await write(page, { title: "Signed by two" });
  await page.getByLabel("Profiles").selectOption("Petra Okafor");
  await page.getByLabel("Profiles").selectOption("Jonas Wren");
  expect(await page.getByLabel("Author name").inputValue()).toBe("Petra Okafor and Jonas Wren");
  expect(await page.getByLabel("Author bio").inputValue()).toContain("Design director.");
  await page.getByRole("button", { name: "Publish" }).click();
  await seeToast(page, "Success", "Blog post published successfully!");
  const { data } = await newsroom.service.from("blog_posts").select("authors").eq("slug", "signed-by-two").single();
  expect(data).toEqual({ authors: ["petra-okafor", "jonas-wren"] });
  expect(await readPage("/authors/jonas-wren")).toContain("Signed by two");

  await page.goto(`${newsroom.url}/newsroom/posts/signed-by-two`);
  await page.getByRole("button", { name: "Remove Petra Okafor" }).click();
  await update(page);
  await seeToast(page, "Success", "The post is updated.");
  expect(await readPage("/authors/petra-okafor")).not.toContain("Signed by two");
  expect(complaints).toEqual([]);
  await context.close();
});

test("an edit changes address and date; the old address redirects, and cleared texts are removed", async () => {
  const { id, slug } = await addPost(maud, { search_title: "Found so far" });
  const { page, context } = await newsroom.openEditor(maud, slug);
  await showPart(page, "Search and sharing");
  const headline = page.getByLabel("Headline for search engines");
  expect(await headline.inputValue()).toBe("Found so far");
  await headline.fill("");
  await showPart(page, "Settings");
  await page.getByLabel("Address").fill("moved-here");
  await page.getByLabel(/^Date/).fill("2999-01-01");
  await update(page);
  await page.locator(".error", { hasText: "This day is in the future. To publish later, use Schedule." }).waitFor();
  await page.getByLabel(/^Date/).fill("2024-05-06");
  await update(page);
  await seeToast(page, "Success", "The post is updated.");
  const { data } = await newsroom.service.from("blog_posts").select("*").eq("id", id).single();
  expect(data).toMatchObject({ slug: "moved-here", search_title: "", published_at: "2024-05-06T16:00:00+00:00" });
  const old = await fetch(`${newsroom.url}/blog/${slug}`, { redirect: "manual" });
  expect([old.status, old.headers.get("location")]).toEqual([301, "/blog/moved-here"]);
  await context.close();
});

test("a service has search texts, previewed beside its form", async () => {
  const { page, context, complaints } = await newsroom.openPage(maud, "/newsroom/site/services/design");
  await page.getByText("Search and sharing").click();
  const result = page.getByRole("figure", { name: "Search result" });
  expect(await result.textContent()).toContain("› services › design");
  await page.getByLabel("Headline for search engines").fill("Design that converts");
  expect(await result.textContent()).toContain("Design that converts | Plumbline");
  await page.getByLabel("Original").fill("/design");
  await expectAccessibleAtBothWidths(page);
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await page.getByText("Enter a full address, such as https://example.com/article.").waitFor();
  await page.getByLabel("Original").fill("");
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect.poll(() => readPage("/services/design")).toContain("<title>Design that converts | Plumbline</title>");
  expect(complaints).toEqual([]);
  await context.close();
});

test.each(["services/design", "case-studies/oakmere-checkout"])("the card of %s is a chosen picture", async (entry) => {
  const path = entry.replace("case-studies", "work");
  const generated = await readCard(`/${path}`);
  expect(isOrange(generated)).toBe(false);
  const { page, context, complaints } = await newsroom.openPage(maud, `/newsroom/site/${entry}`);
  await page.getByText("Search and sharing").click();
  await page.getByRole("button", { name: "Choose: Card" }).click();
  const chooser = page.getByRole("dialog", { name: "Choose a picture" });
  await chooser.getByLabel("Upload a picture").setInputFiles(await orangePicture());
  await chooser.waitFor({ state: "detached" });
  await page.getByRole("figure", { name: "Shared card" }).locator("img[src*='/images/pictures/']").waitFor();
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await seeToast(page, "Success", "It is on the site.");
  expect(isOrange(await readCard(`/${path}`))).toBe(true);
  await page.getByRole("button", { name: "Remove: Card" }).click();
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect.poll(async () => isOrange(await readCard(`/${path}`))).toBe(false);
  expect(complaints).toEqual([]);
  await context.close();
});

/** The most frequent color of the picture that link previews of the page show. */
async function readCard(path: string) {
  const [, address = ""] = /property="og:image" content="([^"]+)"/.exec(await readPage(path)) ?? [];
  const { dominant } = await sharp(Buffer.from(await (await fetch(address)).arrayBuffer())).stats();
  return dominant;
}

const isOrange = ({ r, b }: { r: number; b: number }) => r - b > 150;

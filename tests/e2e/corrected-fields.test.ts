import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hydrate } from "../fixtures/browser/browser.ts";
import { holdRequests } from "../fixtures/browser/held-requests.ts";
import { createNewsroom, type NewsroomFixture, type Person } from "../fixtures/site/newsroom-site.ts";

const NO_ALT = "Please say what the picture shows";

let newsroom: NewsroomFixture;
let maud: Person;

beforeAll(async () => {
  newsroom = await createNewsroom();
  maud = await newsroom.addPerson("maud@plumbline.example", "admin");
});
afterAll(() => newsroom.close());

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const errorAt = (page: Page, label: string) =>
  page.locator(".field", { has: page.getByLabel(label) }).locator(".error");
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute("name"));

test("the contact form: what is corrected is no longer called wrong, and nothing is while it is being sent", async () => {
  const page = await newsroom.openAsNobody();
  await page.goto(`${newsroom.url}/contact`);
  await hydrate(page);
  await button(page, "Send Message").click();
  for (const label of ["Full name", "Email", "Service", "Message"]) await errorAt(page, label).waitFor();
  const name = page.getByLabel("Full name");
  await name.fill("Ada Whitlock");
  await errorAt(page, "Full name").waitFor({ state: "detached" });
  expect(await name.getAttribute("aria-invalid")).toBeNull();
  expect(await focused(page), "the focus stays").toBe("name");
  expect(await errorAt(page, "Email").count()).toBe(1);
  await name.fill("");
  await button(page, "Send Message").click();
  await errorAt(page, "Full name").waitFor();

  await page.getByLabel("Service", { exact: true }).selectOption("Other");
  await errorAt(page, "Service").waitFor({ state: "detached" });
  await name.fill("Ada Whitlock");
  await page.getByLabel("Email").fill("ada@people.example");
  await page.getByLabel("Message").fill("It leans.");
  const sending = await holdRequests(page, "**/functions/v1/send-contact-email", "POST");
  await button(page, "Send Message").click();
  await expect.poll(sending.count).toBe(1);
  await button(page, "Sending...").waitFor();
  expect(await page.locator(".error").count()).toBe(0);
  sending.release();
  await page.close();
});

test("what the function refused is not called wrong while it is sent once more", async () => {
  const page = await newsroom.openAsNobody();
  await page.goto(`${newsroom.url}/contact`);
  await hydrate(page);
  const refusal = { message: "Please check.", fields: { name: "No." } };
  const isPost = (url: string, method: string) => url.includes("/functions/v1/") && method === "POST";
  await page.route("**/functions/v1/**", (route) =>
    isPost(route.request().url(), route.request().method())
      ? route.fulfill({ status: 400, json: refusal })
      : route.continue(),
  );
  await page.getByLabel("Full name").fill("Ada Whitlock");
  await page.getByLabel("Email").fill("ada-again@people.example");
  await page.getByLabel("Service", { exact: true }).selectOption("Other");
  await page.getByLabel("Message").fill("It leans.");
  await button(page, "Send Message").click();
  await errorAt(page, "Full name").waitFor();
  await page.unroute("**/functions/v1/**");
  const sending = await holdRequests(page, "**/functions/v1/send-contact-email", "POST");
  await button(page, "Send Message").click();
  await expect.poll(sending.count).toBe(1);
  expect(await page.locator(".error").count()).toBe(0);
  sending.release();
  await page.close();
});

test("the sign-in form: typing takes the message away, and the same mistake brings it back", async () => {
  const page = await newsroom.openAsNobody();
  await page.goto(`${newsroom.url}/auth`);
  const password = page.getByLabel("Password", { exact: true });
  await button(page, "Sign In").click();
  await page.getByText("Please enter your password.").waitFor();
  for (let times = 0; times < 2; times += 1) {
    await password.fill("x");
    await page.getByText("Please enter your password.").waitFor({ state: "detached" });
    await password.fill("");
    await button(page, "Sign In").click();
    await page.getByText("Please enter your password.").waitFor();
  }
  await page.close();
});

test("the post editor: a profile that fills in the author's name corrects it", async () => {
  const { page, context } = await newsroom.openNewPost(maud);
  await button(page, "Publish").click();
  for (const label of ["Title", "Excerpt", "Author name"]) await errorAt(page, label).first().waitFor();
  await page.getByLabel("Profiles").selectOption("Jonas Wren");
  expect(await page.getByLabel("Author name").inputValue()).toBe("Jonas Wren");
  await errorAt(page, "Author name").waitFor({ state: "detached" });
  await page.getByLabel("Title").fill("Eleven of forty");
  await expect.poll(() => errorAt(page, "Title").count()).toBe(0);
  await page.getByLabel("Content").fill("<p>Yes.</p>");
  await expect.poll(() => page.locator(".error").count()).toBe(2);
  await context.close();
});

test("the dialogs of the editor: another file, a text, an address", async () => {
  const { page, context } = await newsroom.openNewPost(maud);
  await page.getByRole("button", { name: "Visual" }).click();
  await page.getByRole("toolbar").getByRole("button", { name: "Picture" }).click();
  const dialog = page.getByRole("dialog", { name: "Picture" });
  const insert = dialog.getByRole("button", { name: "Insert picture" });
  await insert.click();
  await dialog.getByText(NO_ALT).waitFor();
  await dialog.getByLabel("What it shows").fill("A line");
  await dialog.getByText(NO_ALT).waitFor({ state: "detached" });
  const text = { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("x") };
  const refusal = dialog.getByText("Please choose an AVIF, WebP, JPEG, PNG or GIF picture.");
  await dialog.getByLabel("File").setInputFiles(text);
  await insert.click();
  await refusal.waitFor();
  await dialog.getByLabel("File").setInputFiles({ ...text, name: "other.txt" });
  await refusal.waitFor({ state: "detached" });
  await insert.click();
  await refusal.waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();

  await page.getByRole("toolbar").getByRole("button", { name: "Link" }).click();
  const link = page.getByRole("dialog", { name: "Link" });
  const wrong = link.getByText("Please enter an address");
  await link.getByRole("button", { name: "Set link" }).click();
  await wrong.waitFor();
  await link.getByLabel("Address").fill("no address");
  await wrong.waitFor({ state: "detached" });
  await link.getByRole("button", { name: "Set link" }).click();
  await wrong.waitFor();
  await context.close();
});

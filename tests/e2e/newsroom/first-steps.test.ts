import { execFile } from "node:child_process";
import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unzipSync } from "fflate";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { shipped } from "../../../content/shipped.ts";
import { expectAccessibleAtBothWidths } from "../../fixtures/browser/accessibility.ts";
import { createNewsroom, type NewsroomFixture, type Person } from "../../fixtures/site/newsroom-site.ts";

let fixture: NewsroomFixture;
let jule: Person;

beforeAll(async () => {
  fixture = await createNewsroom();
  jule = await fixture.addPerson("jule@nordlicht.example", "admin");
});
afterAll(() => fixture.close());

const step = (page: Page, name: string) => page.locator(".first-steps > ol > li").filter({ hasText: name });

test("the list reads its states from the site, and is hidden for everyone and shown again", async () => {
  const { page, context, complaints } = await fixture.openPage(jule, "/newsroom");
  await page.getByText("0 of 7 done").waitFor();
  await fixture.service.from("entries").insert([
    { collection: "identity", key: "main", data: { ...shipped.identity, name: "Nordlicht" } },
    { collection: "contact", key: "main", data: { ...shipped.contact, phone: "+49 40 1234" } },
    { collection: "page-about", key: "main", data: { ...shipped["page-about"], heading: "Moin." } },
  ]);
  await page.getByText("1 of 7 done").waitFor();
  await page.getByText("Done: Name and contact").waitFor();
  await expectAccessibleAtBothWidths(page);
  await page.getByRole("button", { name: "Hide this list" }).click();
  await page.getByRole("button", { name: "Hide for everyone" }).click();
  await page.getByRole("heading", { name: "Before you tell anyone" }).waitFor({ state: "detached" });
  await page.reload();
  await page.getByRole("button", { name: /^Before you tell anyone/ }).click();
  await page.getByText("1 of 7 done").waitFor();
  await step(page, "Mail test").getByRole("button").click();
  await page.getByText("The test waits to be sent.").waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test("samples are listed before they are removed, leave the site, and are brought back", async () => {
  const { page, context } = await fixture.openPage(jule, "/newsroom");
  await page.getByRole("button", { name: /^Look at the \d+/ }).click();
  const dialog = page.getByRole("dialog", { name: "Remove the samples?" });
  await dialog.getByText("Balance is a number").waitFor();
  await dialog.getByRole("button", { name: /^Remove \d+/ }).click();
  const home = async () => (await fetch(fixture.url)).text();
  await step(page, "Remove the samples").getByText("None is shown.").waitFor();
  expect(await home()).not.toMatch(/Balance is a number|Oakmere/);
  await step(page, "Remove the samples").getByRole("button", { name: "Bring them back" }).click();
  await page.getByRole("button", { name: /^Look at the \d+/ }).waitFor();
  await expect.poll(home).toMatch(/Balance is a number[^]*Oakmere|Oakmere[^]*Balance is a number/);
  await context.close();
});

test("Ctrl+K finds what may be opened, in fields too, and does what is chosen", async () => {
  const { page, context, complaints } = await fixture.openPage(jule, "/newsroom/posts");
  await page.getByRole("searchbox").focus();
  await page.keyboard.press("Control+k");
  const field = page.getByRole("combobox", { name: "Find or do" });
  await field.fill("balance");
  await page.getByRole("option", { name: /Balance is a number/ }).waitFor();
  await expectAccessibleAtBothWidths(page);
  await field.fill("jule@");
  await page.getByRole("option", { name: /jule@nordlicht.example/ }).waitFor();
  await field.fill("Contact det");
  await page.getByRole("option", { name: "Contact details" }).first().waitFor();
  await page.keyboard.press("Escape");
  expect(await field.inputValue()).toBe("");
  await field.fill("/kontakt");
  await page.getByRole("option", { name: "New redirect from /kontakt" }).click();
  expect(await page.getByRole("dialog").getByRole("textbox").first().inputValue()).toBe("/kontakt");
  expect(complaints).toEqual([]);
  await context.close();
});

test("everything is downloaded as one zip that another site reads", async () => {
  await fixture.service
    .from("contact_messages")
    .insert({ name: "Kai", email: "kai@x.example", service: "Other", message: "Moin" });
  const { page, context } = await fixture.openPage(jule, "/newsroom/download");
  await page.getByLabel("Messages").check();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download" }).click(),
  ]);
  const file = join(await mkdtemp(join(tmpdir(), "plumbline-pack-")), "site.zip");
  await download.saveAs(file);
  const files = unzipSync(await readFile(file));
  expect(Object.keys(files)).toEqual(
    expect.arrayContaining(["content.json", "posts.json", "messages.json", "replies.json"]),
  );
  const dataDir = await mkdtemp(join(tmpdir(), "plumbline-other-"));
  const env = { ...process.env, DATA_DIR: dataDir };
  const other = await createNewsroom({ DATA_DIR: dataDir });
  await other.service.from("blog_posts").delete().gt("id", 0);
  const said = await new Promise<string>((resolve, reject) =>
    execFile(process.execPath, ["scripts/content.ts", "import", file], { env }, (error, out, log) =>
      error ? reject(new Error(out + log)) : resolve(out + log),
    ),
  );
  expect(said).toMatch(/\d+ posts and 1 messages/);
  const { data } = await other.service.from("contact_messages").select("message");
  expect(data).toEqual([{ message: "Moin" }]);
  expect((await other.service.from("blog_posts").select("id")).data?.length).toBeGreaterThan(0);
  await other.close();
  await context.close();
});

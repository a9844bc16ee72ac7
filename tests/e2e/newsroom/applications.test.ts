import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { shipped } from "../../../content/shipped.ts";
import { contactWords } from "../../../domain/contact/words.ts";
import { expectAccessible } from "../../fixtures/browser/accessibility.ts";
import { createMessages, type MessagesFixture } from "../../fixtures/mail/messages.ts";
import { createPdf } from "../../fixtures/mail/pdf.ts";

const { file: WORDS } = contactWords.en;
const PDF = createPdf({ size: 50_000 });
const fileOf = (bytes: Uint8Array) => ({
  name: "Grace.pdf",
  mimeType: "application/pdf",
  buffer: Buffer.from(bytes),
});

let fixture: MessagesFixture;
beforeAll(async () => {
  fixture = await createMessages();
  const data = { ...shipped.facts, applications: "on" };
  await fixture.maud.backend.from("entries").insert({ collection: "facts", key: "main", data }).throwOnError();
});
afterAll(() => fixture.close());

test("a visitor applies with a PDF, and an admin saves it from the message", async () => {
  const { page, context, complaints } = await fixture.openPage(fixture.maud, "/careers");
  await page.getByRole("link", { name: "Apply Now: UX/UI Designer" }).click();
  await page.getByRole("heading", { level: 1, name: "UX/UI Designer" }).waitFor();
  await page.waitForFunction(() => "__reactRouterDataRouter" in globalThis);
  expect(await page.getByLabel("Message").inputValue()).toBe("I would like to apply for UX/UI Designer. ");
  await page.getByLabel("Full name").fill("Grace Applied");
  await page.getByLabel("Email").fill("grace-applied@people.example");
  const file = page.getByLabel("Your application as a PDF");
  const send = page.getByRole("button", { name: "Send Message" });
  await send.click();
  await page.getByText(WORDS.missing).waitFor();
  await file.setInputFiles(fileOf(Buffer.from("<script>alert(1)</script>")));
  await send.click();
  await page.getByText(WORDS.notPdf).waitFor();
  await expectAccessible(page);
  await file.setInputFiles(fileOf(PDF));
  await send.click();
  await page.locator(".toast", { hasText: "Message sent" }).waitFor();
  await page.getByText("Your application and your PDF are stored.").waitFor();

  await page.goto(fixture.address);
  await page.locator(".message-row", { hasText: "Grace Applied" }).getByRole("link").click();
  const message = page.getByRole("article", { name: "Message" });
  await message.getByText("UX/UI Designer", { exact: true }).waitFor();
  const saving = page.waitForEvent("download");
  await message.getByRole("button", { name: "Grace.pdf" }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe("Grace.pdf");
  expect(Buffer.compare(await readFile(await saved.path()), PDF)).toBe(0);
  expect(complaints).toEqual([]);
  await context.close();
});

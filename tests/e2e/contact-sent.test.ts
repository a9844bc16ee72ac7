import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { launchBrowser } from "../fixtures/browser/browser.ts";
import { holdRequests } from "../fixtures/browser/held-requests.ts";

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

test.each([390, 1440])("after sending, the confirmation is in view and has the focus at %i px", async (width) => {
  const page = await openForm(width);
  await page.getByRole("button", { name: "Send Message" }).click();
  const panel = page.getByRole("region", { name: "We have it." });
  await panel.waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("We have it.");
  const box = await panel.boundingBox();
  expect(box?.y).toBeGreaterThanOrEqual(0);
  expect((box?.y ?? 0) + (box?.height ?? Infinity)).toBeLessThanOrEqual(800);
  await page.close();
});

test("it does not take the focus from the next message", async () => {
  const page = await openForm(390);
  const sending = await holdRequests(page, "**/functions/v1/send-contact-email", "POST");
  await page.getByRole("button", { name: "Send Message" }).click();
  await page.getByLabel("Message").fill("And one more thing.");
  sending.release();
  await page.getByRole("region", { name: "We have it." }).waitFor();
  await page.keyboard.type(" Yes.");
  expect(await page.getByLabel("Message").inputValue()).toBe("And one more thing. Yes.");
  await page.close();
});

async function openForm(width: number) {
  const page = await browser.newPage({ viewport: { width, height: 800 } });
  await page.goto(`${inject("siteUrl")}/contact`);
  await page.getByLabel("Full name").fill("Ada Whitlock");
  await page.getByLabel("Email").fill(`sent-${width}@people.example`);
  await page.getByLabel("Service", { exact: true }).selectOption("Experience & Design");
  await page.getByLabel("Message").fill("It leans.");
  return page;
}

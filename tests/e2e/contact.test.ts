import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { expectAccessible } from "../fixtures/browser/accessibility.ts";
import { launchBrowser } from "../fixtures/browser/browser.ts";
import { holdRequests } from "../fixtures/browser/held-requests.ts";
import { expectSentPanel, findReceiptLink } from "../fixtures/mail/contact-receipt.ts";
import { spawnSite } from "../fixtures/site/built-site.ts";

const FUNCTION = "**/functions/v1/send-contact-email";

let site: Awaited<ReturnType<typeof spawnSite>>;
let browser: Browser;
let service: SupabaseClient;
let page: Page;

beforeAll(async () => {
  site = await spawnSite({ TRUST_PROXY: "1" });
  browser = await launchBrowser();
  const { serviceRoleKey } = await site.readKeys();
  service = createClient(site.url, serviceRoleKey, { auth: { persistSession: false } });
});
afterEach(() => page.context().close());
afterAll(async () => {
  await browser.close();
  await site.stop();
});

describe("with scripts", () => {
  test("a message goes to the function with its page, a solved puzzle and a key, and arrives", async () => {
    await open("/contact?service=design");
    const sent = page.waitForRequest((request) => request.method() === "POST" && request.url().includes("/functions/"));
    await fillIn("sent-with-scripts@people.example");
    await page.getByRole("button", { name: "Send Message" }).click();
    const request = await sent;
    expect(request.postDataJSON()).toEqual({
      name: "Ada Whitlock",
      email: "sent-with-scripts@people.example",
      phone: "",
      company: "",
      service: "Experience & Design",
      message: "It leans.",
      source: `${site.url}/contact?service=design`,
      homepage: "",
      stamp: expect.stringMatching(/^[\da-z]{8}-15-/),
      solution: expect.any(Number),
    });
    expect(request.headers()["idempotency-key"]).toMatch(/^[\da-z-]{8,}$/);
    await page.locator(".toast", { hasText: "Message sent" }).waitFor();
    const [message] = await find("sent-with-scripts@people.example");
    expect(message).toMatchObject({ status: "inbox" });
    await expectSentPanel(page, message?.reference);
    await expectAccessible(page);
  });

  test("while it is on its way the button says so, and a second press sends nothing", async () => {
    await open("/contact");
    const posts = await holdRequests(page, FUNCTION, "POST");
    await fillIn("pressed-twice@people.example");
    await page.getByRole("button", { name: "Send Message" }).click();
    const button = page.getByRole("button", { name: "Sending..." });
    await button.waitFor();
    expect(await button.getAttribute("aria-disabled")).toBe("true");
    await button.click({ force: true });
    await expect.poll(posts.count).toBe(1);
    posts.release();
    await page.locator(".toast", { hasText: "Message sent" }).waitFor();
    await page.getByRole("button", { name: "Send Message" }).waitFor();
    expect(posts.count()).toBe(1);
    expect(await page.getByLabel("Message").inputValue()).toBe("");
  });

  test("what is typed while a message is on its way stays, and can be sent after it", async () => {
    await open("/contact");
    const posts = await holdRequests(page, FUNCTION, "POST");
    await fillIn("typed-on@people.example");
    await page.getByRole("button", { name: "Send Message" }).click();
    await expect.poll(posts.count).toBe(1);
    await page.getByLabel("Message").fill("It leans. To the left.");
    posts.release();
    await page.locator(".toast", { hasText: "Message sent" }).waitFor();
    await page.getByRole("button", { name: "Send Message" }).waitFor();
    expect(await page.getByLabel("Message").inputValue()).toBe("It leans. To the left.");
    await page.reload();
    await hydrated();
    await expect.poll(() => page.getByLabel("Message").inputValue()).toBe("It leans. To the left.");
    await page.getByRole("button", { name: "Send Message" }).click();
    await page.locator(".toast", { hasText: "Message sent" }).waitFor();
    await expect.poll(() => page.getByLabel("Message").inputValue()).toBe("");
    const messages = (await find("typed-on@people.example")).map(({ message }) => message);
    expect(new Set(messages)).toEqual(new Set(["It leans.", "It leans. To the left."]));
  });

  test("what was typed survives a reload, and is gone once it was sent", async () => {
    await open("/contact");
    await fillIn("reloaded@people.example");
    await page.reload();
    await hydrated();
    await expect.poll(() => page.getByLabel("Message").inputValue()).toBe("It leans.");
    expect(await page.getByLabel("Service", { exact: true }).inputValue()).toBe("Experience & Design");
    await page.getByRole("button", { name: "Send Message" }).click();
    await page.locator(".toast", { hasText: "Message sent" }).waitFor();
    await page.reload();
    await hydrate();
    expect(await page.getByLabel("Email").inputValue()).toBe("");
    expect(await page.evaluate(() => sessionStorage.getItem("contact-draft"))).toBeNull();
  });

  test("first words of a page win over a draft from another page; the sender's own facts stay", async () => {
    await open("/contact");
    await fillIn("moved-on@people.example");
    await page.goto(`${site.url}/contact?job=uxui-designer`);
    await hydrated();
    await expect.poll(() => page.getByLabel("Email").inputValue()).toBe("moved-on@people.example");
    expect(await page.getByLabel("Message").inputValue()).toBe("I would like to apply for UX/UI Designer. ");
  });

  test("a lost connection keeps the text and says so; the retry makes one message", async () => {
    await open("/contact");
    await fillIn("lost-line@people.example");
    // The first answer is lost on the way back: the message is stored, and the visitor cannot know.
    let lost = 0;
    await page.route(FUNCTION, async (route) => {
      if (route.request().method() !== "POST" || lost > 0) return route.continue();
      lost += 1;
      await route.fetch();
      await route.abort("connectionreset");
    });
    await page.getByRole("button", { name: "Send Message" }).click();
    const toast = page.locator(".toast", { hasText: "Failed to send" });
    await toast.waitFor();
    expect(await toast.locator("p").textContent()).toBe("Please try again later.");
    await page.context().setOffline(true);
    await page.getByRole("button", { name: "Send Message" }).click();
    await page.getByText("You are offline. Your message stays in this tab").waitFor();
    expect(await page.getByLabel("Message").inputValue()).toBe("It leans.");
    await page.context().setOffline(false);
    await page.getByRole("button", { name: "Send Message" }).click();
    await page.locator(".toast", { hasText: "Message sent" }).waitFor();
    expect(await find("lost-line@people.example")).toHaveLength(1);
  });

  test("what the function refuses stands beside its field, with the focus on the first", async () => {
    await open("/contact");
    await refuse({ message: "Please check.", fields: { phone: "No.", message: "No, too." } });
    await fillIn("refused@people.example");
    await page.getByRole("button", { name: "Send Message" }).click();
    await page.locator(".toast", { hasText: "Please check." }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("phone");
    expect(await page.getByLabel("Phone").getAttribute("aria-describedby")).toBeTruthy();
    await expectAccessible(page);
  });

  test("what is wrong with none of the fields is a failure in general words", async () => {
    await open("/contact");
    await refuse({ message: "Please check the fields that are marked.", fields: { source: "No." } });
    await fillIn("nothing-to-mend@people.example");
    await page.getByRole("button", { name: "Send Message" }).click();
    const toast = page.locator(".toast", { hasText: "Failed to send" });
    await toast.waitFor();
    expect(await toast.locator("p").textContent()).toBe("Please try again later.");
  });

  test("the field that people do not see is out of reach of keyboard and screen reader", async () => {
    await open("/contact");
    const trap = page.locator("[name=homepage]");
    expect(await trap.isVisible()).toBe(false);
    expect(await page.getByRole("textbox").evaluateAll((all) => all.map((box) => box.getAttribute("name")))).toEqual([
      "name",
      "email",
      "phone",
      "company",
      "message",
    ]);
  });

  test("a puzzle that never comes holds nothing up", async () => {
    await open("/contact");
    await page.route(FUNCTION, (route) => (route.request().method() === "GET" ? route.abort() : route.continue()));
    await fillIn("without-puzzle@people.example");
    await page.getByRole("button", { name: "Send Message" }).click();
    await page.locator(".toast", { hasText: "Message sent" }).waitFor();
    expect(await find("without-puzzle@people.example")).toMatchObject([{ status: "inbox" }]);
  });
});

describe("without scripts", () => {
  test("a machine that fills in everything is thanked and put into quarantine", async () => {
    await open("/contact", { javaScriptEnabled: false });
    await fillIn("machine@people.example");
    await page.locator("[name=homepage]").evaluate((field: HTMLInputElement) => (field.value = "https://spam.example"));
    await page.getByRole("button", { name: "Send Message" }).click();
    await page.getByRole("status").filter({ hasText: "Message sent" }).waitFor();
    expect(await find("machine@people.example")).toMatchObject([{ status: "quarantine", spam_reasons: ["honeypot"] }]);
  });

  test("the words stand where the toast would, and the source is the page of the form", async () => {
    await open("/contact?job=analytics-specialist", {
      javaScriptEnabled: false,
      viewport: { width: 1280, height: 800 },
    });
    await fillIn("plain@people.example");
    await page.getByRole("button", { name: "Send Message" }).click();
    const notice = page.getByRole("status").filter({ hasText: "Message sent" });
    await notice.waitFor();
    const place = await notice.boundingBox();
    expect((place?.x ?? 0) + (place?.width ?? 0)).toBeGreaterThan(1_200);
    expect((place?.y ?? 0) + (place?.height ?? 0)).toBeGreaterThan(700);
    const [message] = await find("plain@people.example");
    await expectSentPanel(page, message?.reference);
    expect(await page.getByLabel("Message").inputValue()).toBe("");
    expect(message?.source).toBe(`${site.url}/contact?job=analytics-specialist`);
  });

  test("a form that is sent again by reloading makes one message", async () => {
    await open("/contact", { javaScriptEnabled: false });
    await fillIn("posted-again@people.example");
    await page.getByRole("button", { name: "Send Message" }).click();
    await page.getByRole("status").filter({ hasText: "Message sent" }).waitFor();
    await page.reload();
    await page.getByRole("status").filter({ hasText: "Message sent" }).waitFor();
    expect(await find("posted-again@people.example")).toHaveLength(1);
  });
});

test.each([true, false])("a page address of any length holds no message up, scripts: %s", async (javaScriptEnabled) => {
  const address = `/contact?utm_campaign=${"long-".repeat(500)}`;
  const email = `long-address-${javaScriptEnabled}@people.example`;
  await open(address, { javaScriptEnabled });
  await fillIn(email);
  await page.getByRole("button", { name: "Send Message" }).click();
  await page.getByText("Message sent").waitFor();
  expect(await find(email)).toMatchObject([{ source: (site.url + address).slice(0, 2_000) }]);
});

describe.each([true, false])("the link in a receipt, scripts: %s,", (javaScriptEnabled) => {
  test("shows the message as stored, and erases it after a second question", async () => {
    const email = `reader-${javaScriptEnabled}@people.example`;
    await open("/contact", { javaScriptEnabled });
    await fillIn(email);
    await page.getByRole("button", { name: "Send Message" }).click();
    await page.getByText("Message sent").waitFor();
    const link = await findReceiptLink(service, email);

    const answer = await page.goto(link);
    expect(answer?.headers()["cache-control"]).toBe("no-store");
    expect(await page.locator("meta[name=robots]").getAttribute("content")).toBe("noindex");
    expect(await page.locator("blockquote").textContent()).toBe("It leans.");
    expect(await page.locator("main").innerText()).toContain(email);
    if (javaScriptEnabled) await expectAccessible(page);
    expect(await page.getByRole("button", { name: "Erase it for good" }).isVisible()).toBe(false);
    await page.getByText("Erase this message").click();
    await page.getByRole("button", { name: "Erase it for good" }).click();
    await page.waitForURL("**/messages/erased");
    await page.getByRole("heading", { name: "It is gone." }).waitFor();
    expect(await find(email)).toEqual([]);
    expect((await page.goto(link))?.status()).toBe(404);
    await page.getByRole("heading", { name: "This link is not valid" }).waitFor();
    expect(site.log.join("\n")).not.toContain(new URL(link).pathname);
  });
});

let visitors = 0;

/** A visitor from a network of their own. */
async function open(path: string, options: BrowserContextOptions = {}) {
  visitors += 1;
  const extraHTTPHeaders = { "x-forwarded-for": `192.0.${visitors}.1` };
  const context = await browser.newContext({ extraHTTPHeaders, ...options });
  page = await context.newPage();
  await page.goto(site.url + path);
  if (options.javaScriptEnabled !== false) await hydrate();
}

/** Hydrates the form, as focusing a field does. */
async function hydrate() {
  await page.getByLabel("Full name").focus();
  await hydrated();
}

const hydrated = () => page.waitForFunction(() => "__reactRouterDataRouter" in globalThis);

async function fillIn(email: string) {
  await page.getByLabel("Full name").fill("Ada Whitlock");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Service", { exact: true }).selectOption("Experience & Design");
  await page.getByLabel("Message").fill("It leans.");
}

function refuse(json: { message: string; fields: Record<string, string> }) {
  return page.route(FUNCTION, (route) =>
    route.request().method() === "POST" ? route.fulfill({ status: 400, json }) : route.continue(),
  );
}

async function find(email: string) {
  const { data, error } = await service.from("contact_messages").select("*").eq("email", email);
  if (error) throw error;
  return data;
}

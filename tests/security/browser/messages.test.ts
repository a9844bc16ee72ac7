import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createMessageToken } from "../../../domain/contact/message-token.ts";
import { createSignatures } from "../../../domain/signatures.ts";
import { type AccountFixture, ADMIN, openAccountFixture, signIn } from "../../fixtures/auth/account.ts";
import { provoke, watchPage } from "../../fixtures/browser/watched-page.ts";
import { IN_CONTENT, IN_TEXT } from "../../fixtures/site/injections.ts";

const WITHOUT_CONTROL = /[\p{Cc}\u2028\u2029]/gu;
/** Every payload of an article, as many as a message holds. */
const MESSAGES = [IN_CONTENT.slice(0, 40), IN_CONTENT.slice(40), IN_TEXT].map((payloads) =>
  payloads.join("\n").slice(0, 4_900),
);

let fixture: AccountFixture;
let tokens: string[];
beforeAll(async () => {
  fixture = await openAccountFixture();
  const { serviceRoleKey } = await fixture.site.readKeys();
  const signatures = createSignatures(serviceRoleKey);
  for (const [n, message] of MESSAGES.entries()) {
    const text = (k: number) => (IN_TEXT[(n * 4 + k) % IN_TEXT.length] ?? "").replace(WITHOUT_CONTROL, "");
    const fields = {
      name: text(0),
      company: text(1),
      phone: text(2).slice(0, 40),
      source: `javascript:hit()//${text(3)}`,
    };
    const email = `eve-${n}@evil.example`;
    const body = {
      ...fields,
      email,
      service: "Other",
      message: message.replaceAll(/[^\P{Cc}\n]/gu, "").toWellFormed(),
    };
    const { error } = await fixture.service.functions.invoke("send-contact-email", { body });
    if (error) throw error;
  }
  const { data } = await fixture.service
    .from("contact_messages")
    .update({ status: "inbox" })
    .neq("name", "")
    .select("id");
  tokens = await Promise.all((data ?? []).map(({ id }) => createMessageToken(id, signatures)));
});
afterAll(() => fixture.close());

test("what strangers write is text to the admin who reads it", async () => {
  const page = await fixture.visit("/auth");
  const seen = await watchPage(page);
  await signIn(page, ADMIN);
  await page.getByText(`Logged in as: ${ADMIN.email}`).waitFor();
  await page.goto(`${fixture.site.url}/newsroom/messages`);
  const rows = page.locator("main a[href*='/newsroom/messages'], main button").filter({ hasText: /hit\(\)/ });
  await rows.first().waitFor();
  await provoke(page);
  const { data } = await fixture.service.from("contact_messages").select("id, message");
  expect(data).toHaveLength(MESSAGES.length);
  for (const { id, message } of data ?? []) {
    await page.goto(`${fixture.site.url}/newsroom/messages?message=${id}`);
    await page.getByText(message.split("\n").at(-1)).last().waitFor();
    await provoke(page);
    await expectHarmless(page);
  }
  expect(seen).toEqual([]);
  await page.context().close();
});

test("and to whoever opens the link of the receipt", async () => {
  const page = await fixture.visit("/");
  const seen = await watchPage(page);
  expect(tokens).toHaveLength(MESSAGES.length);
  for (const token of tokens) {
    await page.goto(`${fixture.site.url}/messages/${token}`, { waitUntil: "load" });
    await page.locator("blockquote").filter({ hasText: "hit()" }).waitFor();
    await page.locator("details").click();
    await provoke(page);
    await expectHarmless(page);
  }
  expect(seen).toEqual([]);
  await page.context().close();
});

test("what an address carries is never run, shown as markup or followed", async () => {
  const page = await fixture.visit("/");
  const seen = await watchPage(page);
  const addresses = IN_TEXT.slice(0, 8).flatMap((text) => {
    const words = encodeURIComponent(text.toWellFormed());
    return [`/search?q=${words}`, `/blog?category=${words}`, `/auth?next=${words}#error_description=${words}`];
  });
  for (const path of [
    ...addresses,
    "/auth?next=//evil.example",
    "/auth?next=javascript:hit()",
    "/contact?job=<svg onload=hit()>",
  ]) {
    await page.goto(fixture.site.url + path, { waitUntil: "load" });
    await expectHarmless(page);
  }
  expect(seen).toEqual([]);
  await page.context().close();
});

test("after signing in nobody is led away", async () => {
  for (const next of ["//evil.example", "javascript:hit()", "/\t/evil.example"]) {
    const page = await fixture.visit(`/auth?next=${encodeURIComponent(next)}`);
    const seen = await watchPage(page);
    await signIn(page, ADMIN);
    await page.getByText(`Logged in as: ${ADMIN.email}`).waitFor();
    await page.waitForURL((url) => url.pathname !== "/auth");
    expect(new URL(page.url()).origin).toBe(fixture.site.url);
    expect(seen).toEqual([]);
    await page.context().close();
  }
});

async function expectHarmless(page: Page): Promise<void> {
  const suspicious = await page.evaluate(() =>
    Array.from(document.querySelectorAll("main *"))
      .filter(
        (element) =>
          element.matches(
            "script, iframe, object, embed, style, base, meta, [srcdoc], [style], a[href^='javascript' i]",
          ) || Array.from(element.attributes).some(({ name }) => name.startsWith("on")),
      )
      .map(({ outerHTML }) => outerHTML.slice(0, 200)),
  );
  expect(suspicious).toEqual([]);
}

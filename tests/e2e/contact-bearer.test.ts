import { afterAll, beforeAll, expect, test } from "vitest";
import { type AccountFixture, openAccountFixture } from "../fixtures/auth/account.ts";

let fixture: AccountFixture;

beforeAll(async () => {
  fixture = await openAccountFixture();
});
afterAll(() => fixture.close());

test.each([
  ["nobody is signed in", undefined, false],
  ["a session lives", 3600, true],
  ["a session has expired and cannot be renewed", -3600, false],
])("the form sends the api key and a bearer token: %s", async (_state, secondsLeft, isOfSession) => {
  const { anonKey } = await fixture.site.readKeys();
  const { session } = (await (await fixture.actAs(await fixture.addPerson())).auth.getSession()).data;
  const page = await fixture.visit("/contact");
  await page.route("**/auth/v1/**", (route) => route.abort());
  if (secondsLeft) {
    const key = `sb-${new URL(fixture.site.url).hostname.split(".")[0]}-auth-token`;
    const stored = JSON.stringify({ ...session, expires_at: Math.round(Date.now() / 1000) + secondsLeft });
    await page.evaluate(([name = "", text = ""]) => localStorage.setItem(name, text), [key, stored]);
  }
  await page.getByLabel("Full name").focus();
  await page.waitForFunction(() => "__reactRouterDataRouter" in globalThis);
  const email = `bearer-${secondsLeft}@people.example`;
  await page.getByLabel("Full name").fill("Ada Whitlock");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Service", { exact: true }).selectOption("Other");
  await page.getByLabel("Message").fill("It leans.");
  const sent = page.waitForRequest(
    (request) => request.method() === "POST" && request.url().includes("/functions/v1/"),
  );
  await page.getByRole("button", { name: "Send Message" }).click();
  const bearer = isOfSession ? session?.access_token : anonKey;
  expect((await sent).headers()).toMatchObject({ apikey: anonKey, authorization: `Bearer ${bearer}` });
  await page.locator(".toast", { hasText: "Message sent" }).waitFor();
  const { data } = await fixture.service.from("contact_messages").select("status").eq("email", email);
  expect(data).toEqual([{ status: "inbox" }]);
  await page.context().close();
});

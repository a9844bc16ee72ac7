import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type AccountFixture,
  addAuthenticator,
  openAccountFixture,
  signIn,
  totpCode,
} from "../../fixtures/auth/account.ts";
import { expectAccessible, ON_A_PHONE } from "../../fixtures/browser/accessibility.ts";
import { seeToast } from "../../fixtures/browser/toast.ts";

let fixture: AccountFixture;

beforeAll(async () => {
  fixture = await openAccountFixture();
});
afterAll(() => fixture.close());

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });

async function addGuardedAdmin() {
  const person = await fixture.addPerson({ role: "admin" });
  return { person, ...(await addAuthenticator(await fixture.actAs(person))) };
}

test("an admin with an authenticator app is one only after the code, and then goes where they wanted to go", async () => {
  const { person, secret } = await addGuardedAdmin();
  const page = await fixture.visit("/blog/new");
  await signIn(page, person);
  await heading(page, "Your code").waitFor();
  expect(await page.locator(".toast").count(), "not in yet").toBe(0);
  await expectAccessible(page);
  const code = page.getByLabel("Code", { exact: true });
  expect(await code.getAttribute("autocomplete")).toBe("one-time-code");
  expect(await code.getAttribute("inputmode")).toBe("numeric");

  await code.fill("12345");
  await button(page, "Verify").click();
  await page.getByText("The code has six digits.").waitFor();
  await code.fill(totpCode("JBSWY3DPEHPK3PXP"));
  await button(page, "Verify").click();
  await page.getByText("This code is not right.").waitFor();
  await code.fill(totpCode(secret, 1));
  await button(page, "Verify").click();
  await seeToast(page, "Success", "Logged in successfully!");
  await page.waitForURL(`${fixture.site.url}/blog/new`);
  await page.locator("footer").getByText("Admin", { exact: true }).waitFor();
  await page.context().close();
});

test("the password alone opens no screen, whatever address is typed", async () => {
  const { person } = await addGuardedAdmin();
  const page = await fixture.visit("/auth");
  await signIn(page, person);
  await heading(page, "Your code").waitFor();
  for (const path of ["/account", "/blog/new"]) {
    await page.goto(fixture.site.url + path);
    await page.waitForURL(`${fixture.site.url}/auth?next=${encodeURIComponent(path)}`);
    await heading(page, "Your code").waitFor();
  }
  await button(page, "Sign out").click();
  await heading(page, "Sign in").waitFor();
  await page.context().close();
});

test("a recovery code takes the app's place once; the app and the other codes stay", async () => {
  const { person, recoveryCodes } = await addGuardedAdmin();
  const page = await fixture.visit("/auth", ON_A_PHONE);
  await signIn(page, person);
  await heading(page, "Your code").waitFor();
  await expectAccessible(page);
  await button(page, "Use a recovery code").click();
  const field = page.getByLabel("Recovery code", { exact: true });
  await field.fill("aaaa-bbbb-cccc");
  await button(page, "Use Code").click();
  await page.getByText("This code is not right, or it was used before.").waitFor();
  await expectAccessible(page);
  await field.fill(recoveryCodes[3]?.toUpperCase() ?? "");
  await button(page, "Use Code").click();
  await seeToast(page, "Success", "your authenticator app and your other codes still work.");
  await page.waitForURL(`${fixture.site.url}/`);
  await page.locator("footer").getByText("Admin", { exact: true }).waitFor();
  await page.goto(`${fixture.site.url}/account`);
  const section = page.getByRole("region", { name: "Authenticator app", exact: true });
  await section.getByText("9 recovery codes are left.").waitFor();
  const later = await fixture.actAs(person);
  expect((await later.auth.mfa.listFactors()).data?.totp).toHaveLength(1);
  expect((await later.rpc("use_recovery_code", { code: recoveryCodes[3] })).data).toBe("wrong");

  await section.getByRole("button", { name: "Remove the app" }).click();
  await section.getByRole("button", { name: "Yes, remove" }).click();
  await section.getByText("Off.").waitFor();
  await page.context().close();
});

test("a forgotten password asks for the code before the new one", async () => {
  const { person, secret } = await addGuardedAdmin();
  const { data } = await fixture.service.auth.admin.generateLink({ type: "recovery", email: person.email });
  const page = await fixture.visit(`/auth?token_hash=${data.properties?.hashed_token}&type=recovery`);
  await button(page, "Continue").click();
  await page.getByLabel("Code", { exact: true }).fill(totpCode(secret, 1));
  await button(page, "Verify").click();
  await page.getByLabel("New password", { exact: true }).fill("entirely-new-8");
  await button(page, "Save Password").click();
  await page.waitForURL(`${fixture.site.url}/`);
  await fixture.actAs({ ...person, password: "entirely-new-8" });
  await page.context().close();
});

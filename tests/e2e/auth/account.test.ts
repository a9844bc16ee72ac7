import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import {
  type AccountFixture,
  ADMIN,
  addAuthenticator,
  openAccountFixture,
  part,
  signIn,
  totpCode,
} from "../../fixtures/auth/account.ts";
import { expectAccessibleAtBothWidths } from "../../fixtures/browser/accessibility.ts";
import { holdRequests } from "../../fixtures/browser/held-requests.ts";
import { seeToast } from "../../fixtures/browser/toast.ts";

let fixture: AccountFixture;

beforeAll(async () => {
  fixture = await openAccountFixture();
});
afterAll(() => fixture.close());

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });

describe("the password", () => {
  test("changes, ends the other sessions and keeps this one", async () => {
    const person = await fixture.addPerson();
    const elsewhere = await fixture.actAs(person);
    const page = await fixture.openAccount(person);
    const field = page.getByLabel("New password", { exact: true });
    await button(page, "Change Password").click();
    await page.getByText("Please choose a new password.").waitFor();
    await field.fill(person.password);
    await button(page, "Change Password").click();
    await page.getByText("New password should be different from the old password.").waitFor();
    await field.fill("entirely-new-8");
    await button(page, "Change Password").click();
    await seeToast(page, "Success", "Your password is changed. You are signed out everywhere else.");
    expect((await elsewhere.auth.getUser()).error?.name).toBe("AuthSessionMissingError");
    await page.reload();
    await part(page, "Password").waitFor();
    expect((await fixture.mailbox.read(person.email)).subject).toContain("was changed");
    await page.context().close();
  });
});

describe("the authenticator app", () => {
  test("is scanned, proved with a code, gives ten codes once, and is removed again", async () => {
    const person = await fixture.addPerson();
    const page = await fixture.openAccount(person);
    const section = part(page, "Authenticator app");
    await section.getByText("Off.").waitFor();
    await section.getByRole("button", { name: "Set Up" }).click();
    const picture = section.getByRole("img", { name: "QR code for your authenticator app" });
    await picture.waitFor();
    expect(
      await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
    ).toBeGreaterThan(0);
    const secret = ((await section.locator("code").textContent()) ?? "").replaceAll(" ", "");
    const field = section.getByLabel("Code that the app shows", { exact: true });
    await field.fill(totpCode("JBSWY3DPEHPK3PXP"));
    await section.getByRole("button", { name: "Turn On" }).click();
    await section.getByText("This code is not right.").waitFor();
    await field.fill(totpCode(secret));
    await section.getByRole("button", { name: "Turn On" }).click();

    const codes = section.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
    await codes.first().waitFor();
    expect(await codes.count()).toBe(10);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      section.getByRole("link", { name: "Download" }).click(),
    ]);
    const shown = await codes.allTextContents();
    const kept = await readFile(await download.path(), "utf8");
    expect(shown.every((code) => kept.includes(code))).toBe(true);
    await section.getByRole("button", { name: "I Have Kept Them" }).click();
    await section.getByText("10 recovery codes are left.").waitFor();
    await section.getByText(/^On since/).waitFor();
    expect(await page.getByText(shown[0] ?? "").count()).toBe(0);

    const other = await fixture.visit("/auth");
    await signIn(other, person);
    await other.getByLabel("Code", { exact: true }).fill(totpCode(secret, 1));
    await button(other, "Verify").click();
    await other.waitForURL(`${fixture.site.url}/`);
    await other.context().close();

    await section.getByRole("button", { name: "Remove the app" }).click();
    await section.getByRole("button", { name: "Yes, remove" }).click();
    await section.getByText("Off.").waitFor();
    await page.reload();
    await section.getByText("Off.").waitFor();
    expect((await (await fixture.actAs(person)).auth.mfa.listFactors()).data?.totp).toEqual([]);
    await page.context().close();
  });

  test("gives new recovery codes, and the old ones are over", async () => {
    const person = await fixture.addPerson();
    const { secret, recoveryCodes } = await addAuthenticator(await fixture.actAs(person));
    const page = await fixture.visit("/account");
    await signIn(page, person);
    await page.getByLabel("Code", { exact: true }).fill(totpCode(secret, 1));
    await button(page, "Verify").click();
    await button(page, "New Recovery Codes").click();
    const codes = page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
    await codes.first().waitFor();
    const fresh = await codes.allTextContents();
    const client = await fixture.actAs(person);
    expect((await client.rpc("use_recovery_code", { code: recoveryCodes[0] })).data).toBe("wrong");
    expect((await client.rpc("use_recovery_code", { code: fresh[0] })).data).toBe("used");
    await page.context().close();
  });
});

describe("the sessions", () => {
  test("are listed in plain words, and end one by one or all at once", async () => {
    const person = await fixture.addPerson();
    const page = await fixture.openAccount(person);
    const phone = await fixture.openAccount(person, {
      userAgent: "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile Safari/604.1",
    });
    const third = await fixture.actAs(person);
    await page.reload();
    const section = part(page, "Where you are signed in");
    const lines = section.getByRole("listitem");
    await vi.waitFor(async () => expect(await lines.count()).toBe(3), { timeout: 90_000 });
    const current = lines.filter({ hasText: "This device" });
    await current.getByText("Chrome on Linux").waitFor();
    expect(await current.getByText(/^10\.1\./).textContent()).toMatch(/last used \w+ \d+, \d{4}/);

    await section.getByRole("button", { name: /^Sign out: Safari on iPhone/ }).click();
    await seeToast(page, "Success", "Safari on iPhone is signed out.");
    await vi.waitFor(async () => expect(await lines.count()).toBe(2), { timeout: 90_000 });
    await phone.getByLabel("New password", { exact: true }).fill("taken-over-9");
    await button(phone, "Change Password").click();
    await seeToast(phone, "Error", "Your session has ended. Please sign in again.");
    await phone.waitForURL(`${fixture.site.url}/auth?next=%2Faccount`);

    await section.getByRole("button", { name: "Sign Out Everywhere Else" }).click();
    await vi.waitFor(async () => expect(await lines.count()).toBe(1), { timeout: 90_000 });
    expect((await third.auth.getUser()).error?.name).toBe("AuthSessionMissingError");
    await page.context().close();
    await phone.context().close();
  });

  test("that cannot be read say so and can be asked for again", async () => {
    const person = await fixture.addPerson();
    const page = await fixture.openAccount(person);
    await page.route("**/rest/v1/rpc/my_sessions", (route) =>
      route.fulfill({ status: 500, json: { message: "The sessions are being moved." } }),
    );
    await page.reload();
    const section = part(page, "Where you are signed in");
    await section.getByText("The sessions are being moved.").waitFor();
    await page.unroute("**/rest/v1/rpc/my_sessions");
    await section.getByRole("button", { name: "Try again" }).click();
    await section.getByText("This device").waitFor();
    await page.context().close();
  });
});

test("the address changes once both mailboxes agree", async () => {
  const person = await fixture.addPerson();
  const wanted = "moved@people.example";
  const page = await fixture.openAccount(person);
  const section = part(page, "Email address");
  const field = section.getByLabel("New email address", { exact: true });
  await field.fill(person.email);
  await section.getByRole("button", { name: "Change Address" }).click();
  await section.getByText("This is your address already.").waitFor();
  await field.fill(wanted);
  await section.getByRole("button", { name: "Change Address" }).click();
  await section.getByText(`We have written to ${person.email} and to ${wanted}.`).waitFor();

  for (const [address, outcome] of [
    [person.email, "Halfway there"],
    [wanted, "Your account"],
  ] as const) {
    const { link } = await fixture.mailbox.read(address);
    await page.goto(link.href);
    await page.getByRole("heading", { name: "Change of address" }).waitFor();
    await button(page, "Confirm Address").click();
    await page.getByRole("heading", { level: 1, name: outcome }).waitFor();
  }
  await page.getByText(`Logged in as: ${wanted}`).waitFor();
  await page.context().close();
});

describe("deleting the account", () => {
  test("asks for the address and once more, then says goodbye", async () => {
    const person = await fixture.addPerson();
    const page = await fixture.openAccount(person);
    const section = part(page, "Delete your account");
    await section.getByRole("button", { name: "Delete Account" }).click();
    await section.getByText(`Please type ${person.email} to confirm.`).waitFor();
    await section.getByLabel("Your email address, to confirm").fill(person.email);
    await section.getByRole("button", { name: "Delete Account" }).click();
    await section.getByText("This cannot be taken back.").waitFor();
    await section.getByRole("button", { name: "Delete For Good" }).click();
    await seeToast(page, "Success", "Your account is deleted. Thank you for your time, and goodbye.");
    await page.waitForURL(`${fixture.site.url}/`);
    await page.locator("footer").getByRole("link", { name: "Sign In" }).waitFor();
    await expect(fixture.actAs(person)).rejects.toThrow("Invalid login credentials");
    await page.context().close();
  });

  test("leads home, not to the sign-in, also when the session ends on the way", async () => {
    const page = await fixture.openAccount(await fixture.addPerson());
    const otherTab = await page.context().newPage();
    await otherTab.goto(`${fixture.site.url}/about`);
    await otherTab.locator("footer").getByText("Logged in as").waitFor();
    const home = await holdRequests(page, "**/assets/home-*.js");

    const section = part(page, "Delete your account");
    const address = await page.locator("footer").getByText("Logged in as").innerText();
    await section.getByLabel("Your email address, to confirm").fill(address.replace("Logged in as: ", ""));
    await section.getByRole("button", { name: "Delete Account" }).click();
    await section.getByRole("button", { name: "Delete For Good" }).click();
    await seeToast(page, "Success", "Your account is deleted.");
    await otherTab.locator("footer").getByRole("button", { name: "Sign Out" }).click();
    await page.locator("footer").getByRole("link", { name: "Sign In" }).waitFor();
    home.release();
    await page.waitForURL(`${fixture.site.url}/`);
    await page.context().close();
  });

  test("is refused to the last administrator, in the backend's words", async () => {
    const page = await fixture.openAccount(ADMIN);
    const section = part(page, "Delete your account");
    await section.getByLabel("Your email address, to confirm").fill(ADMIN.email);
    await section.getByRole("button", { name: "Delete Account" }).click();
    await section.getByRole("button", { name: "Delete For Good" }).click();
    await seeToast(page, "Error", "The last administrator cannot be removed.");
    await section.getByRole("button", { name: "Keep my account" }).click();
    await page.context().close();
  });
});

test("every state is accessible at both widths, in both schemes, and stays in the page", async () => {
  const page = await fixture.openAccount(await fixture.addPerson(), { reducedMotion: "reduce" });
  const section = part(page, "Authenticator app");
  await section.getByText("Off.").waitFor();
  await expectAccessibleAtBothWidths(page);
  await button(page, "Delete Account").click();
  await section.getByRole("button", { name: "Set Up" }).click();
  const secret = ((await section.locator("code").textContent()) ?? "").replaceAll(" ", "");
  await expectAccessibleAtBothWidths(page);
  await section.getByLabel("Code that the app shows", { exact: true }).fill(totpCode(secret));
  await section.getByRole("button", { name: "Turn On" }).click();
  await section.getByRole("list", { name: "Recovery codes" }).waitFor();
  await expectAccessibleAtBothWidths(page);
  await page.context().close();
});

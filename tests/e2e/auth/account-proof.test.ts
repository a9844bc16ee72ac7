import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type AccountFixture,
  addAuthenticator,
  openAccountFixture,
  part,
  type Person,
  signIn,
  totpCode,
} from "../../fixtures/auth/account.ts";
import { expectAccessible } from "../../fixtures/browser/accessibility.ts";
import { seeToast } from "../../fixtures/browser/toast.ts";

let fixture: AccountFixture;

beforeAll(async () => {
  fixture = await openAccountFixture();
});
afterAll(() => fixture.close());

const proof = (page: Page, section: string) =>
  part(page, section).getByRole("form", { name: "Confirm that it is you" });

/** /account in a session that was opened two days ago. */
async function openOldSession(person: Person): Promise<Page> {
  const page = await fixture.openAccount(person);
  await fixture.ageSessions(person, "2 days");
  return page;
}

test("a session of two days changes the password after it has shown the present one, and asks once a day", async () => {
  const person = await fixture.addPerson();
  const page = await openOldSession(person);
  const section = part(page, "Password");
  const wanted = section.getByLabel("New password", { exact: true });
  await wanted.fill("entirely-new-8");
  await section.getByRole("button", { name: "Change Password" }).click();
  const form = proof(page, "Password");
  await form.getByText("You signed in a while ago.").waitFor();
  await expectAccessible(page);
  expect(await wanted.inputValue(), "what was typed stays").toBe("entirely-new-8");
  await form.getByRole("button", { name: "Confirm" }).click();
  await form.getByText("Please enter your password.").waitFor();
  await form.getByLabel("Your password", { exact: true }).fill("a guess");
  await form.getByRole("button", { name: "Confirm" }).click();
  await form.getByText("This is not your password.").waitFor();
  await form.getByLabel("Your password", { exact: true }).fill(person.password);
  await page.keyboard.press("Enter");
  await seeToast(page, "Success", "Your password is changed.");
  expect(await form.count()).toBe(0);
  await wanted.fill("even-newer-99");
  await section.getByRole("button", { name: "Change Password" }).click();
  await expect.poll(() => wanted.inputValue()).toBe("");
  await fixture.actAs({ ...person, password: "even-newer-99" });
  await page.context().close();
});

test("a mailed code is proof as well, and the question can be declined", async () => {
  const person = await fixture.addPerson();
  const page = await openOldSession(person);
  const section = part(page, "Email address");
  const change = section.getByRole("button", { name: "Change Address" });
  await section.getByLabel("New email address", { exact: true }).fill("proven@people.example");
  await change.click();
  const form = proof(page, "Email address");
  await form.getByRole("button", { name: "Not now" }).click();
  expect(await form.count()).toBe(0);
  await change.click();
  await form.getByRole("button", { name: "Email me a code instead" }).click();
  const { code } = await fixture.mailbox.read(person.email);
  await form.getByLabel("Code from the email", { exact: true }).fill(code === "000000" ? "111111" : "000000");
  await form.getByRole("button", { name: "Confirm" }).click();
  await form.getByText("This code is not right, or older than ten minutes.").waitFor();
  await form.getByLabel("Code from the email", { exact: true }).fill(code);
  await form.getByRole("button", { name: "Confirm" }).click();
  await section.getByText(`We have written to ${person.email} and to proven@people.example.`).waitFor();
  await page.context().close();
});

test("an authenticator app is set up after the proof, and the owner is told", async () => {
  const person = await fixture.addPerson();
  const page = await openOldSession(person);
  const section = part(page, "Authenticator app");
  await section.getByRole("button", { name: "Set Up" }).click();
  await prove(page, "Authenticator app", person);
  const secret = ((await section.locator("code").textContent()) ?? "").replaceAll(" ", "");
  await section.getByLabel("Code that the app shows", { exact: true }).fill(totpCode(secret));
  await section.getByRole("button", { name: "Turn On" }).click();
  await section.getByRole("list", { name: "Recovery codes" }).waitFor();
  const subjects = [await fixture.mailbox.read(person.email), await fixture.mailbox.read(person.email)];
  expect(subjects.map(({ subject }) => subject).toSorted()).toEqual([
    expect.stringContaining("An authenticator app was added"),
    "You have new recovery codes",
  ]);
  await page.context().close();
});

test("new codes, removing the app and deleting the account ask too, and go on", async () => {
  const person = await fixture.addPerson();
  const { secret } = await addAuthenticator(await fixture.actAs(person));
  const page = await fixture.visit("/account");
  await signIn(page, person);
  await page.getByLabel("Code", { exact: true }).fill(totpCode(secret, 1));
  await page.getByRole("button", { name: "Verify", exact: true }).click();
  const section = part(page, "Authenticator app");
  await section.getByText("10 recovery codes are left.").waitFor();

  await fixture.ageSessions(person, "2 days");
  await section.getByRole("button", { name: "New Recovery Codes" }).click();
  await prove(page, "Authenticator app", person);
  await section.getByRole("button", { name: "I Have Kept Them" }).click();

  await fixture.ageSessions(person, "2 days");
  await section.getByRole("button", { name: "Remove the app" }).click();
  await section.getByRole("button", { name: "Yes, remove" }).click();
  await prove(page, "Authenticator app", person);
  await section.getByText("Off.").waitFor();

  await fixture.ageSessions(person, "2 days");
  const deletion = part(page, "Delete your account");
  await deletion.getByLabel("Your email address, to confirm").fill(person.email);
  await deletion.getByRole("button", { name: "Delete Account" }).click();
  await deletion.getByRole("button", { name: "Delete For Good" }).click();
  await prove(page, "Delete your account", person);
  await seeToast(page, "Success", "Your account is deleted.");
  await page.waitForURL(`${fixture.site.url}/`);
  await expect(fixture.actAs(person)).rejects.toThrow("Invalid login credentials");
  await page.context().close();
});

async function prove(page: Page, section: string, { password }: Person): Promise<void> {
  await proof(page, section).getByLabel("Your password", { exact: true }).fill(password);
  await proof(page, section).getByRole("button", { name: "Confirm" }).click();
}

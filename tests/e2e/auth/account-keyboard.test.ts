import { afterAll, beforeAll, expect, test } from "vitest";
import { type AccountFixture, openAccountFixture, part, totpCode } from "../../fixtures/auth/account.ts";
import { expectFocused } from "../../fixtures/browser/focus.ts";

let fixture: AccountFixture;

beforeAll(async () => {
  fixture = await openAccountFixture();
});
afterAll(() => fixture.close());

test("the authenticator app is set up and removed by keyboard, and the focus stays in its section", async () => {
  const page = await fixture.openAccount(await fixture.addPerson());
  const section = part(page, "Authenticator app");
  const title = section.getByRole("heading");
  await section.getByRole("button", { name: "Set Up" }).press("Enter");
  await section.getByRole("button", { name: "Not now" }).waitFor();
  await expectFocused(title);
  await section.getByRole("button", { name: "Not now" }).press("Enter");
  await expectFocused(title);
  await section.getByRole("button", { name: "Set Up" }).press("Enter");
  const secret = ((await section.locator("code").textContent()) ?? "").replaceAll(" ", "");
  await section.getByLabel("Code that the app shows", { exact: true }).fill(totpCode(secret));
  await page.keyboard.press("Enter");
  const kept = section.getByRole("button", { name: "I Have Kept Them" });
  await kept.waitFor();
  await expectFocused(title);
  await kept.press("Enter");
  await expectFocused(title);

  const removal = section.getByRole("button", { name: "Remove the app" });
  await removal.press("Enter");
  await expectFocused(section.getByText("Really remove it?"));
  await section.getByRole("button", { name: "No, keep it" }).press("Enter");
  await expectFocused(removal);
  await page.keyboard.press("Enter");
  await section.getByRole("button", { name: "Yes, remove" }).press("Enter");
  await section.getByText("Off.").waitFor();
  await expectFocused(title);
  await page.context().close();
});

test("sessions end by keyboard, and the focus goes to the title above the ones that are left", async () => {
  const person = await fixture.addPerson();
  await fixture.actAs(person);
  await fixture.actAs(person);
  const page = await fixture.openAccount(person);
  const section = part(page, "Where you are signed in");
  const lines = section.getByRole("listitem");
  await section
    .getByRole("button", { name: /^Sign out:/ })
    .first()
    .press("Enter");
  await expect.poll(() => lines.count()).toBe(2);
  await expectFocused(section.getByRole("heading"));
  await section.getByRole("button", { name: "Sign Out Everywhere Else" }).press("Enter");
  await expect.poll(() => lines.count()).toBe(1);
  await expectFocused(section.getByRole("heading"));
  await page.context().close();
});

test("deleting the account goes no further while the key that asked for it is held down", async () => {
  const person = await fixture.addPerson();
  const page = await fixture.openAccount(person);
  const deletions: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("delete_my_account")) deletions.push(request.url());
  });
  const section = part(page, "Delete your account");
  await section.getByLabel("Your email address, to confirm").fill(person.email);
  await section.getByRole("button", { name: "Delete Account" }).focus();
  for (let repeats = 0; repeats < 4; repeats += 1) await page.keyboard.down("Enter");
  await page.keyboard.up("Enter");
  await expectFocused(section.getByText("This cannot be taken back."));
  await page.keyboard.press("Tab");
  await expectFocused(section.getByRole("button", { name: "Delete For Good" }));
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expectFocused(section.getByRole("heading"));
  await section.getByRole("button", { name: "Delete Account" }).waitFor();
  expect(deletions).toEqual([]);
  await page.context().close();
});

import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AccountFixture, ADMIN, openAccountFixture, signIn } from "../../fixtures/auth/account.ts";
import { expectAccessibleAtBothWidths } from "../../fixtures/browser/accessibility.ts";
import { expectFocused } from "../../fixtures/browser/focus.ts";
import { seeToast } from "../../fixtures/browser/toast.ts";

let fixture: AccountFixture;

beforeAll(async () => {
  fixture = await openAccountFixture();
});
afterAll(() => fixture.close());

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const line = (page: Page, email: string) => page.locator(".people-list > li").filter({ hasText: email });

async function openPeople(options = {}): Promise<Page> {
  const page = await fixture.visit("/newsroom/people", { ...options });
  await signIn(page, ADMIN);
  await page.locator(".people-list > li").first().waitFor();
  return page;
}

test.each(["user", "admin"] as const)("an invited %s accepts, chooses a password, and has the role", async (role) => {
  const email = `invited-${role}@people.example`;
  const page = await openPeople();
  await button(page, "Send Invitation").click();
  await page.getByText("Please enter your email address.").waitFor();
  await page.getByLabel("Email", { exact: true }).fill(email);
  if (role === "admin") await page.getByLabel("Administrator").check();
  await button(page, "Send Invitation").click();
  await seeToast(page, "Success", `An invitation is on its way to ${email}.`);
  await line(page, email).getByText("Has not confirmed the address yet").waitFor();

  const { link } = await fixture.mailbox.read(email);
  const guest = await fixture.visit(link.pathname + link.search);
  await button(guest, "Accept Invitation").click();
  await guest.getByLabel("New password", { exact: true }).fill("chosen-by-guest");
  await button(guest, "Save Password").click();
  await guest.waitForURL(`${fixture.site.url}/`);
  await guest.getByText(`Logged in as: ${email}`).waitFor();
  expect(await guest.locator("footer .badge").count()).toBe(role === "admin" ? 1 : 0);
  await guest.context().close();
  await page.context().close();
});

test("the admin role is given and removed after one question, undone with one click, and the person is told each time", async () => {
  const person = await fixture.addPerson();
  const client = await fixture.actAs(person);
  const page = await openPeople();
  const row = line(page, person.email);
  const isAdmin = async () => (await client.rpc("is_admin")).data;
  const give = row.getByRole("button", { name: `Make admin: ${person.email}` });
  const remove = row.getByRole("button", { name: `Remove admin role: ${person.email}` });
  const undo = button(page, "Undo");
  const confirm = (name: string) => page.getByRole("dialog").getByRole("button", { name }).click();
  const notice = page.getByRole("status").filter({ hasText: person.email });

  await give.click();
  expect(await isAdmin(), "a click alone changes nothing").toBe(false);
  await confirm("Yes, make admin");
  await notice.getByText(`${person.email} is an administrator now.`).waitFor();
  await row.getByText("Admin", { exact: true }).waitFor();
  expect(await isAdmin()).toBe(true);
  expect(await fixture.mailbox.read(person.email)).toMatchObject({
    subject: "You are now an administrator of our website",
    text: expect.stringContaining("has given your account"),
  });

  await undo.press("Enter");
  await expectFocused(give);
  expect(await isAdmin()).toBe(false);
  expect(await undo.count()).toBe(0);
  const removed = { subject: "You are no longer an administrator of our website" };
  expect(await fixture.mailbox.read(person.email)).toMatchObject(removed);

  await give.click();
  await confirm("Yes, make admin");
  await remove.click();
  expect(await isAdmin(), "a click alone changes nothing").toBe(true);
  await confirm("Yes, remove it");
  await notice.getByText(`${person.email} is no longer an administrator.`).waitFor();
  await give.waitFor();
  expect(await isAdmin()).toBe(false);
  await undo.click();
  await remove.waitFor();
  expect(await isAdmin()).toBe(true);
  await page.context().close();
});

test("an admin without a switch neither sees nor opens that part, and gets it back from another", async () => {
  const person = await fixture.addPerson({ role: "admin" });
  const page = await openPeople();
  const row = line(page, person.email);
  await row.getByLabel("Messages").click();
  await seeToast(page, "Success", `${person.email} may now publish posts and change the site, manage people.`);
  expect(await line(page, ADMIN.email).getByLabel("Messages").isDisabled(), "one's own").toBe(true);

  const other = await fixture.visit("/newsroom/messages");
  await signIn(other, person);
  await seeToast(other, "Access Denied", "You don't have permission to access this page.");
  await other.waitForURL(`${fixture.site.url}/newsroom`);
  await other.getByText("Waiting for you").waitFor();
  const places = other.getByRole("navigation", { name: "Newsroom" });
  expect(await places.getByRole("link", { name: "Messages" }).count()).toBe(0);
  expect(await other.getByText("unread messages").count()).toBe(0);
  await row.getByLabel("Messages").click();
  await places.getByRole("link", { name: "Messages" }).waitFor();

  await row.getByRole("button", { name: "Delete account" }).click();
  await button(page, "Yes, delete it").click();
  await seeToast(page, "Success", `The account of ${person.email} is deleted.`);
  await row.waitFor({ state: "detached" });
  expect((await fixture.mailbox.read(person.email)).subject).toBe("Your account was deleted");
  await other.context().close();
  await page.context().close();
});

test("the last admin cannot give the role up; another one can, after being asked, and is let out", async () => {
  const own = await openAccountFixture();
  try {
    const page = await own.visit("/newsroom/people");
    await signIn(page, ADMIN);
    const take = line(page, ADMIN.email).getByRole("button", { name: `Remove admin role: ${ADMIN.email}` });
    await take.click();
    await button(page, "Cancel").click();
    await take.click();
    await button(page, "Yes, remove it").click();
    await seeToast(page, "Error", "The last administrator cannot be removed.");

    const second = await own.addPerson({ role: "admin" });
    await take.click();
    await button(page, "Yes, remove it").click();
    await page.waitForURL(`${own.site.url}/`);
    await page.getByText(`Logged in as: ${ADMIN.email}`).waitFor();
    await page.locator("footer .badge").waitFor({ state: "detached" });
    expect((await (await own.actAs(second)).rpc("is_admin")).data).toBe(true);
  } finally {
    await own.close();
  }
});

test("the question about one's own role takes the focus, and 'Cancel' gives it back", async () => {
  const page = await openPeople();
  const take = button(page, `Remove admin role: ${ADMIN.email}`);
  await take.press("Enter");
  await expectFocused(button(page, "Cancel"));
  await page.getByText("You will lose access to the newsroom").waitFor();
  await button(page, "Cancel").press("Enter");
  await expectFocused(take);
  await page.context().close();
});

test("the search starts with / and follows what is typed; the field keeps the focus, and a link changes it", async () => {
  const person = await fixture.addPerson();
  const page = await openPeople();
  const field = page.getByLabel("Search by address");
  await page.keyboard.press("/");
  await page.keyboard.type(person.email);
  await page.getByText("1 account", { exact: true }).waitFor();
  await expectFocused(field);
  await page.getByRole("link", { name: "People" }).first().click();
  await line(page, ADMIN.email).waitFor();
  await expect.poll(() => field.inputValue()).toBe("");
  await page.context().close();
});

test("people are found by address, and come in pages", async () => {
  for (let n = 0; n < 52; n += 1) {
    // Without a password, which would take its time to hash.
    await fixture.service.auth.admin.createUser({ email: `crowd-${n}@crowd.example`, email_confirm: true });
  }
  const page = await openPeople();
  await page.getByLabel("Search by address").fill(" CROWD.example ");
  await page.getByText("52 accounts").waitFor();
  expect(await page.locator(".people-list > li").count()).toBe(50);
  await page.getByRole("link", { name: "Older" }).click();
  await page.getByText("Page 2 of 2").waitFor();
  expect(await page.locator(".people-list > li").count()).toBe(2);
  expect(new URL(page.url()).search).toBe("?q=CROWD.example&page=2");
  await page.reload();
  await page.getByText("Page 2 of 2").waitFor();
  await page.getByRole("link", { name: "Newer" }).click();
  await page.getByText("Page 1 of 2").waitFor();
  await page.getByLabel("Search by address").fill("nobody-at-all");
  await page.getByText("No address contains “nobody-at-all”.").waitFor();
  await page.getByRole("link", { name: "Show everything" }).click();
  await line(page, "crowd-51@crowd.example").waitFor();
  await page.context().close();
});

test("a user without the admin role cannot open the people page", async () => {
  const person = await fixture.addPerson();
  const page = await fixture.visit("/newsroom/people");
  await signIn(page, person);
  await seeToast(page, "Access Denied", "You don't have permission to access this page.");
  await page.waitForURL(`${fixture.site.url}/`);
  await page.context().close();
});

test("it is accessible at both widths, in both schemes, and stays in the page", async () => {
  const email = `${"a-very-long-name-".repeat(3)}@${"very-long-company.".repeat(5)}example`;
  await fixture.addPerson({ email });
  const page = await openPeople({ reducedMotion: "reduce" });
  await line(page, email).waitFor();
  await expectAccessibleAtBothWidths(page);
  await page.context().close();
});

test("everything about an address is found, exported and erased", async () => {
  const message = { name: "Grace", email: "Grace@people.example", service: "Other", message: "Our checkout leans." };
  await fixture.service.from("contact_messages").insert(message).throwOnError();
  const page = await openPeople();
  const form = page.getByRole("form", { name: "One person" });
  await form.getByLabel("Address").fill("grace@people.example");
  await form.getByRole("button", { name: "Find" }).click();
  await form.getByText("1 message, 0 replies, 0 emails, 0 files, no account.").waitFor();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    form.getByRole("button", { name: "Export as JSON" }).click(),
  ]);
  expect(JSON.parse(await readFile(await download.path(), "utf8"))).toMatchObject({ messages: [message] });
  await form.getByRole("button", { name: "Erase everything" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Erase for good" }).click();
  await seeToast(page, "Success", "Everything about this address is erased.");
  const left = await fixture.service.from("contact_messages").select("id").eq("email", message.email);
  expect(left.data).toEqual([]);
  await page.context().close();
});

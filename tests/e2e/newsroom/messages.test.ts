import { afterAll, beforeAll, expect, test } from "vitest";
import { expectFocused } from "../../fixtures/browser/focus.ts";
import { seeToast } from "../../fixtures/browser/toast.ts";
import { createMessages, type MessagesFixture, TEAM } from "../../fixtures/mail/messages.ts";
import { withoutRealtime } from "../../fixtures/site/newsroom-site.ts";

let fixture: MessagesFixture;
beforeAll(async () => {
  fixture = await createMessages();
});
afterAll(() => fixture.close());

test("a message from the form is unread until it is opened, and its mails say that they were delivered", async () => {
  const { page, context } = await fixture.openPage(fixture.maud, "/contact");
  await page.waitForFunction(() => "__reactRouterDataRouter" in globalThis);
  await page.getByLabel("Full name").fill("Grace Form");
  await page.getByLabel("Email").fill("grace@people.example");
  await page.getByLabel("Company optional").fill("Oakridge");
  await page.getByLabel("Service", { exact: true }).selectOption("Experience & Design");
  await page.getByLabel("Message").fill("Our checkout leans.\n\nBadly.");
  await page.getByRole("button", { name: "Send Message" }).click();
  await page.locator(".toast", { hasText: "Message sent" }).waitFor();

  await page.goto(`${fixture.address}?folder=new`);
  const row = page.locator(".message-row", { hasText: "Grace Form" });
  await row.getByText("Unread", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Inbox 1 unread" }).waitFor();
  await row.getByRole("link").click();
  await expectFocused(page.getByRole("heading", { name: "Grace Form" }));
  await row.getByText("Unread", { exact: true }).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Inbox", exact: true }).waitFor();
  const text = await page.getByRole("article").innerText();
  for (const fact of ["grace@people.example", "Oakridge", "Experience & Design", `${fixture.url}/contact`, "Badly."]) {
    expect(text).toContain(fact);
  }
  await page
    .getByText(/^Delivered \d\d:\d\d$/)
    .nth(1)
    .waitFor();
  await page.getByText(`Notification to ${TEAM}`).waitFor();
  await page.getByText("Receipt to grace@people.example").waitFor();

  const { data } = await fixture.service.from("contact_messages").select("read_at").eq("name", "Grace Form");
  expect(data?.[0]?.read_at).toBeTruthy();
  await context.close();
});

test("an open message has an address; Back and 'Back to the list' close it, and the row has the focus again", async () => {
  const [id] = await fixture.store({ name: "Kept in view" });
  const { page, context } = await fixture.openPage(fixture.maud, "/newsroom/messages", {
    viewport: { width: 360, height: 800 },
  });
  const link = page.getByRole("link", { name: "Kept in view" });
  await link.click();
  await page.waitForURL(`**?message=${id}`);
  const heading = page.getByRole("heading", { name: "Kept in view" });
  await expectFocused(heading);
  expect(await link.isVisible()).toBe(false);
  await page.goBack();
  await expectFocused(link);
  expect(page.url()).toBe(fixture.address);
  await page.keyboard.press("Enter");
  await expectFocused(heading);
  await page.getByRole("link", { name: "Back to the list" }).click();
  await page.getByRole("article").waitFor({ state: "detached" });
  await expectFocused(link);

  await page.goto(`${fixture.address}?message=${id}`);
  await page.getByRole("heading", { name: "Kept in view" }).waitFor();
  await page.goto(`${fixture.address}?message=00000000-0000-4000-8000-000000000000`);
  await page.getByRole("heading", { name: "This message is gone." }).waitFor();
  await context.close();
});

const NASTY = [
  '100% (of "it"), or_nothing\\',
  "a*b",
  "***=",
  "..",
  "name.eq.x,id.not.is.null",
  "[x]+?^$|{2}",
  "naïve É",
];

test("message search matches the typed text literally", async () => {
  await fixture.store(
    ...NASTY.map((message, n) => ({ name: `Nasty ${n}`, message: `So ${message} there` })),
    {
      name: "Searched Name",
      email: "searched-mail@people.example",
      company: "Searched Company",
      reference: "SRCH0REF01",
      status: "archive",
    },
    { name: "Not it", message: "100 of it, or nothing. axxb, aXb, xx" },
  );
  const { page, context } = await fixture.openPage(fixture.maud, "/newsroom/messages");
  const search = page.getByLabel("Search messages");
  const names = () => page.locator(".message-row a").allTextContents();
  for (const [n, message] of NASTY.entries()) {
    await search.fill(message);
    await expect.poll(names, { message }).toEqual([`Nasty ${n}`]);
  }
  for (const words of ["searched name", "SEARCHED-MAIL@", "Searched Comp", "srch0ref01"]) {
    await search.fill(words);
    await expect.poll(names, { message: words }).toEqual(["Searched Name"]);
    await search.fill("Not it");
    await expect.poll(names).toEqual(["Not it"]);
  }
  await search.fill("nobody wrote this");
  await page.getByRole("heading", { name: "Nothing found." }).waitFor();
  await page.getByRole("link", { name: "Show everything" }).click();
  await expect.poll(names).toContain("Not it");
  expect(await search.inputValue()).toBe("");
  await context.close();
});

test("a quarantined message shows its spam reasons and holds its mail; 'Not spam' delivers it", async () => {
  const fields = { name: "Suspect", status: "quarantine", spam_reasons: ["links", "shouting"] };
  const id = await fixture.submit(fields);
  const { page, context } = await fixture.openPage(fixture.maud, "/newsroom/messages");
  await page.getByRole("button", { name: "Spam 1" }).click();
  await page.getByRole("link", { name: "Suspect" }).click();
  await page.getByText("It has many links.").waitFor();
  await page.getByText("It is written in capitals.").waitFor();
  await page.getByText("Held: in spam").waitFor();
  expect(fixture.countMails(id)).toBe(0);

  await page.getByRole("button", { name: "Not spam" }).click();
  await fixture.expectOneMail(`Subject: Message ${id}`);
  await page.getByText(/^Delivered /).waitFor();
  expect(await fixture.find(id)).toMatchObject({ status: "inbox" });
  await page.getByRole("heading", { name: "No spam." }).waitFor();
  await expectFocused(page.getByRole("heading", { name: "Suspect", exact: true }));
  await context.close();
});

test("a failed mail says why, in the list and in the message, and 'Send again' delivers it", async () => {
  fixture.refused.add("moved@plumbline.example");
  const id = await fixture.submit({ name: "Undelivered" }, "moved@plumbline.example");
  const { page, context } = await fixture.openAs(fixture.maud);
  await expect
    .poll(async () => (await fixture.service.from("mail_outbox").select("state").eq("contact_message_id", id)).data)
    .toEqual([{ state: "failed" }]);
  await page.goto(fixture.address);
  const row = page.locator(".message-row", { hasText: "Undelivered" });
  await row.getByText("Mail failed").waitFor();
  await row.getByRole("link").click();
  await page.getByText(/^Failed after 1 try: .*No such user/).waitFor();

  fixture.refused.clear();
  await page.getByRole("button", { name: "Send again Notification to moved@plumbline.example" }).click();
  await fixture.expectOneMail(`Subject: Message ${id}`);
  await page.getByText(/^Delivered /).waitFor();
  await row.getByText("Mail failed").waitFor({ state: "detached" });
  await context.close();
});

test("a message goes to the archive and back, and can be unread again", async () => {
  const [id = ""] = await fixture.store({ name: "Sorted", read_at: new Date().toISOString() });
  const { page, context } = await fixture.openPage(fixture.maud, `/newsroom/messages?message=${id}`);
  const row = page.locator(".message-row", { hasText: "Sorted" });
  await row.waitFor();
  await page.getByRole("button", { name: "Move to archive" }).click();
  await row.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Archive 2" }).click();
  await row.getByRole("link").click();
  await page.getByRole("button", { name: "Back to inbox" }).click();
  await row.waitFor({ state: "detached" });
  expect(await fixture.find(id)).toMatchObject({ status: "inbox" });
  await page.getByRole("button", { name: "Mark unread" }).click();
  await page.getByRole("article").waitFor({ state: "detached" });
  await page.getByRole("button", { name: /^Inbox/ }).click();
  await row.getByText("Unread", { exact: true }).waitFor();
  expect(await fixture.find(id)).toMatchObject({ read_at: null });
  await context.close();
});

test("a page lists twenty messages, newest first; a page past the end links back", async () => {
  const old = (n: number) => new Date(Date.UTC(2001, 0, 1) - n * 60_000).toISOString();
  await fixture.store(...Array.from({ length: 41 }, (_, n) => ({ name: `Paged ${n}`, created_at: old(n) })));
  const { page, context } = await fixture.openPage(fixture.maud, "/newsroom/messages?q=Paged");
  await page.getByText("41 messages").waitFor();
  const names = () => page.locator(".message-row a").allTextContents();
  expect(await names()).toEqual(Array.from({ length: 20 }, (_, n) => `Paged ${n}`));
  await page.getByRole("link", { name: "Older" }).click();
  await page.getByText("Page 2 of 3").waitFor();
  await expect.poll(names).toEqual(Array.from({ length: 20 }, (_, n) => `Paged ${n + 20}`));
  await page.goto(`${fixture.address}?q=Paged&page=4`);
  await page.getByRole("link", { name: "Back to the first page" }).click();
  await page.getByText("Page 1 of 3").waitFor();
  await context.close();
});

test("a list that failed to load shows an error and loads on retry", async () => {
  await fixture.store({ name: "Loaded late" });
  const { page, context } = await fixture.openAs(fixture.maud);
  await withoutRealtime(page);
  await page.route("**/rest/v1/contact_messages*", (route) => route.abort());
  await page.goto(fixture.address);
  await page.getByText("This could not be loaded.").waitFor();
  await page.unroute("**/rest/v1/contact_messages*");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("link", { name: "Loaded late" }).waitFor();
  await fixture.store({ name: "Came meanwhile" });
  await page.evaluate(() => dispatchEvent(new Event("focus")));
  await page.getByRole("link", { name: "Came meanwhile" }).waitFor();
  await context.close();
});

test("a user without the admin role is denied and requests no message", async () => {
  const guest = await fixture.addPerson("guest@people.example", "user");
  const { page, context } = await fixture.openAs(guest);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(fixture.address);
  await seeToast(page, "Access Denied", "You don't have permission to access this page.");
  await page.waitForURL(`${fixture.url}/`);
  expect(asked.filter((url) => /contact_messages|mail_outbox/.test(url))).toEqual([]);
  expect((await guest.backend.from("contact_messages").select("id")).data).toEqual([]);
  await context.close();
});

test("an admin signed out elsewhere is redirected to sign-in by the next action, without an error", async () => {
  const [id] = await fixture.store({ name: "Read too long" });
  const reader = await fixture.addPerson("reader@plumbline.example", "admin");
  const { page, context } = await fixture.openPage(reader, `/newsroom/messages?message=${id}`);
  await page.getByRole("heading", { name: "Read too long" }).waitFor();
  const row = page.locator(".message-row", { hasText: "Read too long" });
  await row.getByText("Unread", { exact: true }).waitFor({ state: "detached" });
  await reader.backend.auth.signOut();
  // Clicks at once and without waiting: a refresh of the list may redirect first.
  await page
    .getByRole("button", { name: "Move to archive" })
    .evaluateAll((buttons) => buttons.forEach((button) => (button as HTMLElement).click()));
  await seeToast(page, "Error", "Your session has ended. Please sign in again.");
  await page.waitForURL(`${fixture.url}/auth?**`);
  expect(await page.getByText("Failed to change the message").count()).toBe(0);
  expect(await fixture.find(id ?? "")).toMatchObject({ status: "inbox" });
  await context.close();
});

test("keyboard shortcuts open the next message, archive it and mark it unread, but not while notes are written", async () => {
  const [, id = ""] = await fixture.store(
    { name: "Newer by letter", created_at: "2001-02-02T00:00:00Z" },
    { name: "Older by letter", created_at: "2001-02-01T00:00:00Z" },
  );
  const { page, context } = await fixture.openPage(fixture.maud, "/newsroom/messages?q=by+letter");
  await page.getByRole("link", { name: "Newer by letter" }).click();
  await expectFocused(page.getByRole("heading", { name: "Newer by letter" }));
  await page.keyboard.press("j");
  const heading = page.getByRole("heading", { name: "Older by letter" });
  await expectFocused(heading);
  await page.getByLabel("Notes").press("e");
  expect(await page.getByLabel("Notes").inputValue()).toBe("e");
  expect(await fixture.find(id)).toMatchObject({ status: "inbox" });
  await heading.focus();
  await page.keyboard.press("e");
  await page.getByRole("button", { name: "Back to inbox" }).waitFor();
  expect(await fixture.find(id)).toMatchObject({ status: "archive" });
  await page.keyboard.press("u");
  await page.getByRole("article").waitFor({ state: "detached" });
  expect(await fixture.find(id)).toMatchObject({ read_at: null });
  await context.close();
});

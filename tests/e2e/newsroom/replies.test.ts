import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessibleAtBothWidths } from "../../fixtures/browser/accessibility.ts";
import { createMessages, type MessagesFixture } from "../../fixtures/mail/messages.ts";
import type { Person } from "../../fixtures/site/newsroom-site.ts";

let fixture: MessagesFixture;
let nell: Person;
beforeAll(async () => {
  fixture = await createMessages();
  nell = await fixture.addPerson("nell@plumbline.example", "admin");
});
afterAll(() => fixture.close());

const replyField = (page: Page) => page.getByLabel("Reply to grace@people.example");
const send = (page: Page) => page.getByRole("button", { name: /^Send/ }).click();
const thread = (page: Page) => page.getByRole("list", { name: "Replies" });

test("a reply is sent once and stands in the thread with its delivery; a failed one says why and is sent again", async () => {
  const id = await fixture.submit({ name: "Grace", email: "grace@people.example" });
  const { page, context } = await fixture.openPage(fixture.maud, `/newsroom/messages?message=${id}`);
  await replyField(page).fill("Thursday at two works for us.");
  await page.getByText("Draft saved.").waitFor();
  await page.reload();
  await expect.poll(() => replyField(page).inputValue()).toBe("Thursday at two works for us.");
  await replyField(page).press("Control+Enter");
  await thread(page)
    .getByText(/^Delivered \d\d:\d\d$/)
    .waitFor();
  await fixture.expectOneMail("Thursday at two works for us.");
  expect(await replyField(page).inputValue()).toBe("");
  await expect.poll(() => page.getByLabel("State").inputValue()).toBe("in_progress");
  expect(await page.getByLabel("Assigned to").inputValue()).toBe(fixture.maud.id);

  fixture.refused.add("grace@people.example");
  await replyField(page).fill("And the address?");
  await send(page);
  await thread(page)
    .getByText(/^Failed after 1 try: .*No such user/)
    .waitFor();
  fixture.refused.clear();
  await thread(page).getByRole("button", { name: "Try again" }).click();
  await fixture.expectOneMail("And the address?");
  await expect
    .poll(() =>
      thread(page)
        .getByText(/^Delivered /)
        .count(),
    )
    .toBe(2);
  await expectAccessibleAtBothWidths(page);
  await context.close();
});

test("answers by mail stand in the thread with what they are; files are saved, quoted text is folded", async () => {
  const id = await fixture.submit({ name: "Ivy", email: "ivy@people.example" });
  const mail = {
    kind: "contact-receipt",
    recipient: "ivy@people.example",
    message_id: `<${id}@x.example>`,
    state: "sent",
  };
  const mails = fixture.service.from("mail_outbox").insert({ ...mail, contact_message_id: id });
  const { data: receipt } = await mails.select("id").single().throwOnError();
  const receive = async (answer: Record<string, unknown>) => {
    const fingerprint = (randomUUID() + randomUUID()).replaceAll("-", "");
    const notice = { to: "team@plumbline.example", message_id: `<${fingerprint}@x.example>`, subject: "S", text: "T" };
    const whole = { references: [], fingerprint, kind: "mail", sender: "ivy@people.example", ...answer };
    const received = await fixture.service.rpc("receive_answer", { mail: receipt.id, answer: whole, notice });
    return (received.data as { reply: string }).reply;
  };
  const reply = await receive({ text: "<script>alert(1)</script> Yes.\n\nOn Monday you wrote:\n> Is it?" });
  const file = { reply, file_name: "plan.html", file_type: "text/plain", file_size: 8, file: "\\x3c7363726970743e" };
  await fixture.service.rpc("store_answer_file", file).throwOnError();
  await receive({ text: "I am away.", kind: "automatic", sender: "robot@other.example" });

  const { page, context } = await fixture.openPage(fixture.maud, `/newsroom/messages?message=${id}`);
  await thread(page).getByText("<script>alert(1)</script> Yes.", { exact: true }).waitFor();
  expect(await thread(page).getByText("Is it?").isVisible()).toBe(false);
  await thread(page).getByText("Quoted text").click();
  await thread(page).getByText("> Is it?").waitFor();
  await thread(page).getByText("automatic answer").waitFor();
  await thread(page).getByText("from another address, robot@other.example").waitFor();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    thread(page).getByRole("button", { name: "plan.html" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("plan.html");
  expect(await readFile(await download.path(), "utf8")).toBe("<script>");
  await expect.poll(() => page.getByLabel("State").inputValue()).toBe("in_progress");
  await expectAccessibleAtBothWidths(page);
  await context.close();
});

test("two admins see that the other is writing; the second one sees the first reply and confirms", async () => {
  const id = await fixture.submit({ name: "Grace", email: "grace@people.example" });
  const { page: first, context } = await fixture.openPage(fixture.maud, `/newsroom/messages?message=${id}`);
  const { page: second, context: other } = await fixture.openPage(nell, `/newsroom/messages?message=${id}`);
  await replyField(first).fill("From Maud, first.");
  await second.getByText("maud@plumbline.example is also replying").waitFor();
  await replyField(second).fill("From Nell, second.");
  await first.getByText("nell@plumbline.example is also replying").waitFor();
  await send(first);
  await fixture.expectOneMail("From Maud, first.");

  await send(second);
  const question = second.getByRole("dialog", { name: "Somebody has answered meanwhile" });
  await question.getByText("From Maud, first.").waitFor();
  expect(fixture.countMails("From Nell, second.")).toBe(0);
  await question.getByRole("button", { name: "Keep as a draft" }).click();
  expect(await replyField(second).inputValue()).toBe("From Nell, second.");
  await send(second);
  await question.getByRole("button", { name: "Send mine too" }).click();
  await fixture.expectOneMail("From Nell, second.");
  await thread(first).getByText("From Nell, second.").waitFor();
  await context.close();
  await other.close();
});

test("a message gets a state and an assignee, by menu and by key, and is found in each view", async () => {
  const [id = ""] = await fixture.store({ name: "Stated", read_at: new Date().toISOString() });
  const { page, context } = await fixture.openPage(fixture.maud, `/newsroom/messages?message=${id}`);
  await page.getByLabel("State").selectOption("Won");
  await page.getByLabel("Assigned to").selectOption("nell@plumbline.example");
  await expect.poll(() => fixture.find(id)).toMatchObject({ state: "won", assignee: nell.id });
  const row = page.locator(".message-row", { hasText: "Stated" });
  await row.getByText("nell@plumbline.example").waitFor();
  await page.getByRole("button", { name: "Won 1" }).click();
  await row.getByText("Won", { exact: true }).waitFor();
  await row.getByRole("link").click();
  await page.getByRole("heading", { name: "Stated" }).waitFor();
  await page.keyboard.press("4");
  await expect.poll(() => fixture.find(id)).toMatchObject({ state: "lost", status: "inbox" });

  const { page: hers, context: other } = await fixture.openPage(nell, "/newsroom/messages?folder=mine");
  await hers.getByRole("link", { name: "Stated" }).waitFor();
  await hers.getByLabel("Search messages").fill("grace@people.example");
  await expect.poll(() => hers.locator(".message-row a").allTextContents()).toEqual(["Grace", "Grace"]);
  await context.close();
  await other.close();
});

test("a saved answer is filled in with the facts of the message", async () => {
  const text = "Moin {firstName}, about {service} ({reference}): thirty minutes.";
  const data = { title: "First call", text };
  const { error } = await fixture.service.from("entries").insert({ collection: "answers", key: "first-call", data });
  expect(error).toBeNull();
  const id = await fixture.submit({ name: "Grace Hopper", email: "grace@people.example", reference: "CALL0001" });
  const { page, context } = await fixture.openPage(fixture.maud, `/newsroom/messages?message=${id}`);
  await page.getByLabel("Saved answers").selectOption("First call");
  const filled = "Moin Grace, about Other (CALL0001): thirty minutes.";
  await expect.poll(() => replyField(page).inputValue()).toBe(filled);
  await send(page);
  await fixture.expectOneMail(filled);
  await page.getByRole("link", { name: "Other" }).first().waitFor();
  await context.close();
});

test("on a wide screen the first unread message opens by itself, and closing it keeps it closed", async () => {
  await fixture.store({ name: "Unread and first", created_at: "2099-01-01T00:00:00Z" });
  const { page, context } = await fixture.openPage(fixture.maud, "/newsroom/messages");
  await page.getByRole("heading", { name: "Unread and first" }).waitFor();
  await page.getByRole("button", { name: "Mark unread" }).click();
  await page.getByRole("article").waitFor({ state: "detached" });
  expect(page.url()).toBe(fixture.address);
  await context.close();
});

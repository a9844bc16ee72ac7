import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signIn } from "../../fixtures/auth/account.ts";
import { expectAccessibleAtBothWidths } from "../../fixtures/browser/accessibility.ts";
import { holdRequests } from "../../fixtures/browser/held-requests.ts";
import { createMessages, type MessagesFixture } from "../../fixtures/mail/messages.ts";

let fixture: MessagesFixture;
beforeAll(async () => {
  fixture = await createMessages();
});
afterAll(() => fixture.close());

test("notes save themselves and are there after a reload", async () => {
  const [id = ""] = await fixture.store({ notes: "Called." });
  const { page, context } = await fixture.openPage(fixture.maud, `/newsroom/messages?message=${id}`);
  const notes = page.getByLabel("Notes");
  expect(await notes.inputValue()).toBe("Called.");
  await notes.fill("Called twice.");
  await page.getByText("Saved.", { exact: true }).waitFor();
  expect(await fixture.find(id)).toMatchObject({ notes: "Called twice." });
  await page.reload();
  expect(await notes.inputValue()).toBe("Called twice.");
  await context.close();
});

test("notes written offline are stored locally, shown as unsaved, and saved once online", async () => {
  const [id = ""] = await fixture.store({});
  const { page, context } = await fixture.openPage(fixture.maud, `/newsroom/messages?message=${id}`);
  const notes = page.getByLabel("Notes");
  await notes.waitFor();
  await context.setOffline(true);
  await notes.fill("Written in a tunnel.");
  await page.getByText("Not saved yet. Your notes are kept in this browser").waitFor();
  await context.setOffline(false);
  await page.getByText("Saved.", { exact: true }).waitFor();
  expect(await fixture.find(id)).toMatchObject({ notes: "Written in a tunnel." });

  await context.setOffline(true);
  await notes.fill("Written before the tab was closed.");
  await page.getByText("Not saved yet.").waitFor();
  const second = await context.newPage();
  await page.close();
  await context.setOffline(false);
  await second.goto(`${fixture.address}?message=${id}`);
  await expect.poll(() => second.getByLabel("Notes").inputValue()).toBe("Written before the tab was closed.");
  await second.getByText("Saved.", { exact: true }).waitFor();
  expect(await fixture.find(id)).toMatchObject({ notes: "Written before the tab was closed." });
  await context.close();
});

test("a session ended elsewhere redirects to sign-in, and the notes are there afterwards", async () => {
  const [id = ""] = await fixture.store({ read_at: new Date().toISOString() });
  const reader = await fixture.addPerson("notes@plumbline.example", "admin");
  const { page, context } = await fixture.openAs(reader);
  const address = `${fixture.address}?message=${id}`;
  await page.goto(address);
  const notes = page.getByLabel("Notes");
  await notes.waitFor();
  await reader.backend.auth.signOut();
  await notes.fill("Call back on Monday.");
  await page.getByText("Your session has ended. Sign in to continue where you were.").waitFor();
  await signIn(page, reader);
  await page.waitForURL(address);
  expect(await notes.inputValue()).toBe("Call back on Monday.");
  await page.getByText("Saved.", { exact: true }).waitFor();
  expect(await fixture.find(id)).toMatchObject({ notes: "Call back on Monday." });
  await context.close();
});

test("the last changes are saved when the message is closed during a save", async () => {
  const [id = ""] = await fixture.store({ read_at: new Date().toISOString() });
  const { page, context } = await fixture.openPage(fixture.maud, `/newsroom/messages?message=${id}`);
  const notes = page.getByLabel("Notes");
  await notes.waitFor();
  const saves = await holdRequests(page, "**/rest/v1/contact_messages?*", "PATCH");
  await notes.fill("Called.");
  await expect.poll(saves.count).toBe(1);
  await notes.fill("Called. She will call back.");
  await page.getByRole("link", { name: "Back to the list" }).click();
  await page.getByRole("article").waitFor({ state: "detached" });
  saves.release();
  await expect.poll(() => fixture.find(id)).toMatchObject({ notes: "Called. She will call back." });
  const copies = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("notes:")));
  await expect.poll(copies).toEqual([]);
  await context.close();
});

test("changes that could not be saved are saved later, without duplicates", async () => {
  const [id = ""] = await fixture.store({ read_at: new Date().toISOString() });
  const { page, context } = await fixture.openPage(fixture.maud, `/newsroom/messages?message=${id}`);
  const notes = page.getByLabel("Notes");
  await notes.waitFor();
  const first = Promise.withResolvers<void>();
  let saves = 0;
  await page.route("**/rest/v1/contact_messages?*", async (route) => {
    if (route.request().method() !== "PATCH") return route.continue();
    saves += 1;
    if (saves > 1) return route.abort();
    await first.promise;
    return route.continue();
  });
  await notes.fill("Called.");
  await expect.poll(() => saves).toBe(1);
  await notes.fill("Called. She will call back.");
  await page.getByRole("link", { name: "Back to the list" }).click();
  await page.getByRole("article").waitFor({ state: "detached" });
  first.resolve();
  await expect.poll(() => saves).toBe(2);
  expect(await fixture.find(id)).toMatchObject({ notes: "Called." });

  await page.unrouteAll();
  await page.goto(`${fixture.address}?message=${id}`);
  await page.getByText("Saved.", { exact: true }).waitFor();
  expect(await notes.inputValue()).toBe("Called. She will call back.");
  expect(await fixture.find(id)).toMatchObject({ notes: "Called. She will call back." });
  await context.close();
});

test("two people who write at the same time lose nothing", async () => {
  const [id = ""] = await fixture.store({ notes: "Both saw this." });
  const { page, context } = await fixture.openPage(fixture.maud, `/newsroom/messages?message=${id}`);
  const notes = page.getByLabel("Notes");
  await notes.waitFor();
  await fixture.service.from("contact_messages").update({ notes: "Ines was quicker." }).eq("id", id);
  await notes.fill("Maud answered.");
  await page.getByText("Somebody else wrote here meanwhile").waitFor();
  expect(await notes.inputValue()).toBe("Ines was quicker.\n\nMaud answered.");
  expect(await fixture.find(id)).toMatchObject({ notes: "Ines was quicker.\n\nMaud answered." });
  await context.close();
});

test("erasing asks first, then removes the message and its mails for good", async () => {
  const id = await fixture.submit({ name: "Erased" });
  const { page, context } = await fixture.openPage(fixture.maud, `/newsroom/messages?message=${id}`);
  await page.getByRole("button", { name: "Erase" }).click();
  await page.getByRole("dialog").getByText("The message from Erased").waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  expect(await fixture.find(id)).toMatchObject({ name: "Erased" });
  await page.getByRole("button", { name: "Erase" }).click();
  await page.getByRole("button", { name: "Erase for good" }).click();
  await page.locator(".toast", { hasText: "The message, its replies and its emails are erased." }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Inbox");
  await page.getByRole("link", { name: "Erased" }).waitFor({ state: "detached" });
  expect(await fixture.find(id)).toBeNull();
  expect((await fixture.service.from("mail_outbox").select("id").eq("contact_message_id", id)).data).toEqual([]);
  expect((await fixture.service.from("mail_bodies").select("mail_id").eq("subject", `Message ${id}`)).data).toEqual([]);
  await context.close();
});

test("the export contains all pages of the filter, quoted, with formulas escaped", async () => {
  const old = (n: number) => new Date(Date.UTC(2002, 0, 1) - Math.floor(n / 3) * 1_000).toISOString();
  await fixture.store(...Array.from({ length: 1_001 }, (_, n) => ({ name: `Exported ${n}`, created_at: old(n) })), {
    name: '=Exported("x")',
    phone: "+1 555 0100",
    company: "@cmd",
    notes: "-2+3",
    message: 'She said "no",\r\nthen\nyes; é a;=cmd,=b\t+c\n@d;"=e; -f, x=y',
  });
  const { page, context } = await fixture.openPage(fixture.maud, "/newsroom/messages?q=exported");
  await page.getByText("1,002 messages").waitFor();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export as CSV" }).click(),
  ]);
  const today = await page.evaluate(() => {
    const now = new Date();
    return [now.getFullYear(), now.getMonth() + 1, now.getDate()]
      .map((part) => String(part).padStart(2, "0"))
      .join("-");
  });
  expect(download.suggestedFilename()).toBe(`messages-${today}.csv`);
  const csv = await readFile(await download.path(), "utf8");
  expect(
    csv.startsWith(
      "\uFEFFReference,Received,Name,Email,Phone,Company,Service,Message,Sent from,Job,Came from,Found us through,Own fields,Folder,State,Read,Notes\r\n",
    ),
  ).toBe(true);
  const [formula = "", ...rest] = csv
    .split("\r\n")
    .slice(1)
    .join("\r\n")
    .split(/\r\n(?=[\da-f-]{13},)/);
  expect(formula).toContain(
    `,"'=Exported(""x"")",ada@people.example,'+1 555 0100,'@cmd,Other,"She said ""no"",\r\nthen\nyes; é a;'=cmd,'=b\t'+c\n'@d;'""=e;' -f, x=y",/contact,,,,,inbox,new,,'-2+3`,
  );
  const names = rest.map((line) => line.split(",")[2]);
  expect(names).toHaveLength(1_001);
  expect(new Set(names)).toEqual(new Set(Array.from({ length: 1_001 }, (_, n) => `Exported ${n}`)));
  await context.close();
});

test("a banner says that mail is late, why, and leads to its message", async () => {
  const id = await fixture.submit({ name: "Late" });
  await fixture.expectOneMail(`Subject: Message ${id}`);
  const { page, context } = await fixture.openPage(fixture.maud, "/newsroom");
  const asked = page.waitForResponse("**/readyz");
  await page.evaluate(() => dispatchEvent(new Event("focus")));
  expect(await (await asked).json()).toMatchObject({ mail: "ok" });
  expect(await page.getByText("Email is late.").count()).toBe(0);

  const mail = { state: "failed", queued_at: "2026-02-03T12:00:00Z", last_error: "The line is cut." };
  await fixture.service.from("mail_outbox").update(mail).eq("contact_message_id", id);
  await page.evaluate(() => dispatchEvent(new Event("focus")));
  const banner = page.getByRole("alert").filter({ hasText: "Email is late." });
  await banner.getByText(/The oldest unsent one has been waiting since Feb \d, 2026, \d\d:\d\d\./).waitFor();
  expect(await banner.innerText()).toContain("The line is cut.");
  expect(await banner.evaluate(coversLine), "the line at two thirds does not cross its text").toBe(true);
  await banner.getByRole("link", { name: "Show its message" }).click();
  await page.getByRole("heading", { name: "Late" }).waitFor();
  await page.getByRole("button", { name: /^Send again/ }).click();
  await page.getByText(/^Delivered /).waitFor();
  await page.evaluate(() => dispatchEvent(new Event("focus")));
  await banner.waitFor({ state: "detached" });
  await context.close();
});

test("list, message and dialog are accessible at both widths", async () => {
  const long = {
    name: `Wide ${"W".repeat(100)}`,
    company: "C".repeat(160),
    message: "m".repeat(5_000),
    source: `/${"s".repeat(1_999)}`,
  };
  await fixture.store({ name: "Accessible" });
  const [id] = await fixture.store({ ...long, status: "quarantine", spam_reasons: ["links"] });
  await fixture.store({ ...long, name: "N".repeat(120) });
  const { page, context } = await fixture.openPage(fixture.maud, "/newsroom/messages");
  await page.getByRole("link", { name: "Accessible" }).first().waitFor();
  await expectAccessibleAtBothWidths(page, () => expectNothingCut(page));
  await page.goto(`${fixture.address}?folder=quarantine&message=${id}`);
  await page.getByText("No mail was written for this message.").waitFor();
  await expectAccessibleAtBothWidths(page, () => expectNothingCut(page));
  await openDialog(page);
  await expectAccessibleAtBothWidths(page);
  await page.goto(`${fixture.address}?folder=archive`);
  await page.getByRole("heading", { name: "Nothing here." }).waitFor();
  await expectAccessibleAtBothWidths(page);
  await context.close();
});

/** The page never scrolls sideways: what is too wide would be out of reach. */
async function expectNothingCut(page: Page): Promise<void> {
  const cut = await page
    .locator(".messages :is(h2, p, a, button, input, textarea, dd, li)")
    .evaluateAll((all) =>
      all.filter((one) => one.getBoundingClientRect().right > innerWidth).map((one) => one.outerHTML.slice(0, 80)),
    );
  expect(cut).toEqual([]);
}

async function openDialog(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Erase" }).click();
  await page.getByRole("dialog").waitFor();
}

/** Whether the element, and not the line of the panes around it, is painted where they meet. */
function coversLine(element: Element): boolean {
  const panes = element.closest(".two-panes");
  if (!panes) return false;
  const { top, height } = element.getBoundingClientRect();
  const line = panes.getBoundingClientRect().left + Number.parseFloat(getComputedStyle(panes, "::before").left);
  const painted = document.elementFromPoint(line + 0.5, top + height / 2);
  return element.contains(painted) && !getComputedStyle(element).backgroundColor.endsWith(", 0)");
}

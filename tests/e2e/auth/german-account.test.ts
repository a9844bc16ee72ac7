import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { shipped } from "../../../content/shipped.ts";
import {
  type AccountFixture,
  ADMIN,
  openAccountFixture,
  part,
  PASSWORD,
  totpCode,
} from "../../fixtures/auth/account.ts";
import { listenForComplaints } from "../../fixtures/browser/browser.ts";
import { seeToast } from "../../fixtures/browser/toast.ts";

let fixture: AccountFixture;

/** A site whose first language is German. */
beforeAll(async () => {
  fixture = await openAccountFixture();
  const admin = await fixture.actAs({ ...ADMIN, id: "" });
  const published = { collection: "languages", key: "main", data: { first: "de" } };
  await admin.from("entries").insert(published).throwOnError();
});
afterAll(() => fixture.close());

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

/** Words that German does not have. What the owner wrote stands in header and footer. */
const ENGLISH = /\b(you|your|the|password|email|code from|sign|signed|loading|please|error|success)\b/i;
async function expectGerman(page: Page) {
  await expect.poll(() => page.locator("main").innerText()).not.toMatch(ENGLISH);
  const spoken = await page.locator("main").ariaSnapshot();
  expect(spoken.split("\n").filter((line) => ENGLISH.test(line) && !line.includes("/url"))).toEqual([]);
}

async function signIn(page: Page, email: string, password: string) {
  await field(page, "E-Mail").fill(email);
  await field(page, "Passwort").fill(password);
  await button(page, "Anmelden").click();
}

describe("on a German site", () => {
  test.each(["", "?sign-up", "?forgotten", "?resend", "?token_hash=x&type=invite", "?token_hash=", "?new-password"])(
    "/auth%s is German, and hydrates quietly",
    async (query) => {
      const page = await fixture.visit("/auth");
      const complaints = listenForComplaints(page);
      await page.goto(`${fixture.site.url}/auth${query}`);
      await page.locator(".auth-column.hydrated h1").waitFor();
      await expectGerman(page);
      expect(await page.title()).toMatch(/^Anmelden \|/);
      expect(complaints).toEqual([]);
      await page.context().close();
    },
  );

  test("errors of the protocol are translated by their codes", async () => {
    const page = await fixture.visit("/auth");
    await signIn(page, "nobody@people.example", "not the password");
    await seeToast(page, "Fehler", "E-Mail-Adresse oder Passwort stimmen nicht.");
    await field(page, "E-Mail").fill("nobody@people");
    await button(page, "Anmelden").click();
    await page.getByText("Diese Adresse ist nicht vollständig.").waitFor();
    await page.context().close();
  });

  test("sign-up, its mail, and a new password by mail are German", async () => {
    const email = "nora@people.example";
    const page = await fixture.visit("/auth?sign-up");
    await heading(page, "Registrieren").waitFor();
    await field(page, "E-Mail").fill(email);
    await field(page, "Passwort").fill(PASSWORD);
    const request = page.waitForRequest((each) => each.url().includes("/auth/v1/signup"));
    await button(page, "Registrieren").first().click();
    expect((await request).postDataJSON()).toMatchObject({ data: { language: "de" } });
    await heading(page, "Noch ein Schritt").waitFor();
    await expectGerman(page);
    const confirmation = await fixture.mailbox.read(email);
    expect(confirmation.text).toContain("Der Link gilt einmal und eine Stunde lang");
    expect(confirmation.text).not.toMatch(ENGLISH);
    await page.goto(confirmation.link.href);
    await button(page, "Adresse bestätigen").click();
    await seeToast(page, "Erledigt", "Ihre Adresse ist bestätigt. Willkommen.");

    await fixture.forgetLimits();
    const other = await fixture.visit("/auth?forgotten");
    await field(other, "E-Mail").fill(email);
    await button(other, "Link senden").click();
    const recovery = await fixture.mailbox.read(email);
    expect(recovery.text).toContain("möchte ein neues Passwort");
    expect(recovery.text).not.toMatch(ENGLISH);
    await other.getByText("Wir haben an").waitFor();
    await expectGerman(other);
    await Promise.all([page, other].map((each) => each.context().close()));
  });

  test("the account, its questions and its mails are German", async () => {
    const person = await fixture.addPerson();
    const page = await fixture.visit("/account");
    await page.getByText("Bitte melden Sie sich an, um fortzufahren.").waitFor();
    await signIn(page, person.email, person.password);
    await part(page, "Wo Sie angemeldet sind").getByText("Dieses Gerät").waitFor();
    await expectGerman(page);
    expect(await page.title()).toMatch(/^Ihr Konto \|/);

    await button(page, "Einrichten").click();
    const secret = (await page.locator(".secret").innerText()).replaceAll(" ", "");
    await field(page, "Code, den die App zeigt").fill(totpCode(secret));
    await button(page, "Einschalten").click();
    await button(page, "Ich habe sie aufbewahrt").waitFor();
    await expectGerman(page);
    await button(page, "Ich habe sie aufbewahrt").click();
    await page.getByText("10 Wiederherstellungscodes sind übrig.").waitFor();
    for (const text of ["Authenticator-App", "Wiederherstellungscodes erstellt"]) {
      const { text: mail } = await fixture.mailbox.read(person.email);
      expect(mail).toContain(text);
      expect(mail).not.toMatch(ENGLISH);
    }

    await field(page, "Ihre E-Mail-Adresse zur Bestätigung").fill(person.email);
    await button(page, "Konto löschen").click();
    await expectGerman(page);
    await button(page, "Endgültig löschen").click();
    await seeToast(page, "Erledigt", "Ihr Konto ist gelöscht.");
    expect((await fixture.mailbox.read(person.email)).text).toContain("Dies ist die letzte E-Mail dazu.");
    await page.context().close();
  });
});

test("in the second language, mails, their links and what follows stay in it", async () => {
  const admin = await fixture.actAs({ ...ADMIN, id: "" });
  const needed = ["identity", "navigation", "footer", "page-home", "closing"] as const;
  const english = needed.map((collection) => ({ collection, key: "main", locale: "en", data: shipped[collection] }));
  await admin.from("entries").insert(english).throwOnError();
  const data = { first: "de", others: [{ tag: "en", public: "yes" }] };
  await admin.from("entries").update({ data }).match({ collection: "languages" }).throwOnError();

  const email = "olive@people.example";
  const page = await fixture.visit("/en/auth?sign-up&next=%2Faccount");
  await field(page, "Email").fill(email);
  await field(page, "Password").fill(PASSWORD);
  await button(page, "Sign Up").first().click();
  const { link } = await fixture.mailbox.read(email);
  expect([link.pathname, link.searchParams.get("next")]).toEqual(["/en/auth", "/account"]);
  await page.goto(link.href);
  await button(page, "Confirm Address").click();
  await page.waitForURL(`${fixture.site.url}/en/account`);
  await part(page, "Where you are signed in").getByText("This device").waitFor();

  await fixture.forgetLimits();
  const other = await fixture.visit("/auth?forgotten");
  await field(other, "E-Mail").fill(email);
  await button(other, "Link senden").click();
  expect((await fixture.mailbox.read(email)).link.pathname).toBe("/auth");
  await Promise.all([page, other].map((each) => each.context().close()));
});

import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type AuthFixture,
  createAuthFixture,
  createPerson,
  newEmail,
  PASSWORD,
  SITE,
  signIn,
} from "../../../tests/fixtures/auth/auth.ts";

let english: AuthFixture;
let german: AuthFixture;
/** English first, German second. */
let both: AuthFixture;
beforeAll(async () => {
  [english, german, both] = await Promise.all([
    createAuthFixture(),
    createAuthFixture({ siteLanguage: "de" }),
    createAuthFixture({ locales: ["", "de"] }),
  ]);
});
afterAll(() => Promise.all([english, german, both].map((fixture) => fixture.close())));

const GERMAN = /<html lang="de">/;
const ENGLISH = /<html lang="en">/;

test.each([
  { page: "de", subject: "Ihr neues Passwort für {name}" },
  { page: "de-AT", subject: "Ihr neues Passwort für {name}" },
  { page: "en", subject: "Choose a new password for {name}" },
  { page: undefined, subject: "Choose a new password for {name}" },
  { page: "</html>", subject: "Choose a new password for {name}" },
])("a new password asked for on a page in $page is mailed as $subject", async ({ page, subject }) => {
  const { email } = await createPerson(english);
  const browser = english.browser(page === undefined ? {} : { language: page });
  expect((await browser.auth.resetPasswordForEmail(email)).error).toBeNull();
  const { mail, tokenHash } = english.mailTo(email);
  expect(mail.subject).toBe(subject);
  // The link works in every language.
  const verified = await browser.auth.verifyOtp({ token_hash: tokenHash, type: "recovery" });
  expect(verified.data.session).not.toBeNull();
});

test("sign-up, its repetition, the code and the notices of an account are in the language of the page", async () => {
  const email = newEmail();
  const browser = english.browser({ language: "de" });
  await browser.auth.signUp({ email, password: PASSWORD, options: { data: { language: "de" } } });
  expect(english.mailTo(email).mail).toMatchObject({ subject: "Bitte bestätigen Sie Ihre Adresse für {name}" });
  english.advance(61_000);
  await browser.auth.resend({ type: "signup", email });
  const { mail, tokenHash } = english.mailTo(email);
  expect(mail.html).toMatch(GERMAN);
  await browser.auth.verifyOtp({ token_hash: tokenHash, type: "signup" });
  english.advance(61_000);
  await english.browser({ language: "de" }).auth.signUp({ email, password: PASSWORD });
  expect(english.mailTo(email).mail).toMatchObject({ subject: "Sie haben bereits ein Konto bei {name}" });
  english.advance(61_000);
  await browser.auth.reauthenticate();
  expect(english.mailTo(email).mail.subject).toBe("Ihr Bestätigungscode für {name}");
  english.advance(61_000);
  const other = newEmail();
  await browser.auth.updateUser({ email: other });
  expect(english.mailTo(other).mail.html).toMatch(GERMAN);
  expect(english.mailTo(email).mail.html).toMatch(GERMAN);
});

test.each([
  { page: "de", link: `${SITE}/de/auth` },
  { page: "de-AT", link: `${SITE}/de/auth` },
  { page: "en", link: `${SITE}/auth` },
  { page: "fr", link: `${SITE}/auth` },
])("on a site in two languages, links in the mails of a page in $page lead to $link", async ({ page, link }) => {
  const email = newEmail();
  const browser = both.browser({ language: page });
  const emailRedirectTo = `${link.replace("auth", "account")}?tab=1`;
  await browser.auth.signUp({ email, password: PASSWORD, options: { emailRedirectTo } });
  const linkOf = (to: string) => new URL(/http\S+/.exec(both.mailTo(to).mail.text)?.[0] ?? "");
  const confirmation = linkOf(email);
  expect(confirmation.origin + confirmation.pathname).toBe(link);
  expect(confirmation.searchParams.get("next")).toBe("/account?tab=1");
  await browser.auth.verifyOtp({ token_hash: both.mailTo(email).tokenHash, type: "signup" });
  both.advance(61_000);
  await both.browser({ language: page }).auth.signUp({ email, password: PASSWORD });
  expect(linkOf(email).href, "accountExists").toBe(link);
  const person = await createPerson(both);
  await browser.auth.signInWithPassword({ email: person.email, password: PASSWORD });
  expect((await browser.auth.updateUser({ password: "another long password" })).error).toBeNull();
  expect(linkOf(person.email).href, "passwordChanged").toBe(`${link}?forgotten`);
});

test("the address that another client gives is kept on a site in two languages", async () => {
  const { email } = await createPerson(both);
  const redirectTo = "https://partner.example/welcome";
  await both.browser({ language: "de" }).auth.resetPasswordForEmail(email, { redirectTo });
  const { tokenHash } = both.mailTo(email);
  const verified = await both.send(
    `/verify?${new URLSearchParams({ token: tokenHash, type: "recovery", redirect_to: redirectTo })}`,
    {
      redirect: "manual",
    },
  );
  expect(verified.headers.get("location")).toMatch(/^https:\/\/partner\.example\/welcome#access_token=/);
});

test("what somebody else causes is in the language that the account has kept", async () => {
  const email = newEmail();
  const data = { language: "de" };
  const invited = await english.service.auth.admin.inviteUserByEmail(email, { data });
  expect(invited.data.user?.user_metadata).toMatchObject(data);
  expect(english.mailTo(email).mail.subject).toBe("Ihre Einladung zu {name}");
  await english.browser().auth.resetPasswordForEmail(email);
  expect(english.mailTo(email).mail.html).toMatch(GERMAN);
  english.advance(61_000);
  await english.browser({ language: "en" }).auth.resetPasswordForEmail(email);
  expect(english.mailTo(email).mail.html, "the page counts more").toMatch(ENGLISH);
});

test("without a page and without a kept language, the first language of the site counts", async () => {
  const { email } = await createPerson(german);
  const browser = await signIn(german, email);
  expect((await browser.auth.updateUser({ password: "another long password" })).error).toBeNull();
  expect(german.mailTo(email).mail.subject).toBe("Ihr Passwort für {name} wurde geändert");
  for (const language of [7, "", "<b>", "deutsch"]) {
    const odd = newEmail();
    await german.browser().auth.signUp({ email: odd, password: PASSWORD, options: { data: { language } } });
    expect(german.mailTo(odd).mail.html, String(language)).toMatch(GERMAN);
  }
});

test("errors stay as clients compare them", async () => {
  const { error } = await english.browser({ language: "de" }).auth.signInWithPassword({
    email: newEmail(),
    password: PASSWORD,
  });
  expect(error).toMatchObject({ code: "invalid_credentials", message: "Invalid login credentials" });
});

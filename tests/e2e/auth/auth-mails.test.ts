import type { Page, Request } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AccountFixture, ADMIN, openAccountFixture, part, PASSWORD, signIn } from "../../fixtures/auth/account.ts";
import { expectAccessible, ON_A_PHONE } from "../../fixtures/browser/accessibility.ts";
import { seeToast } from "../../fixtures/browser/toast.ts";

let fixture: AccountFixture;

beforeAll(async () => {
  fixture = await openAccountFixture();
});
afterAll(() => fixture.close());

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });
const email = (page: Page) => page.getByLabel("Email", { exact: true });

/** The mailed link, opened in a browser without a session. */
const follow = async ({ link }: { link: URL }, options = {}) => fixture.visit(link.pathname + link.search, options);

describe("signing up", () => {
  test("brings a mail, whose link asks before it confirms, and leads to where one wanted to go", async () => {
    const page = await fixture.visit("/account");
    await button(page, "Sign up").click();
    await heading(page, "Sign up").waitFor();
    const password = page.getByLabel("Password", { exact: true });
    expect(await password.getAttribute("autocomplete")).toBe("new-password");
    await email(page).fill("new@people.example");
    await password.fill(PASSWORD);
    await button(page, "Sign Up").click();
    await seeToast(page, "Success", "Account created successfully! Please check your email for verification.");
    await heading(page, "One more step").waitFor();
    await page.getByText("We have sent a mail to new@people.example.").waitFor();

    const mail = await fixture.mailbox.read("new@people.example");
    await page.goto(mail.link.href);
    await heading(page, "Confirm your address").waitFor();
    await button(page, "Confirm Address").click();
    await page.waitForURL(`${fixture.site.url}/account`);
    await page.getByText("Logged in as: new@people.example").waitFor();
    await page.context().close();
  });

  test("keeps what was typed when sign-in turns into sign-up and back", async () => {
    const page = await fixture.visit("/auth");
    await email(page).fill("kept@people.example");
    await button(page, "Sign up").click();
    expect(await email(page).inputValue()).toBe("kept@people.example");
    await page.getByText("Already have an account?").waitFor();
    await button(page, "Sign in").click();
    await page.getByText("No account yet?").waitFor();
    expect(await email(page).inputValue()).toBe("kept@people.example");
    await page.context().close();
  });

  test("says when the link can be sent again", async () => {
    const page = await fixture.visit("/auth?sign-up");
    await heading(page, "Sign up").waitFor();
    await email(page).fill("again@people.example");
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await button(page, "Sign Up").click();
    await button(page, "Send It Again").click();
    await seeToast(page, "Error", "For security purposes, you can only request this after");
    await button(page, "Back to sign in").click();
    await heading(page, "Sign in").waitFor();
    await page.context().close();
  });

  test("without confirming: signing in tells nobody so, and everybody can have the link again", async () => {
    const unconfirmed = { email: "unconfirmed@people.example", password: PASSWORD };
    await fixture.service.auth.admin.createUser(unconfirmed);
    const page = await fixture.visit("/auth");
    await signIn(page, unconfirmed);
    await seeToast(page, "Error", "Invalid login credentials");
    expect(await page.getByText("confirm your address first").count()).toBe(0);
    await page.getByRole("link", { name: "Confirm your address" }).click();
    await heading(page, "Confirm your address").waitFor();
    await email(page).fill(unconfirmed.email);
    await button(page, "Send Link").click();
    await page.getByText("a new link is on its way").waitFor();

    const opened = await follow(await fixture.mailbox.read(unconfirmed.email));
    await button(opened, "Confirm Address").click();
    await opened.waitForURL(`${fixture.site.url}/`);
    await opened.getByText(`Logged in as: ${unconfirmed.email}`).waitFor();
    await opened.context().close();
    await page.context().close();
  });
});

describe("a forgotten password", () => {
  test("is replaced through the mailed link, survives a reload on the way, and ends the other sessions", async () => {
    const person = await fixture.addPerson();
    const elsewhere = await fixture.actAs(person);
    const page = await fixture.visit("/auth", ON_A_PHONE);
    await page.getByRole("link", { name: "Forgot your password?" }).click();
    await heading(page, "Forgot your password?").waitFor();
    await email(page).fill(person.email);
    await button(page, "Send Link").click();
    await page.getByText("If this address has an account, a link is on its way.").waitFor();
    await expectAccessible(page);

    const mail = await fixture.mailbox.read(person.email);
    const opened = await follow(mail, ON_A_PHONE);
    await heading(opened, "Choose a new password").waitFor();
    await expectAccessible(opened);
    await button(opened, "Continue").click();
    await heading(opened, "New password").waitFor();
    expect(opened.url()).toBe(`${fixture.site.url}/auth?new-password`);
    await opened.reload();
    await heading(opened, "New password").waitFor();
    const field = opened.getByLabel("New password", { exact: true });
    expect(await field.getAttribute("autocomplete")).toBe("new-password");

    await button(opened, "Save Password").click();
    await opened.getByText("Please choose a password.").waitFor();
    await field.fill("short");
    await button(opened, "Save Password").click();
    await seeToast(opened, "Error", "Password should be at least 8 characters.");
    expect(await field.getAttribute("aria-invalid")).toBe("true");
    await expectAccessible(opened);
    await field.fill("entirely-new-8");
    await button(opened, "Save Password").click();
    await seeToast(opened, "Success", "Your new password is saved.");
    await opened.waitForURL(`${fixture.site.url}/`);

    expect((await elsewhere.auth.getUser()).error?.name).toBe("AuthSessionMissingError");
    await fixture.actAs({ ...person, password: "entirely-new-8" });
    await opened.context().close();
    await page.context().close();
  });

  test("looks the same for an address that nobody has", async () => {
    const page = await fixture.visit("/auth?forgotten");
    await email(page).fill("nobody@people.example");
    await button(page, "Send Link").click();
    await page.getByText("If this address has an account, a link is on its way.").waitFor();
    expect(fixture.mailbox.recipients).not.toContain("nobody@people.example");
    await page.context().close();
  });

  test.each(["recovery", "signup"] as const)("a used or invented %s link leads to a new one", async (type) => {
    const page = await fixture.visit(`/auth?token_hash=${"0".repeat(64)}&type=${type}`);
    await button(page, type === "signup" ? "Confirm Address" : "Continue").click();
    await heading(page, "This link no longer works").waitFor();
    await page.getByRole("link", { name: type === "signup" ? "New Confirmation Link" : "New Password Link" }).click();
    await email(page).waitFor();
    await button(page, "Send Link").waitFor();
    await page.context().close();
  });
});

describe("the code in a mail takes the place of its link", () => {
  const code = (page: Page) => page.getByLabel("Code from the email", { exact: true });

  test("after signing up, and keeps the password that was chosen", async () => {
    const page = await fixture.visit("/auth?sign-up&next=/about", ON_A_PHONE);
    await email(page).fill("by-code@people.example");
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await button(page, "Sign Up").click();
    await heading(page, "One more step").waitFor();
    await expectAccessible(page);
    const mail = await fixture.mailbox.read("by-code@people.example");
    await code(page).fill("12");
    await button(page, "Continue").click();
    await page.getByText("The code has six digits.").waitFor();
    await code(page).fill(mail.code === "000000" ? "000001" : "000000");
    await button(page, "Continue").click();
    await page.getByText("This code is not right, or older than ten minutes.").waitFor();
    await code(page).fill(`${mail.code.slice(0, 3)} ${mail.code.slice(3)}`);
    await button(page, "Continue").click();
    await seeToast(page, "Success", "Your address is confirmed. Welcome.");
    await page.waitForURL(`${fixture.site.url}/about`);
    await page.getByText("Logged in as: by-code@people.example").waitFor();
    await page.context().close();
  });

  test("for a forgotten password, also in a browser that did not ask for the mail", async () => {
    const person = await fixture.addPerson();
    const page = await fixture.visit("/auth?forgotten");
    await email(page).fill(person.email);
    await button(page, "Send Link").click();
    const mail = await fixture.mailbox.read(person.email);
    await code(page).waitFor();
    await expectAccessible(page);

    const other = await fixture.visit("/auth?forgotten");
    await button(other, "Enter the code from the mail").click();
    await email(other).fill(person.email);
    await code(other).fill(mail.code);
    await expectAccessible(other);
    await button(other, "Continue").click();
    await heading(other, "New password").waitFor();
    await other.getByLabel("New password", { exact: true }).fill("entirely-new-9");
    await button(other, "Save Password").click();
    await other.waitForURL(`${fixture.site.url}/`);
    await fixture.actAs({ ...person, password: "entirely-new-9" });
    await other.context().close();
    await page.context().close();
  });

  test("for an address that still has to be confirmed, and of a mailed sign-in", async () => {
    const unconfirmed = { email: "by-second-code@people.example", password: PASSWORD };
    await fixture.service.auth.admin.createUser(unconfirmed);
    const page = await fixture.visit("/auth?resend");
    await email(page).fill(unconfirmed.email);
    await button(page, "Send Link").click();
    await code(page).fill((await fixture.mailbox.read(unconfirmed.email)).code);
    await button(page, "Continue").click();
    await page.getByText(`Logged in as: ${unconfirmed.email}`).waitFor();
    await page.context().close();

    const person = await fixture.addPerson();
    await fixture.anonymous().auth.signInWithOtp({ email: person.email });
    const other = await fixture.visit("/auth?resend");
    await button(other, "Enter the code from the mail").click();
    await email(other).fill(person.email);
    await code(other).fill((await fixture.mailbox.read(person.email)).code);
    await button(other, "Continue").click();
    await other.getByText(`Logged in as: ${person.email}`).waitFor();
    await other.context().close();
  });

  test("for a change of address, in both mailboxes", async () => {
    const person = await fixture.addPerson();
    const next = "moved-by-code@people.example";
    const page = await fixture.openAccount(person, ON_A_PHONE);
    const section = part(page, "Email address");
    await section.getByLabel("New email address", { exact: true }).fill(next);
    await button(page, "Change Address").click();
    for (const address of [next, person.email]) {
      const mail = await fixture.mailbox.read(address);
      await section.getByLabel(`Code from the email to ${address}`).fill(mail.code);
      await expectAccessible(page);
      await section
        .getByRole("form", { name: `Code for ${address}` })
        .getByRole("button", { name: "Confirm" })
        .click();
      if (address === next) await section.getByText(`${address} is confirmed. Now the other address.`).waitFor();
    }
    await seeToast(page, "Success", "Your address is changed.");
    await page.getByText(`Logged in as: ${next}`).waitFor();
    expect(await section.getByText("Code from the email").count()).toBe(0);
    await page.context().close();
  });
});

test("a used link that the backend follows itself ends on the screen that says so", async () => {
  const page = await fixture.visit(`/auth/v1/verify?token=used&type=recovery&redirect_to=${fixture.site.url}`);
  await heading(page, "This link no longer works").waitFor();
  expect(new URL(page.url()).pathname).toBe("/auth");
  await page.context().close();
});

const FINISHED = {
  signup: ["Confirm Address", "/"],
  invite: ["Accept Invitation", "/auth?new-password"],
  magiclink: ["Sign In", "/"],
  recovery: ["Continue", "/auth?new-password"],
  email_change_current: ["Confirm Address", "Halfway there"],
  email_change_new: ["Confirm Address", "Halfway there"],
} as const;

test.each(Object.entries(FINISHED))("a generated %s link leads to the screen that finishes it", async (type, done) => {
  const known = await fixture.addPerson();
  const isNew = type === "signup" || type === "invite";
  const { data, error } = await fixture.service.auth.admin.generateLink({
    type: type as "recovery",
    email: isNew ? `fresh-${type}@people.example` : known.email,
    ...({ password: PASSWORD, newEmail: `${type.replaceAll("_", "-")}@people.example` } as object),
  });
  expect(error).toBeNull();
  const { pathname, search } = new URL(data.properties?.action_link ?? "");
  const page = await fixture.visit(pathname + search);
  const [action, end] = done;
  await page.getByRole("main").getByRole("button", { name: action, exact: true }).click();
  if (end.startsWith("/")) await page.waitForURL(fixture.site.url + end);
  else await heading(page, end).waitFor();
  await page.context().close();
});

describe("a link's secret", () => {
  test("stands in no log line, no cache key, no referrer and, once used, no history", async () => {
    const person = await fixture.addPerson();
    const { data } = await fixture.service.auth.admin.generateLink({ type: "magiclink", email: person.email });
    const secret = data.properties?.hashed_token ?? "";
    const page = await fixture.visit("/about");
    const referrers: (string | undefined)[] = [];
    // A request that the page has left behind tells no more.
    const read = (request: Request) =>
      request.allHeaders().then(
        ({ referer }) => void referrers.push(referer),
        () => {},
      );
    page.on("request", (request) => void read(request));
    await page.goto(`${fixture.site.url}/auth?token_hash=${secret}&type=magiclink&next=//elsewhere.example`);
    await page.getByRole("main").getByRole("button", { name: "Sign In", exact: true }).click();
    await page.waitForURL(`${fixture.site.url}/`);
    await seeToast(page, "Success", "Logged in successfully!");
    await page.goBack();
    await page.waitForURL(`${fixture.site.url}/about`);
    expect(referrers.join(" ")).not.toContain(secret);
    expect(fixture.site.log.join("\n")).toContain('"path":"/auth"');
    expect(fixture.site.log.join("\n")).not.toContain(secret);
    await page.context().close();
  });

  test.each(["https://elsewhere.example/", "//elsewhere.example", "/\\elsewhere.example", "javascript:alert(1)"])(
    "a link that would lead to %s leads home",
    async (next) => {
      const { data } = await fixture.service.auth.admin.generateLink({ type: "magiclink", email: ADMIN.email });
      const query = new URLSearchParams({ token_hash: data.properties?.hashed_token ?? "", type: "magiclink", next });
      const page = await fixture.visit(`/auth?${query}`);
      await heading(page, "Sign in by email").waitFor();
      await page.getByRole("main").getByRole("button", { name: "Sign In", exact: true }).click();
      await page.waitForURL(`${fixture.site.url}/`);
      await page.context().close();
    },
  );
});

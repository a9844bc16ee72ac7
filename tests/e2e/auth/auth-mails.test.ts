import type { Page, Request } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AccountFixture, ADMIN, openAccountFixture, PASSWORD, signIn } from "../../fixtures/auth/account.ts";
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

  test("without confirming: signing in tells nobody so, but how to confirm, and offers the link again", async () => {
    const unconfirmed = { email: "unconfirmed@people.example", password: PASSWORD };
    await fixture.service.auth.admin.createUser(unconfirmed);
    const page = await fixture.visit("/auth");
    await signIn(page, unconfirmed);
    await seeToast(page, "Error", "Invalid login credentials");
    await page.getByText("Have you just signed up? Then confirm your address first").waitFor();
    await page.getByRole("link", { name: "Send the link again" }).click();
    await heading(page, "Confirm your address").waitFor();
    expect(await email(page).inputValue()).toBe(unconfirmed.email);
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

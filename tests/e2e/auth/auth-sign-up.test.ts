import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AccountFixture, ADMIN, openAccountFixture, PASSWORD, signIn } from "../../fixtures/auth/account.ts";
import { expectAccessible } from "../../fixtures/browser/accessibility.ts";
import { seeToast } from "../../fixtures/browser/toast.ts";
import { spawnSite } from "../../fixtures/site/built-site.ts";

let fixture: AccountFixture;

beforeAll(async () => {
  fixture = await openAccountFixture();
});
afterAll(() => fixture.close());

const ADMIN_PERSON = { id: "", ...ADMIN };
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });
const password = (page: Page) => page.getByLabel("Password", { exact: true });
const isHydrated = () => "__reactRouterDataRouter" in globalThis;

async function signUp(email: string): Promise<Page> {
  const page = await fixture.visit("/auth?sign-up");
  await heading(page, "Sign up").waitFor();
  await page.getByLabel("Email", { exact: true }).fill(email);
  await password(page).fill(PASSWORD);
  await button(page, "Sign Up").click();
  await heading(page, "One more step").waitFor();
  return page;
}

describe("the password of a new account", () => {
  test("is the one of the browser that confirms, whoever has signed up with the address since", async () => {
    const email = "victim@people.example";
    const page = await signUp(email);
    await fixture.mailbox.read(email);
    await fixture.forgetLimits();
    const attack = { email, password: "of an attacker 1" };
    expect((await fixture.anonymous().auth.signUp(attack)).error).toBeNull();
    const { link } = await fixture.mailbox.read(email);
    await page.goto(link.href);
    await button(page, "Confirm Address").click();
    await page.waitForURL(`${fixture.site.url}/`);
    await page.getByText(`Logged in as: ${email}`).waitFor();
    await fixture.actAs({ id: "", email, password: PASSWORD });
    expect((await fixture.anonymous().auth.signInWithPassword(attack)).error?.code).toBe("invalid_credentials");
    await page.context().close();
  });

  test("is chosen anew where another browser confirms, and no mail says that it was changed", async () => {
    const email = "elsewhere@people.example";
    const page = await signUp(email);
    const { link } = await fixture.mailbox.read(email);
    const other = await fixture.visit(link.pathname + link.search);
    await button(other, "Confirm Address").click();
    await seeToast(other, "Success", "Your address is confirmed. Now choose a password.");
    await heading(other, "New password").waitFor();
    await other.getByLabel("New password", { exact: true }).fill("entirely-new-8");
    await button(other, "Save Password").click();
    await other.waitForURL(`${fixture.site.url}/`);
    await fixture.actAs({ id: "", email, password: "entirely-new-8" });
    expect((await fixture.anonymous().auth.signInWithPassword({ email, password: PASSWORD })).error?.code).toBe(
      "invalid_credentials",
    );
    const { data } = await fixture.service.from("mail_outbox").select("kind").eq("recipient", email);
    expect(data).toEqual([{ kind: "auth-signup" }]);
    await other.context().close();
    await page.context().close();
  });

  test("is asked for with its least length, and an error stands at the field and in the toast", async () => {
    const page = await fixture.visit("/auth?sign-up");
    await heading(page, "Sign up").waitFor();
    expect(await describedBy(page)).toBe("At least 8 characters.");
    await page.getByLabel("Email", { exact: true }).fill("short@people.example");
    await password(page).fill("short");
    await button(page, "Sign Up").click();
    await seeToast(page, "Error", "Password should be at least 8 characters.");
    expect(await describedBy(page)).toBe("Password should be at least 8 characters. At least 8 characters.");
    expect(await password(page).getAttribute("aria-invalid")).toBe("true");
    await expectAccessible(page);
    await page.context().close();
  });
});

test("what a browser keeps of a sign-up is not taken for a session", async () => {
  const page = await signUp("waiting@people.example");
  const kept = await page.evaluate(() => Object.keys(localStorage));
  expect(kept.filter((key) => key.endsWith("-code-verifier")).length).toBeGreaterThan(0);
  await page.goto(`${fixture.site.url}/about`);
  await page.waitForLoadState("networkidle");
  expect(await page.evaluate(isHydrated), "nobody is signed in, so nothing is to be loaded").toBe(false);
  await page.goto(`${fixture.site.url}/account`);
  await page.waitForURL(`${fixture.site.url}/auth?next=%2Faccount`);
  await heading(page, "Sign in").waitFor();
  await page.context().close();
});

describe("tokens in the address's hash", () => {
  test("are not read where the site is its own backend", async () => {
    const hash = await tokensOf(await fixture.addPerson());
    const page = await fixture.visit(`/auth#${hash}`);
    await heading(page, "Sign in").waitFor();
    await signIn(page, ADMIN);
    await page.getByText(`Logged in as: ${ADMIN.email}`).waitFor();
    for (const path of ["/about", "/auth"]) {
      await page.goto("about:blank");
      await page.goto(`${fixture.site.url}${path}#${hash}`);
      await page.getByText(`Logged in as: ${ADMIN.email}`).waitFor();
    }
    await page.context().close();
  });

  test("of Supabase's mails sign in only after a question, and lead on to the password", async () => {
    const keys = await fixture.site.readKeys();
    const remote = await spawnSite({
      SUPABASE_URL: fixture.site.url,
      SUPABASE_ANON_KEY: keys.anonKey,
      SUPABASE_SERVICE_ROLE_KEY: keys.serviceRoleKey,
    });
    try {
      const invited = await fixture.addPerson();
      const hash = await tokensOf(invited);
      // A header of the tests' own would make every request to another origin ask first, and be refused.
      const page = await fixture.visit("/", { extraHTTPHeaders: {} });
      await page.goto(`${remote.url}/auth`);
      await signIn(page, ADMIN);
      await page.getByText(`Logged in as: ${ADMIN.email}`).waitFor();
      await page.goto("about:blank");
      await page.goto(`${remote.url}/about#${hash}`);
      await heading(page, `Sign in as ${invited.email}?`).waitFor();
      await page.getByText(`You are signed in as ${ADMIN.email}, which ends here.`).waitFor();
      await expectAccessible(page);
      expect(await page.getByText("more than two minutes ago").count()).toBe(0);
      await page.getByRole("link", { name: "No, leave everything as it is" }).click();
      await page.waitForURL(`${remote.url}/`);
      await page.getByText(`Logged in as: ${ADMIN.email}`).waitFor();

      await page.goto("about:blank");
      const said: string[] = [];
      page.on("console", (message) => said.push(message.text()));
      await page.clock.setFixedTime(Date.now() + 121_000);
      await page.goto(`${remote.url}/auth#${hash}`);
      await page.getByText("It was opened more than two minutes ago, so this address may be an old copy.").waitFor();
      await page.getByRole("main").getByRole("button", { name: "Sign In", exact: true }).click();
      await heading(page, "New password").waitFor();
      expect(page.url()).toBe(`${remote.url}/auth?new-password`);
      await page.getByText(`Logged in as: ${invited.email}`).waitFor();
      expect(said).toEqual([]);
      await page.context().close();
    } finally {
      await remote.stop();
    }
  });
});

test("without confirmation of the address, signing up says the same and signs in", async () => {
  const site = await spawnSite({ AUTH_AUTOCONFIRM: "1" });
  try {
    const page = await fixture.visit("/");
    await page.goto(`${site.url}/auth?sign-up`);
    await heading(page, "Sign up").waitFor();
    await page.getByLabel("Email", { exact: true }).fill("direct@people.example");
    await password(page).fill(PASSWORD);
    await button(page, "Sign Up").click();
    await seeToast(page, "Success", "Account created successfully! Please check your email for verification.");
    await page.waitForURL(`${site.url}/`);
    await page.getByText("Logged in as: direct@people.example").waitFor();
    await page.context().close();
  } finally {
    await site.stop();
  }
});

test("somebody with an account accepts the role they are offered by the mailed link, signed in as who was meant", async () => {
  const [person, other] = [await fixture.addPerson(), await fixture.addPerson()];
  const { data } = await (await fixture.actAs(ADMIN_PERSON)).auth.getSession();
  const invited = await fetch(`${fixture.site.url}/newsroom/invite`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${data.session?.access_token}` },
    body: JSON.stringify({ email: person.email, role: "admin" }),
  });
  expect(invited.status).toBe(200);
  const { link } = await fixture.mailbox.read(person.email);

  const stranger = await fixture.visit(link.pathname + link.search);
  await signIn(stranger, other);
  await heading(stranger, "You are invited").waitFor();
  await button(stranger, "Accept Invitation").click();
  await heading(stranger, "This invitation no longer works").waitFor();
  await stranger.getByText(`You are signed in as ${other.email}.`).waitFor();
  await stranger.context().close();

  const page = await fixture.visit(link.pathname + link.search);
  await signIn(page, person);
  await heading(page, "You are invited").waitFor();
  await expectAccessible(page);
  await button(page, "Accept Invitation").click();
  await seeToast(page, "Success", "You are an administrator now.");
  await page.waitForURL(`${fixture.site.url}/newsroom`);
  await page.getByRole("navigation", { name: "Newsroom" }).getByText("Admin", { exact: true }).waitFor();
  expect((await (await fixture.actAs(person)).rpc("is_admin")).data).toBe(true);
  await page.context().close();
});

/** As the service leads back after an invitation. */
async function tokensOf(person: Parameters<AccountFixture["actAs"]>[0]): Promise<string> {
  const { data } = await (await fixture.actAs(person)).auth.getSession();
  const { access_token = "", refresh_token = "" } = data.session ?? {};
  return new URLSearchParams({ access_token, refresh_token, token_type: "bearer", type: "invite" }).toString();
}

async function describedBy(page: Page): Promise<string> {
  return password(page).evaluate((field) =>
    (field.getAttribute("aria-describedby") ?? "")
      .split(" ")
      .map((id) => document.getElementById(id)?.textContent)
      .join(" "),
  );
}

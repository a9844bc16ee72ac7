import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type AccountFixture,
  addAuthenticator,
  openAccountFixture,
  type Person,
  signIn,
  totpCode,
} from "../../fixtures/auth/account.ts";
import { startFaultyIssuer, startGithub, startOidcIssuer } from "../../fixtures/auth/identity-providers.ts";
import { startSamlIdp } from "../../fixtures/auth/saml-idp.ts";
import { expectAccessible } from "../../fixtures/browser/accessibility.ts";
import { seeToast } from "../../fixtures/browser/toast.ts";
import { freePort } from "../../fixtures/network/free-port.ts";

let issuer: Awaited<ReturnType<typeof startOidcIssuer>>;
let github: Awaited<ReturnType<typeof startGithub>>;
let faulty: Awaited<ReturnType<typeof startFaultyIssuer>>;
let company: Awaited<ReturnType<typeof startSamlIdp>>;
let fixture: AccountFixture;
let environment: Record<string, string>;
beforeAll(async () => {
  const port = await freePort();
  const siteUrl = `http://localhost:${port}`;
  [issuer, github, faulty] = await Promise.all([
    startOidcIssuer(`${siteUrl}/auth/v1/callback`),
    startGithub(),
    startFaultyIssuer(),
  ]);
  environment = {
    AUTH_OIDC_KEYCLOAK_ISSUER: issuer.config.issuer,
    AUTH_OIDC_KEYCLOAK_CLIENT_ID: issuer.config.clientId,
    AUTH_OIDC_KEYCLOAK_CLIENT_SECRET: issuer.config.clientSecret,
    AUTH_OIDC_FAULTY_ISSUER: faulty.config.issuer,
    AUTH_OIDC_FAULTY_CLIENT_ID: faulty.config.clientId,
    AUTH_OIDC_FAULTY_CLIENT_SECRET: faulty.config.clientSecret,
    AUTH_GITHUB_URL: github.config.issuer,
    AUTH_GITHUB_CLIENT_ID: github.config.clientId,
    AUTH_GITHUB_CLIENT_SECRET: github.config.clientSecret,
    AUTH_SAML: "1",
  };
  fixture = await openAccountFixture({ PORT: String(port), SITE_URL: siteUrl, ...environment });
  company = await startSamlIdp(async () => (await fetch(`${siteUrl}/auth/v1/sso/saml/metadata`)).text());
  await addCompany();
});
afterAll(async () => {
  await fixture.close();
  await Promise.all([issuer.close(), github.close(), faulty.close(), company.close()]);
});

type ProviderForm = [label: string, person: string, action: string];
const KEYCLOAK_FORM = (person: string): ProviderForm => ["Person", person, "Continue"];
const GITHUB_FORM = (login: string): ProviderForm => ["Login", login, "Authorize"];

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

test("a person signs in with a provider and goes where they wanted to go", async () => {
  addKeycloakPerson("grace", "grace@people.example");
  const page = await fixture.visit("/auth?next=/account");
  const foreign: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(fixture.site.url)) foreign.push(request.url());
  });
  await button(page, "Continue with Keycloak").waitFor();
  await expectAccessible(page);
  expect(foreign, "nothing of a third party before the click").toEqual([]);
  await button(page, "Continue with Keycloak").click();
  await enterPerson(page, "Person", "grace", "Continue");
  await page.waitForURL(`${fixture.site.url}/account`);
  await page.getByText("grace@people.example").first().waitFor();
  const ways = page.getByRole("region", { name: "Ways to sign in" });
  await ways.getByText("Keycloak").waitFor();
  expect(await ways.getByRole("button", { name: "Remove Keycloak" }).count(), "the last way in stays").toBe(0);
  await expectAccessible(page);
  await page.context().close();
});

test.each(["Keycloak", "GitHub"])(
  "a person adds %s after fresh proof, signs in with it, and removes it",
  async (name) => {
    const person = await fixture.addPerson();
    const form = (name === "GitHub" ? GITHUB_FORM : KEYCLOAK_FORM)("adder");
    addKeycloakPerson("adder", "adder@another.example");
    github.people.set("adder", { id: 901, login: "adder", email: "adder@elsewhere.example", verified: true });
    const page = await fixture.visit("/auth?next=/account");
    await signIn(page, person);
    const ways = page.getByRole("region", { name: "Ways to sign in" });
    await ways.getByText("Email", { exact: true }).waitFor();
    await fixture.ageSessions(person, "2 days");
    await button(page, `Add ${name}`).click();
    await page.getByLabel("Your password").fill(person.password);
    await button(page, "Confirm").click();
    await enterPerson(page, ...form);
    await page.waitForURL(`${fixture.site.url}/account`);
    await ways.getByText(name).first().waitFor();

    const other = await fixture.visit("/auth?next=/account");
    await button(other, `Continue with ${name}`).click();
    await enterPerson(other, ...form);
    await other.waitForURL(`${fixture.site.url}/account`);
    await other.getByText(person.email).first().waitFor();
    await other.context().close();

    await ways.getByRole("button", { name: `Remove ${name}` }).click();
    await button(page, "Yes, remove").click();
    await seeToast(page, "Success", `${name} no longer signs you in.`);
    await button(page, `Add ${name}`).waitFor();
    await page.context().close();
  },
);

test("the second factor is asked for after a provider too", async () => {
  const person = await fixture.addPerson();
  const client = await fixture.actAs(person);
  addKeycloakPerson("guarded", person.email);
  const first = await fixture.visit("/auth");
  await useKeycloak(first, "guarded");
  await first.waitForURL(`${fixture.site.url}/`);
  await first.context().close();
  const { secret } = await addAuthenticator(client);
  const page = await fixture.visit("/auth?next=/account");
  await useKeycloak(page, "guarded");
  await page.getByRole("heading", { level: 1, name: "Your code" }).waitFor();
  await page.getByLabel("Code", { exact: true }).fill(totpCode(secret, 1));
  await button(page, "Verify").click();
  await page.waitForURL(`${fixture.site.url}/account`);
  await page.context().close();
});

test.each([
  ["an administrator's address", "email_exists", /already has an account here/],
  ["an unverified address", "unverified", /has not verified your email address/],
  ["a person who cancels", "canceled", /You canceled at Keycloak/],
])("%s is refused in plain words", async (_name, kind, words) => {
  const admin = await fixture.addPerson({ role: "admin" });
  addKeycloakPerson("email_exists", admin.email);
  addKeycloakPerson("unverified", "new@people.example", false);
  const page = await fixture.visit("/auth");
  await useKeycloak(page, kind === "canceled" ? "" : kind);
  await page.getByText(words).waitFor();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Back" }).click();
  await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
  await page.context().close();
});

test("attack: a wrong nonce, issuer, audience, expiry or key, and another issuer's response, sign nobody in", async () => {
  const faults = [
    { claims: { nonce: "another" } },
    { claims: { iss: issuer.config.issuer } },
    { claims: { aud: "another-client" } },
    { claims: { exp: 1_700_000_000, iat: 1_699_999_000 } },
    { hasWrongKey: true },
    { responseIssuer: issuer.config.issuer },
  ];
  const page = await fixture.visit("/auth");
  for (const fault of faults) {
    Object.assign(faulty.faults, fault);
    await button(page, "Continue with Faulty").click();
    await page.getByText("Faulty could not sign you in just now.").waitFor();
    expect(await storedSessions(page), JSON.stringify(fault)).toEqual([]);
    for (const name of Object.keys(fault)) Reflect.deleteProperty(faulty.faults, name);
    await page.getByRole("link", { name: "Back" }).click();
  }
  await button(page, "Continue with Faulty").click();
  await page.waitForURL(`${fixture.site.url}/`);
  expect(await storedSessions(page), "the same issuer without a fault").toHaveLength(1);
  await page.context().close();
});

test("GitHub's unverified address is refused, and opens nobody's account", async () => {
  const owner = await fixture.addPerson();
  github.people.set("squatter", { id: 903, login: "squatter", email: owner.email, verified: false });
  const page = await fixture.visit("/auth");
  await button(page, "Continue with GitHub").click();
  await enterPerson(page, "Login", "squatter", "Authorize");
  await page.getByText("GitHub has not verified your email address.").waitFor();
  expect(await storedSessions(page)).toEqual([]);
  await page.context().close();
});

test("attack: the code of a stranger's sign-in does not sign a visitor in", async () => {
  addKeycloakPerson("stranger", "stranger@people.example");
  const stranger = await fixture.visit("/auth");
  await stranger.route("**/auth/v1/token**", (route) => route.abort());
  await useKeycloak(stranger, "stranger");
  await stranger.waitForURL(/[?&]code=/);
  const visitor = await fixture.visit(stranger.url().replace(fixture.site.url, ""));
  await visitor.getByText("This sign-in was started in another browser.").waitFor();
  expect(await storedSessions(visitor)).toEqual([]);
  for (const page of [stranger, visitor]) await page.context().close();
});

test.each(["Keycloak", "GitHub"])("attack: a used or altered state of %s does not sign in", async (name) => {
  addKeycloakPerson("returning", "returning@people.example");
  github.people.set("returning", { id: 904, login: "returning", email: "returning@elsewhere.example", verified: true });
  const owner = await fixture.visit("/auth");
  const returned = owner.waitForRequest((request) => request.url().includes("/auth/v1/callback?"));
  await button(owner, `Continue with ${name}`).click();
  await enterPerson(owner, ...(name === "GitHub" ? GITHUB_FORM : KEYCLOAK_FORM)("returning"));
  const callback = new URL((await returned).url());
  await owner.waitForURL(`${fixture.site.url}/`);
  const altered = new URL(callback);
  altered.searchParams.set("state", crypto.randomUUID());
  const malformed = new URL(callback);
  malformed.searchParams.set("state", "' or true --");
  for (const { pathname, search } of [callback, altered, malformed]) {
    const visitor = await fixture.visit(pathname + search);
    await visitor.getByText("This took too long, or the page was opened twice. Please start again.").waitFor();
    expect(new URL(visitor.url()).origin).toBe(fixture.site.url);
    expect(await storedSessions(visitor)).toEqual([]);
    await visitor.getByRole("link", { name: "Back" }).click();
    await visitor.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
    await visitor.context().close();
  }
  await owner.context().close();
});

test("a person signs in at their company, which manages the account; the domain is found by address", async () => {
  company.people.set("ada", { nameId: "ada-1", attributes: { email: "ada@company.example" } });
  const page = await fixture.visit("/auth?next=/account");
  await page.getByRole("link", { name: "Single sign-on", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Single sign-on" }).waitFor();
  await expectAccessible(page);
  const field = page.getByLabel("Work email or company domain");
  await field.fill("no company");
  await button(page, "Continue").click();
  await page.getByText("Please enter an email address or a domain").waitFor();
  await field.fill("nowhere.example");
  await button(page, "Continue").click();
  await page.getByText("No company with this domain signs in here.").waitFor();
  await field.fill("Ada@Company.example");
  await button(page, "Continue").click();
  await enterPerson(page, "Person", "ada", "Sign in");
  await page.waitForURL(`${fixture.site.url}/account`);
  const ways = page.getByRole("region", { name: "Ways to sign in" });
  await ways.getByText("Single sign-on").waitFor();
  await ways.getByText("ada@company.example").waitFor();
  expect(await page.getByRole("button", { name: /^(Remove|Add|Change)/ }).count(), "nothing that is refused").toBe(0);
  await expectAccessible(page);
  await page.context().close();
});

test("a sign-in that the company starts goes on in this browser, and what it may not do is said in plain words", async () => {
  company.people.set("eve", { nameId: "eve-1", attributes: { email: "boss@agency.example" } });
  company.people.set("bob", { nameId: "bob-1", attributes: { email: "bob@company.example" } });
  const page = await fixture.visit("/about");
  const response = await company.issue({ requestId: "", person: { nameId: "bob-1" } });
  const acs = `${fixture.site.url}/auth/v1/sso/saml/acs`;
  await page.goto(`${company.url}/sso`);
  await page.setContent(
    `<form method="post" action="${acs}"><input name="SAMLResponse" value="${response}"><button>Open the agency</button></form>`,
  );
  await button(page, "Open the agency").click();
  await page.getByText("Your company has sent you here.").waitFor();
  await button(page, "Continue").click();
  await enterPerson(page, "Person", "eve", "Sign in");
  await page.getByText("Your company named an email address of another domain.").waitFor();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Back" }).click();
  await page.getByRole("link", { name: "Single sign-on", exact: true }).click();
  await page.getByLabel("Work email or company domain").fill("company.example");
  await button(page, "Continue").click();
  await enterPerson(page, "Person", "bob", "Sign in");
  await page.waitForURL(`${fixture.site.url}/`);
  await seeToast(page, "Success", "Logged in successfully!");
  await page.context().close();
});

const storedSessions = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.endsWith("-auth-token")));

async function addCompany(): Promise<void> {
  const { serviceRoleKey } = await fixture.site.readKeys();
  const response = await fetch(`${fixture.site.url}/auth/v1/admin/sso/providers`, {
    method: "POST",
    headers: { apikey: serviceRoleKey, authorization: `Bearer ${serviceRoleKey}` },
    body: JSON.stringify({ type: "saml", metadata_url: `${company.url}/metadata`, domains: ["company.example"] }),
  });
  expect(response.status).toBe(201);
}

function addKeycloakPerson(sub: string, email: Person["email"], isVerified = true): void {
  issuer.people.set(sub, { sub, email, email_verified: isVerified });
}

async function useKeycloak(page: Page, person: string): Promise<void> {
  await button(page, "Continue with Keycloak").click();
  await enterPerson(page, "Person", person, "Continue");
}

async function enterPerson(page: Page, label: string, person: string, action: string): Promise<void> {
  await page.getByLabel(label).fill(person);
  await button(page, action).click();
}

import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AccountFixture, openAccountFixture, part, type Person, signIn } from "../../fixtures/auth/account.ts";
import {
  addAuthenticatorTo,
  type Authenticator,
  type PasskeyAnswer,
  signChallenge,
} from "../../fixtures/auth/passkeys.ts";
import { expectAccessible } from "../../fixtures/browser/accessibility.ts";
import { seeToast } from "../../fixtures/browser/toast.ts";
import { withStore } from "../../fixtures/database/query.ts";

let fixture: AccountFixture;
beforeAll(async () => {
  fixture = await openAccountFixture();
});
afterAll(() => fixture.close());

const passkeyButton = (page: Page) => page.getByRole("button", { name: "Sign in with a passkey" });

test("a person adds a passkey after fresh proof, names it, signs in without an address and removes it", async () => {
  const person = await fixture.addPerson();
  const { page } = await openAccount(person, "internal");
  const section = part(page, "Passkeys");
  await section.getByText("None yet.").waitFor();
  await fixture.ageSessions(person, "2 days");
  await section.getByRole("button", { name: "Add a Passkey" }).click();
  await section.getByLabel("Your password", { exact: true }).fill(person.password);
  await section.getByRole("button", { name: "Confirm" }).click();
  await seeToast(page, "Success", "The passkey is added.");
  await section.getByText("Chrome on Linux").waitFor();
  expect((await fixture.mailbox.read(person.email)).subject).toContain("A passkey was added");
  await section.getByRole("button", { name: "Rename Chrome on Linux" }).click();
  await section.getByLabel("Name of the passkey").fill("My laptop");
  await section.getByRole("button", { name: "Save Name" }).click();
  await section.getByText("My laptop").waitFor();
  await expectAccessible(page);

  await leave(page);
  await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
  await passkeyButton(page).waitFor();
  await expectAccessible(page);
  await passkeyButton(page).click();
  await page.waitForURL(`${fixture.site.url}/account`);
  await section.getByText(/, last used/).waitFor();

  await section.getByRole("button", { name: "Remove My laptop" }).click();
  await section.getByRole("button", { name: "Yes, remove" }).click();
  await section.getByText("None yet.").waitFor();
  expect((await fixture.mailbox.read(person.email)).subject).toContain("A passkey was removed");
  await leave(page);
  await passkeyButton(page).click();
  await seeToast(page, "Error", "This passkey does not sign in here.");
  expect(new URL(page.url()).pathname).toBe("/auth");
  await page.context().close();
});

test("a security key is the second factor, and is removed again", async () => {
  const person = await fixture.addPerson();
  const { page, authenticator } = await openAccount(person, "usb");
  const section = part(page, "Authenticator app");
  await section.getByRole("button", { name: "Use a security key instead" }).click();
  await section.getByRole("list", { name: "Recovery codes" }).waitFor();
  const subjects = [await fixture.mailbox.read(person.email), await fixture.mailbox.read(person.email)];
  expect(subjects.map(({ subject }) => subject).join()).toContain("A security key was added");

  await leave(page);
  await signIn(page, person);
  const use = page.getByRole("button", { name: "Use Security Key" });
  await use.waitFor();
  await expectAccessible(page);
  const { credentials } = await authenticator.cdp.send("WebAuthn.getCredentials", {
    authenticatorId: authenticator.id,
  });
  await replaceCredential(authenticator, credentials[0], { signCount: 0 });
  await use.click();
  await seeToast(page, "Error", "This is not the key of your account.");
  await replaceCredential(authenticator, credentials[0], { signCount: 50 });
  await use.click();
  await page.waitForURL(`${fixture.site.url}/account`);
  await section.getByText("Security key, on since").waitFor();
  await section.getByRole("button", { name: "Remove the key" }).click();
  await section.getByRole("button", { name: "Yes, remove" }).click();
  await section.getByText("Off.").waitFor();
  await page.context().close();
});

test("no one signs in by a replayed, late, foreign, unverified or copied answer", async () => {
  const [person, other] = [await fixture.addPerson(), await fixture.addPerson()];
  const { page, authenticator } = await openAccount(person, "internal");
  await part(page, "Passkeys").getByRole("button", { name: "Add a Passkey" }).click();
  await part(page, "Passkeys").getByText("Chrome on Linux").waitFor();
  const refused = { code: "webauthn_verification_failed", message: "Credential verification failed" };

  const first = await answer(page);
  expect(await verify(first)).toMatchObject({ user: { email: person.email } });
  expect(await verify(first), "replayed").toMatchObject({ code: "webauthn_challenge_not_found" });
  const fresh = await startSignIn();
  expect(await verify({ ...first, challenge_id: fresh.challenge_id }), "another challenge").toEqual(refused);

  const late = await answer(page);
  await withStore(
    fixture.site.dataDir,
    (sql) => sql`update auth.webauthn_challenges set expires_at = now() - interval '1 second'`,
  );
  expect(await verify(late), "expired").toMatchObject({ code: "webauthn_challenge_expired" });

  const unknown = await answer(page);
  const unknownId = { ...unknown.credential, id: "AAAA", rawId: "AAAA" };
  expect(await verify({ ...unknown, credential: unknownId }), "an unknown passkey is like a wrong one").toEqual(
    refused,
  );
  expect(await verify(withUser(await answer(page), other)), "the passkey of another account").toEqual(refused);

  await authenticator.cdp.send("WebAuthn.setUserVerified", {
    authenticatorId: authenticator.id,
    isUserVerified: false,
  });
  expect(await verify(await answer(page, "discouraged")), "without user verification").toEqual(refused);
  await authenticator.cdp.send("WebAuthn.setUserVerified", { authenticatorId: authenticator.id, isUserVerified: true });

  const { credentials } = await authenticator.cdp.send("WebAuthn.getCredentials", {
    authenticatorId: authenticator.id,
  });
  await replaceCredential(authenticator, credentials[0], { signCount: 0 });
  expect(await verify(await answer(page)), "a counter that goes back").toEqual(refused);
  await expect.poll(() => fixture.site.log.join("\n")).toContain("counter went back");
  await replaceCredential(authenticator, credentials[0], { signCount: 90 });

  const elsewhere = createServer((_request, response) => response.setHeader("content-type", "text/html").end("<p>"));
  await once(elsewhere.listen(0), "listening");
  await page.goto(`http://localhost:${(elsewhere.address() as AddressInfo).port}`);
  expect(await verify(await answer(page)), "another origin").toEqual(refused);
  elsewhere.close();
  await page.goto(`${fixture.site.url}/auth`);
  expect(await verify(await answer(page)), "and the owner still signs in").toMatchObject({ user: { id: person.id } });
  await page.context().close();
});

test("a passkey is added only to the account that asked, with its second factor and fresh proof", async () => {
  const [person, thief] = [await fixture.addPerson(), await fixture.addPerson()];
  const client = await fixture.actAs(person);
  const { data } = await client.auth.passkey.startRegistration();
  expect(data?.options).toMatchObject({
    rp: { id: "localhost" },
    authenticatorSelection: { userVerification: "required" },
  });
  const credential = {
    id: "AAAA",
    rawId: "AAAA",
    type: "public-key",
    response: {},
    clientExtensionResults: {},
  } as never;
  const stolen = { challengeId: data?.challenge_id ?? "", credential };
  const other = await fixture.actAs(thief);
  expect((await other.auth.passkey.verifyRegistration(stolen)).error?.code).toBe("webauthn_challenge_not_found");
  expect((await client.auth.passkey.verifyRegistration(stolen)).error?.code).toBe("webauthn_verification_failed");
  expect((await client.auth.passkey.verifyRegistration(stolen)).error?.code).toBe("webauthn_challenge_not_found");

  await withStore(
    fixture.site.dataDir,
    (sql) => sql`
    insert into auth.webauthn_credentials (user_id, credential_id, public_key) values (${person.id}, '\\x01', '\\x02')`,
  );
  const passkeyId = (await client.auth.passkey.list()).data?.[0]?.id ?? "";
  expect(passkeyId).not.toBe("");
  expect((await other.auth.passkey.list()).data).toEqual([]);
  expect((await other.auth.passkey.delete({ passkeyId })).error).toMatchObject({ status: 404 });
  expect((await other.auth.passkey.update({ passkeyId, friendlyName: "mine" })).error).toMatchObject({ status: 404 });
  await fixture.ageSessions(person, "2 days");
  expect((await client.auth.passkey.delete({ passkeyId })).error?.code).toBe("reauthentication_needed");
  expect((await client.auth.passkey.startRegistration()).error?.code).toBe("reauthentication_needed");
  await withStore(
    fixture.site.dataDir,
    (sql) => sql`
    insert into auth.mfa_factors (user_id, factor_type, status, secret) values (${person.id}, 'totp', 'verified', 'A')`,
  );
  expect((await client.auth.passkey.startRegistration()).error?.code).toBe("insufficient_aal");
  const admin = fixture.service.auth.admin.passkey;
  expect((await admin.listPasskeys({ userId: person.id })).data).toHaveLength(1);
  expect((await admin.deletePasskey({ userId: person.id, passkeyId })).error).toBeNull();
  expect((await admin.listPasskeys({ userId: person.id })).data).toEqual([]);
});

/** /account in a browser with an authenticator of its own. */
async function openAccount(person: Person, transport: "internal" | "usb") {
  const page = await fixture.visit("/auth?next=/account");
  const authenticator = await addAuthenticatorTo(page, transport);
  await signIn(page, person);
  await part(page, "Where you are signed in").getByText("This device").waitFor();
  return { page, authenticator };
}

/** As if on the next day in the same browser, whose session has ended. */
async function leave(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${fixture.site.url}/auth?next=/account`);
}

type Credential = Parameters<Authenticator["cdp"]["send"]>[1] & { credentialId?: string };

async function replaceCredential({ cdp, id }: Authenticator, credential: unknown, changes: object): Promise<void> {
  const { credentialId = "" } = credential as Credential;
  await cdp.send("WebAuthn.removeCredential", { authenticatorId: id, credentialId });
  const changed = { ...(credential as object), ...changes } as never;
  await cdp.send("WebAuthn.addCredential", { authenticatorId: id, credential: changed });
}

async function post(path: string, body: object): Promise<Record<string, unknown>> {
  const { anonKey } = await fixture.site.readKeys();
  const response = await fetch(`${fixture.site.url}/auth/v1/passkeys/authentication/${path}`, {
    method: "POST",
    headers: { apikey: anonKey, "content-type": "application/json", "x-supabase-api-version": "2024-01-01" },
    body: JSON.stringify(body),
  });
  return (await response.json()) as Record<string, unknown>;
}

async function startSignIn() {
  return (await post("options", {})) as { challenge_id: string; options: object };
}

async function answer(page: Page, userVerification?: string): Promise<PasskeyAnswer> {
  return signChallenge(page, await startSignIn(), userVerification);
}

function verify(given: object): Promise<Record<string, unknown>> {
  return post("verify", given);
}

function withUser(given: PasskeyAnswer, { id }: Person): PasskeyAnswer {
  const userHandle = Buffer.from(id).toString("base64url");
  return { ...given, credential: { ...given.credential, response: { ...given.credential.response, userHandle } } };
}

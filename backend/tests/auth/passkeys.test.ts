import { randomBytes } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AuthFixture, createAuthFixture, createPerson, signIn, SITE } from "../../../tests/fixtures/auth/auth.ts";
import { createAuthenticator, type Forgery } from "../../../tests/fixtures/auth/software-authenticator.ts";

let fixture: AuthFixture;
beforeAll(async () => {
  fixture = await createAuthFixture();
});
afterAll(() => fixture.close());

const CHALLENGE_LIFETIME_MS = 5 * 60_000;
const REFUSED = "webauthn_verification_failed";
const wrong = {
  "another origin": { origin: "https://plumbline.example.evil.example" },
  "the same host at another port": { origin: "http://localhost:4322" },
  "another host": { host: "evil.example" },
  "another challenge": { challenge: randomBytes(32).toString("base64url") },
  "no user verification": { isVerified: false },
} satisfies Record<string, Forgery>;

test("a passkey signs in without an address, at aal1, and is told of by email", async () => {
  const { id, email, authenticator } = await addPasskey();
  expect(fixture.mailTo(email).mail.subject).toContain("A passkey was added");
  const browser = fixture.browser();
  const { data, error } = await browser.auth.passkey.verifyAuthentication(authenticator.get(await start(browser), id));
  expect(error).toBeNull();
  expect(data?.user).toMatchObject({ id, email });
  const { data: level } = await browser.auth.mfa.getAuthenticatorAssuranceLevel();
  expect(level).toMatchObject({ currentLevel: "aal1", currentAuthenticationMethods: [{ method: "passkey" }] });
});

test.each(Object.entries({ ...wrong, "a registration": { type: "webauthn.create" } }))(
  "a sign-in with %s is refused, and uses up its challenge",
  async (_name, forgery) => {
    const { id, authenticator } = await addPasskey();
    const browser = fixture.browser();
    const options = await start(browser);
    expect(await codeOf(browser, authenticator.get(options, id, forgery))).toBe(REFUSED);
    expect(await codeOf(browser, authenticator.get(options, id))).toBe("webauthn_challenge_not_found");
    expect(await codeOf(browser, authenticator.get(await start(browser), id)), "honest").toBeUndefined();
  },
);

test("a response works once, for five minutes, and only with a growing counter", async () => {
  const { id, authenticator } = await addPasskey();
  const browser = fixture.browser();
  const response = authenticator.get(await start(browser), id, { counter: 7 });
  expect(await codeOf(browser, response)).toBeUndefined();
  expect(await codeOf(browser, response), "replayed").toBe("webauthn_challenge_not_found");
  const later = { ...response, challengeId: (await start(browser)).challenge_id };
  expect(await codeOf(browser, later), "replayed with a new challenge").toBe(REFUSED);
  for (const counter of [7, 6, 0]) {
    expect(await codeOf(browser, authenticator.get(await start(browser), id, { counter })), `${counter}`).toBe(REFUSED);
  }
  const late = authenticator.get(await start(browser), id, { counter: 8 });
  fixture.advance(CHALLENGE_LIFETIME_MS);
  expect(await codeOf(browser, late), "late").toBe("webauthn_challenge_expired");
  expect(await codeOf(browser, authenticator.get(await start(browser), id, { counter: 8 }))).toBeUndefined();
});

test("a passkey opens its own account only, and an unknown one is refused like a wrong one", async () => {
  const [one, other] = [await addPasskey(), await addPasskey()];
  const browser = fixture.browser();
  const handle = { userHandle: other.id };
  expect(await codeOf(browser, one.authenticator.get(await start(browser), one.id, handle))).toBe(REFUSED);
  const stranger = createAuthenticator(SITE);
  const unknown = await verify(browser, stranger.get(await start(browser), one.id));
  const namesake = createAuthenticator(SITE, one.credentialId);
  const forged = await verify(browser, namesake.get(await start(browser), one.id));
  expect([unknown.error?.code, unknown.error?.message]).toEqual([forged.error?.code, forged.error?.message]);
  const registration = await other.browser.auth.passkey.startRegistration();
  const taken = createAuthenticator(SITE, one.credentialId).create(registration.data!);
  expect((await other.browser.auth.passkey.verifyRegistration(taken)).error?.code).toBe("webauthn_credential_exists");
  expect((await other.browser.auth.passkey.delete({ passkeyId: one.passkeyId })).error?.status).toBe(404);
});

const unwanted = {
  "an assertion": { type: "webauthn.get" },
  "a certificate": { attestation: "packed" },
  "an attestation of Android": { attestation: "android-safetynet" },
  "an attestation of a TPM": { attestation: "tpm" },
};

test.each(Object.entries({ ...wrong, ...unwanted }))(
  "a registration with %s is refused, and stores nothing",
  async (_name, forgery) => {
    const { email } = await createPerson(fixture);
    const browser = await signIn(fixture, email);
    const { data } = await browser.auth.passkey.startRegistration();
    const { error } = await browser.auth.passkey.verifyRegistration(createAuthenticator(SITE).create(data!, forgery));
    expect(error?.code).toBe(REFUSED);
    expect((await browser.auth.passkey.list()).data).toEqual([]);
  },
);

test("an account has ten passkeys at most, and the browser's dialog names the site", async () => {
  const { id, browser } = await addPasskey();
  const pending = await browser.auth.passkey.startRegistration();
  expect(pending.data?.options.rp).toEqual({ id: "localhost", name: "The owner’s agency" });
  await fixture.database.sql`
    insert into auth.webauthn_credentials (id, user_id, credential_id, public_key, attestation_type, aaguid, sign_count,
      transports, backup_eligible, backed_up, friendly_name, created_at, updated_at)
    select gen_random_uuid(), user_id, decode(lpad(to_hex(n), 32, '0'), 'hex'), public_key, attestation_type, aaguid,
      sign_count, transports, backup_eligible, backed_up, friendly_name, created_at, updated_at
    from auth.webauthn_credentials, generate_series(1, 9) n where user_id = ${id}`;
  expect((await browser.auth.passkey.startRegistration()).error?.code).toBe("too_many_passkeys");
  const late = await browser.auth.passkey.verifyRegistration(createAuthenticator(SITE).create(pending.data!));
  expect(late.error?.code, "a dialog that was open already").toBe("too_many_passkeys");
  expect((await browser.auth.passkey.list()).data).toHaveLength(10);
});

/** A confirmed account with a passkey. */
async function addPasskey() {
  const { id, email } = await createPerson(fixture);
  const browser = await signIn(fixture, email);
  const credentialId = randomBytes(16);
  const authenticator = createAuthenticator(SITE, credentialId);
  const { data: options } = await browser.auth.passkey.startRegistration();
  const { data, error } = await browser.auth.passkey.verifyRegistration(authenticator.create(options!));
  if (error) throw error;
  return { id, email, browser, authenticator, credentialId, passkeyId: data.id };
}

async function start(browser: SupabaseClient) {
  const { data, error } = await browser.auth.passkey.startAuthentication();
  if (error) throw error;
  return data;
}

type Response = ReturnType<ReturnType<typeof createAuthenticator>["get"]>;

function verify(browser: SupabaseClient, response: Response) {
  return browser.auth.passkey.verifyAuthentication(response);
}

async function codeOf(browser: SupabaseClient, response: Response): Promise<string | undefined> {
  return (await verify(browser, response)).error?.code;
}

import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  accessToken,
  createPerson,
  createAuthFixture,
  PASSWORD,
  signIn,
  SITE,
  verifyFactor,
  type AuthFixture,
} from "../../../tests/fixtures/auth/auth.ts";
import { createAuthenticator } from "../../../tests/fixtures/auth/software-authenticator.ts";

let fixture: AuthFixture;
beforeAll(async () => {
  fixture = await createAuthFixture();
});
afterAll(() => fixture.close());

test("strangers who guess lock neither the owner's app, where it was used before, nor a security key", async () => {
  const { email } = await createPerson(fixture);
  const HOME = "198.51.100.20";
  const home = await signInFrom(email, HOME);
  const { data: factor } = await home.auth.mfa.enroll({ factorType: "totp" });
  expect((await verifyFactor(fixture, home, factor)).error).toBeNull();
  const authenticator = createAuthenticator(SITE);
  const { body: added } = await post(home, "/factors", { factor_type: "webauthn", friendly_name: "key" });
  expect((await answer(home, String(added["id"]), authenticator)).status).toBe(200);
  fixture.advance(30_000);
  for (let sessions = 0; sessions < 13; sessions += 1) {
    const thief = await signIn(fixture, email);
    for (let tries = 0; tries < 10; tries += 1) await verifyFactor(fixture, thief, factor, "000000");
  }
  const elsewhere = await signIn(fixture, email);
  const limited = { status: 429, code: "over_request_rate_limit" };
  expect((await verifyFactor(fixture, elsewhere, factor)).error).toMatchObject(limited);
  expect((await verifyFactor(fixture, await signInFrom(email, HOME), factor)).error).toBeNull();
  expect((await answer(await signIn(fixture, email), String(added["id"]), authenticator)).status).toBe(200);
});

test("strangers who try a hundred codes lock an address neither where its owner signed in within 90 days nor its links", async () => {
  const { email } = await createPerson(fixture);
  const [home, old] = ["198.51.100.40", "198.51.100.41"];
  expect((await tryPassword(email, PASSWORD, old)).status).toBe(200);
  fixture.advance(91 * 24 * 3600_000);
  expect((await tryPassword(email, PASSWORD, home)).status).toBe(200);
  for (let mails = 0; mails < 6; mails += 1) {
    fixture.advance(61_000);
    await fixture.browser().auth.signInWithOtp({ email });
    for (const wrong of wrongCodes(fixture.mailTo(email).code, 20)) await verifyErrorCode(email, wrong);
  }
  const { code } = fixture.mailTo(email);
  expect(await verifyErrorCode(email, code)).toBe("otp_expired");
  expect(await verifyErrorCode(email, code, old), "91 days ago").toBe("otp_expired");
  expect(await verifyErrorCode(email, code, home)).toBeUndefined();
});

test("strangers who try passwords do not lock the owner out where they signed in before", async () => {
  const { email } = await createPerson(fixture);
  const home = "198.51.100.42";
  expect((await tryPassword(email, PASSWORD, home)).status).toBe(200);
  for (let tries = 0; tries < 10; tries += 1) expect((await tryPassword(email, "wrong")).status).toBe(400);
  expect((await tryPassword(email, PASSWORD)).status).toBe(429);
  expect((await tryPassword(email, PASSWORD, home)).status).toBe(200);
  for (let tries = 0; tries < 10; tries += 1) await tryPassword(email, "wrong", home);
  expect((await tryPassword(email, PASSWORD, home)).status, "guessing from there is limited, too").toBe(429);
});

async function signInFrom(email: string, address: string): Promise<SupabaseClient> {
  const browser = fixture.browser({ address });
  const { error } = await browser.auth.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  return browser;
}

async function post(browser: SupabaseClient, path: string, given: object) {
  const headers = { authorization: `Bearer ${await accessToken(browser)}` };
  const response = await fixture.send(path, {
    method: "POST",
    headers,
    body: JSON.stringify(given),
    address: "198.51.100.30",
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** Registers a security key, or uses it. */
async function answer(browser: SupabaseClient, id: string, authenticator: ReturnType<typeof createAuthenticator>) {
  const { body } = await post(browser, `/factors/${id}/challenge`, {});
  const { type, credential_options: given } = body["webauthn"] as {
    type: "create" | "request";
    credential_options: { publicKey: { challenge: string } };
  };
  const options = { challenge_id: "", options: given.publicKey } as never;
  const made = type === "create" ? authenticator.create(options) : authenticator.get(options, "");
  const webauthn = { type, credential_response: made.credential };
  return post(browser, `/factors/${id}/verify`, { challenge_id: body["id"], webauthn });
}

function tryPassword(email: string, password: string, address?: string): Promise<Response> {
  const body = JSON.stringify({ email, password });
  return fixture.send("/token?grant_type=password", { method: "POST", body, ...(address && { address }) });
}

async function verifyErrorCode(email: string, token: string, address?: string): Promise<string | undefined> {
  const browser = fixture.browser(address ? { address } : {});
  return (await browser.auth.verifyOtp({ email, token, type: "email" })).error?.code;
}

function wrongCodes(code: string, count: number): string[] {
  return Array.from({ length: count }, (_, n) => String((Number(code) + n + 1) % 1_000_000).padStart(6, "0"));
}

import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  accessToken,
  createPerson,
  createPersonWithFactor,
  createAuthFixture,
  newEmail,
  PASSWORD,
  readClaims,
  signIn,
  verifyFactor,
  type AuthFixture,
} from "../../../tests/fixtures/auth/auth.ts";

const DAY_MS = 24 * 3600_000;
const PROOF_NEEDED = { status: 400, code: "reauthentication_needed" };

let fixture: AuthFixture;
beforeAll(async () => {
  fixture = await createAuthFixture();
});
afterAll(() => fixture.close());

test("a session older than a day needs fresh proof to change factors, address or password", async () => {
  const { id, browser, factor } = await createPersonWithFactor(fixture);
  await ageSession(browser);
  const mails = fixture.mails.length;
  expect((await browser.auth.mfa.enroll({ factorType: "totp", friendlyName: "theirs" })).error).toMatchObject(
    PROOF_NEEDED,
  );
  expect((await browser.auth.mfa.unenroll({ factorId: factor.id })).error).toMatchObject(PROOF_NEEDED);
  expect((await browser.auth.updateUser({ email: newEmail() })).error).toMatchObject(PROOF_NEEDED);
  expect((await browser.auth.updateUser({ password: "a better password" })).error).toMatchObject(PROOF_NEEDED);
  expect((await browser.auth.updateUser({ data: { name: "Ada" } })).error, "no proof for a name").toBeNull();
  expect(await factorsOf(id)).toEqual([{ id: factor.id, status: "verified" }]);
  expect(fixture.mails.length).toBe(mails);
});

test("an old session cannot add the first factor, which would sign the owner out", async () => {
  const { id, email } = await createPerson(fixture);
  const thief = await signIn(fixture, email);
  const { data: begun } = await thief.auth.mfa.enroll({ factorType: "totp" });
  await ageSession(thief);
  const owner = await signIn(fixture, email);
  expect((await thief.auth.mfa.enroll({ factorType: "totp" })).error).toMatchObject(PROOF_NEEDED);
  expect((await verifyFactor(fixture, thief, begun)).error, "begun while the proof was fresh").toMatchObject(
    PROOF_NEEDED,
  );
  expect(await factorsOf(id)).toEqual([{ id: begun?.id, status: "unverified" }]);
  expect((await owner.auth.getUser()).error).toBeNull();
});

test.each(["password", "mailed code"])("the %s is fresh proof for a day", async (kind) => {
  const { email, browser, factor } = await createPersonWithFactor(fixture);
  await ageSession(browser);
  if (kind === "password") {
    expect((await browser.auth.updateUser({ current_password: PASSWORD })).error).toBeNull();
  } else {
    await browser.auth.reauthenticate();
    expect((await browser.auth.updateUser({ nonce: fixture.mailTo(email).code })).error).toBeNull();
  }
  fixture.advance(DAY_MS - 60_000);
  await browser.auth.refreshSession();
  expect((await browser.auth.updateUser({ email: newEmail() })).error).toBeNull();
  expect((await browser.auth.mfa.enroll({ factorType: "totp", friendlyName: "spare" })).error).toBeNull();
  fixture.advance(120_000);
  expect((await browser.auth.mfa.unenroll({ factorId: factor.id })).error).toMatchObject(PROOF_NEEDED);
});

test("ten wrong passwords block further proof for this session, but not for the other sessions of the owner", async () => {
  const { email } = await createPerson(fixture);
  const [thief, owner] = [await signIn(fixture, email), await signIn(fixture, email)];
  await ageSession(thief);
  await owner.auth.refreshSession();
  const prove = (by: SupabaseClient, current_password: string) => by.auth.updateUser({ current_password });
  for (let tries = 0; tries < 10; tries += 1) {
    expect((await prove(thief, "a guess")).error).toMatchObject({ status: 400, code: "invalid_credentials" });
  }
  expect((await prove(thief, PASSWORD)).error).toMatchObject({ status: 429, code: "over_request_rate_limit" });
  expect((await thief.auth.updateUser({ email: newEmail() })).error).toMatchObject(PROOF_NEEDED);
  expect((await prove(owner, PASSWORD)).error).toBeNull();
});

test("the owner is notified when an authenticator app is added or removed", async () => {
  const { email, browser, factor } = await createPersonWithFactor(fixture);
  expect(fixture.mailTo(email).mail.kind).toBe("auth-factor-added");
  fixture.advance(30_000);
  await verifyFactor(fixture, browser, factor);
  expect(kindsTo(email), "verifying it again adds nothing").toEqual(["auth-factor-added"]);
  await browser.auth.mfa.unenroll({ factorId: factor.id });
  expect(kindsTo(email)).toEqual(["auth-factor-added", "auth-factor-removed"]);
  const { data: unfinished } = await browser.auth.mfa.enroll({ factorType: "totp" });
  await browser.auth.mfa.unenroll({ factorId: unfinished?.id ?? "" });
  expect(kindsTo(email)).toHaveLength(2);
});

test("a session in which a recovery code was used can replace the lost app", async () => {
  const { id, email, factor } = await createPersonWithFactor(fixture);
  const browser = await signIn(fixture, email);
  expect((await browser.auth.mfa.unenroll({ factorId: factor.id })).error?.code).toBe("insufficient_aal");
  const { session_id: session } = readClaims(await accessToken(browser));
  await fixture.sql`insert into recovered_sessions (session_id, user_id) values (${String(session)}, ${id})`;
  const { data: next, error } = await browser.auth.mfa.enroll({ factorType: "totp", friendlyName: "new phone" });
  expect(error).toBeNull();
  expect((await browser.auth.mfa.unenroll({ factorId: factor.id })).error).toBeNull();
  expect((await verifyFactor(fixture, browser, next)).error).toBeNull();
  expect(await factorsOf(id)).toEqual([{ id: next?.id, status: "verified" }]);
});

test("a session with a recovery code outlives the use of the app elsewhere; one with the password alone ends", async () => {
  const { id, email, browser: elsewhere, factor } = await createPersonWithFactor(fixture);
  const [recovered, half] = [await signIn(fixture, email), await signIn(fixture, email)];
  const { session_id: session } = readClaims(await accessToken(recovered));
  await fixture.sql`insert into recovered_sessions (session_id, user_id) values (${String(session)}, ${id})`;
  fixture.advance(30_000);
  expect((await verifyFactor(fixture, elsewhere, factor)).error).toBeNull();
  expect((await recovered.auth.getUser()).error).toBeNull();
  expect((await recovered.auth.refreshSession()).error).toBeNull();
  expect((await half.auth.getUser()).error?.name).toBe("AuthSessionMissingError");
});

test("with a second factor, a session at aal1 can only sign out itself", async () => {
  const { email, browser: owner } = await createPersonWithFactor(fixture);
  const half = await signIn(fixture, email);
  const token = await accessToken(half);
  const signOut = (scope: string) =>
    fixture.send(`/logout?scope=${scope}`, { method: "POST", headers: { authorization: `Bearer ${token}` } });
  const refused = await signOut("others");
  expect([refused.status, await refused.json()]).toMatchObject([422, { error_code: "insufficient_aal" }]);
  expect((await owner.auth.getUser()).error).toBeNull();
  expect((await signOut("global")).status).toBe(204);
  expect((await owner.auth.getUser()).error).toBeNull();
  expect((await half.auth.getUser(token)).error?.name).toBe("AuthSessionMissingError");
});

test("wrong codes count only for their session, and the owner is notified once", async () => {
  const { email, factor } = await createPersonWithFactor(fixture);
  const [thief, owner] = [await signIn(fixture, email), await signIn(fixture, email)];
  fixture.advance(30_000);
  for (let tries = 0; tries < 12; tries += 1) await verifyFactor(fixture, thief, factor, "000000");
  expect((await verifyFactor(fixture, thief, factor)).error).toMatchObject({
    status: 429,
    code: "over_request_rate_limit",
  });
  for (let tries = 0; tries < 30; tries += 1) await thief.auth.mfa.challenge({ factorId: factor.id });
  expect((await thief.auth.mfa.challenge({ factorId: factor.id })).error?.status).toBe(429);
  expect(kindsTo(email)).toEqual(["auth-factor-added", "auth-wrong-codes"]);
  expect((await verifyFactor(fixture, owner, factor)).error).toBeNull();
});

test("TOTP guesses are limited across all sessions of an account", async () => {
  const { email, factor } = await createPersonWithFactor(fixture);
  fixture.advance(30_000);
  const outcomes: (string | undefined)[] = [];
  for (let sessions = 0; sessions < 13; sessions += 1) {
    const thief = await signIn(fixture, email);
    for (let tries = 0; tries < 10; tries += 1)
      outcomes.push((await verifyFactor(fixture, thief, factor, "000000")).error?.code);
  }
  expect(outcomes.filter((code) => code === "mfa_verification_failed")).toHaveLength(120);
  expect(outcomes.slice(120)).toEqual(Array(10).fill("over_request_rate_limit"));
});

test.each([
  ["endless issuer", { issuer: "x".repeat(4000) }],
  ["issuer of letters that take nine signs each", { issuer: "字".repeat(128) }],
  ["endless friendly_name", { friendly_name: "x".repeat(3000) }],
])("an %s is refused and nothing is written", async (_, fields) => {
  const { id, email } = await createPerson(fixture, `${"字".repeat(60)}@${newEmail().replace("@", ".")}`);
  const headers = { authorization: `Bearer ${await accessToken(await signIn(fixture, email))}` };
  const body = JSON.stringify({ factor_type: "totp", ...fields });
  const response = await fixture.send("/factors", { method: "POST", headers, body });
  expect([response.status, await response.json()]).toMatchObject([400, { error_code: "validation_failed" }]);
  expect(await factorsOf(id)).toEqual([]);
});

/** Makes the session older than a day, with valid tokens. */
async function ageSession(browser: SupabaseClient): Promise<void> {
  fixture.advance(DAY_MS + 60_000);
  await browser.auth.refreshSession();
}

async function factorsOf(id: string) {
  return [...(await fixture.sql`select id, status from auth.mfa_factors where user_id = ${id}`)];
}

function kindsTo(email: string): string[] {
  return fixture.mails.filter(({ to }) => to === email).map(({ kind }) => kind);
}

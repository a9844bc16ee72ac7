import { Secret, TOTP } from "otpauth";
import sharp from "sharp";
import { encode } from "uqr";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  accessToken,
  createPerson,
  createPersonWithFactor,
  createAuthFixture,
  KEYS,
  readClaims,
  refreshToken,
  signIn,
  SITE,
  verifyFactor,
  type AuthFixture,
} from "../../../tests/fixtures/auth/auth.ts";

let fixture: AuthFixture;
beforeAll(async () => {
  fixture = await createAuthFixture();
});
afterAll(() => fixture.close());

test("verifying an authenticator app raises the session to aal2, also after a refresh", async () => {
  const { email } = await createPerson(fixture);
  const browser = await signIn(fixture, email);
  const { data: factor } = await browser.auth.mfa.enroll({ factorType: "totp", friendlyName: "phone" });
  expect(factor?.totp.uri).toContain("otpauth://totp/localhost%3A4321:");
  expect((await browser.auth.mfa.listFactors()).data?.totp).toEqual([]);
  const { data, error } = await verifyFactor(fixture, browser, factor);
  expect(error).toBeNull();
  expect(data?.user.factors).toMatchObject([{ status: "verified", friendly_name: "phone", factor_type: "totp" }]);
  expect(readClaims(await accessToken(browser))).toMatchObject({
    aal: "aal2",
    amr: expect.arrayContaining([
      expect.objectContaining({ method: "totp" }),
      expect.objectContaining({ method: "password" }),
    ]) as unknown,
  });
  await browser.auth.refreshSession();
  expect((await browser.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: "aal2",
    nextLevel: "aal2",
  });
});

test("the QR code is a valid data URL and encodes the otpauth URI", async () => {
  const { email } = await createPerson(fixture);
  const browser = await signIn(fixture, email);
  const { data: factor } = await browser.auth.mfa.enroll({ factorType: "totp", issuer: "Plumbline & Söhne #1" });
  const { qr_code: picture = "", uri = "" } = factor?.totp ?? {};
  const [prefix, svg = ""] = picture.split(/,(.*)/s);
  expect(prefix).toBe("data:image/svg+xml;utf-8");
  expect(svg, "a # would end the data URL").not.toContain("#");
  const expected = encode(uri, { border: 4 });
  const { data: pixels, info } = await sharp(Buffer.from(svg)).greyscale().raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([expected.size, expected.size]);
  const isDark = (x: number, y: number) => (pixels[(y * info.width + x) * info.channels] ?? 0) < 128;
  const drawn = expected.data.map((row, y) => row.map((_, x) => isDark(x, y)));
  expect(drawn).toEqual(expected.data);
  expect(expected.data.flat().filter(Boolean).length).toBeGreaterThan(400);
});

test("a new sign-in with a second factor starts at aal1, with aal2 as the next level", async () => {
  const { email, factor } = await createPersonWithFactor(fixture);
  const browser = await signIn(fixture, email);
  const { data } = await browser.auth.mfa.getAuthenticatorAssuranceLevel();
  expect(data).toMatchObject({ currentLevel: "aal1", nextLevel: "aal2" });
  fixture.advance(30_000);
  expect((await verifyFactor(fixture, browser, factor)).error).toBeNull();
  expect(readClaims(await accessToken(browser))["aal"]).toBe("aal2");
});

test("at aal1 a user can neither add nor remove factors nor change password or address", async () => {
  const { email, factor } = await createPersonWithFactor(fixture);
  const browser = await signIn(fixture, email);
  expect((await browser.auth.mfa.unenroll({ factorId: factor.id })).error?.code).toBe("insufficient_aal");
  expect((await browser.auth.mfa.enroll({ factorType: "totp", friendlyName: "b" })).error?.code).toBe(
    "insufficient_aal",
  );
  expect((await browser.auth.updateUser({ password: "a better password" })).error?.code).toBe("insufficient_aal");
  expect((await browser.auth.updateUser({ email: "x@mail.example" })).error?.code).toBe("insufficient_aal");
});

test("an unverified factor cannot be verified at aal1 if the account has a verified one", async () => {
  const { id, email } = await createPersonWithFactor(fixture);
  const secret = new Secret();
  const [unverified] = await fixture.sql<{ id: string }[]>`
    insert into auth.mfa_factors (user_id, factor_type, status, secret)
    values (${id}, 'totp', 'unverified', ${secret.base32}) returning id`;
  const thief = await signIn(fixture, email);
  const attempt = await verifyFactor(fixture, thief, { id: unverified?.id ?? "", totp: { secret: secret.base32 } });
  expect(attempt.error).toMatchObject({ status: 403, code: "insufficient_aal" });
  expect([...(await fixture.sql`select status from auth.mfa_factors where id = ${unverified?.id ?? ""}`)]).toEqual([
    { status: "unverified" },
  ]);
  expect((await thief.auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe("aal1");
});

test("after ten wrong codes even the right one is refused for five minutes", async () => {
  const { email, factor } = await createPersonWithFactor(fixture);
  const browser = await signIn(fixture, email);
  fixture.advance(30_000);
  for (let tries = 0; tries < 10; tries += 1) {
    expect((await verifyFactor(fixture, browser, factor, "000000")).error?.code).toBe("mfa_verification_failed");
  }
  expect((await verifyFactor(fixture, browser, factor)).error).toMatchObject({
    status: 429,
    code: "over_request_rate_limit",
  });
  fixture.advance(5 * 60_000);
  expect((await verifyFactor(fixture, browser, factor)).error).toBeNull();
});

test("a TOTP code is accepted only once within its 30 seconds", async () => {
  const { email, factor } = await createPersonWithFactor(fixture);
  fixture.advance(30_000);
  const first = await signIn(fixture, email);
  const code = totp(factor.totp.secret).generate({ timestamp: fixture.now().getTime() });
  expect((await verifyFactor(fixture, first, factor, code)).error).toBeNull();
  const second = await signIn(fixture, email);
  expect((await verifyFactor(fixture, second, factor, code)).error?.code).toBe("mfa_verification_failed");
});

test("a challenge is valid for its factor, its IP address and five minutes", async () => {
  const { email, factor } = await createPersonWithFactor(fixture);
  const browser = await signIn(fixture, email);
  fixture.advance(30_000);
  const challenge = await browser.auth.mfa.challenge({ factorId: factor.id });
  const challengeId = challenge.data?.id ?? "";
  const headers = { authorization: `Bearer ${await accessToken(browser)}` };
  const code = totp(factor.totp.secret).generate({ timestamp: fixture.now().getTime() });
  const body = JSON.stringify({ challenge_id: challengeId, code });
  const elsewhere = await fixture.send(`/factors/${factor.id}/verify`, { method: "POST", headers, body });
  expect(await elsewhere.json()).toMatchObject({ error_code: "mfa_ip_address_mismatch" });
  fixture.advance(5 * 60_000);
  const late = await browser.auth.mfa.verify({ factorId: factor.id, challengeId, code: "123456" });
  expect(late.error?.code).toBe("mfa_challenge_expired");
  const unknown = await browser.auth.mfa.verify({
    factorId: factor.id,
    challengeId: crypto.randomUUID(),
    code: "123456",
  });
  expect(unknown.error?.code).toBe("mfa_factor_not_found");
});

test("a user cannot access the factor of another account", async () => {
  const { factor } = await createPersonWithFactor(fixture);
  const stranger = await signIn(fixture, (await createPerson(fixture)).email);
  expect((await stranger.auth.mfa.challenge({ factorId: factor.id })).error).toMatchObject({
    status: 404,
    code: "mfa_factor_not_found",
  });
  expect((await stranger.auth.mfa.unenroll({ factorId: factor.id })).error?.status).toBe(404);
});

test("verifying a factor ends the sessions at aal1", async () => {
  const { email, factor } = await createPersonWithFactor(fixture);
  const half = await signIn(fixture, email);
  const browser = await signIn(fixture, email);
  fixture.advance(30_000);
  await verifyFactor(fixture, browser, factor);
  expect((await half.auth.getUser()).error?.name).toBe("AuthSessionMissingError");
  expect((await browser.auth.getUser()).error).toBeNull();
});

test("removing a factor lowers its sessions to aal1", async () => {
  const { browser, factor } = await createPersonWithFactor(fixture);
  expect((await browser.auth.mfa.unenroll({ factorId: factor.id })).data).toEqual({ id: factor.id });
  await browser.auth.refreshSession();
  expect(readClaims(await accessToken(browser))).toMatchObject({ aal: "aal1", amr: [{ method: "password" }] });
  expect((await browser.auth.mfa.listFactors()).data?.all).toEqual([]);
});

test("an aal2 token issued before the factor was removed counts as aal1", async () => {
  const { browser, factor } = await createPersonWithFactor(fixture);
  const headers = { apikey: KEYS.anonKey, authorization: `Bearer ${await accessToken(browser)}` };
  const authenticate = () => fixture.authenticate(new Request(`${SITE}/rest/v1/blog_posts`, { headers }));
  expect(await authenticate()).toMatchObject({ aal: "aal2" });
  await browser.auth.mfa.unenroll({ factorId: factor.id });
  expect(await authenticate()).toMatchObject({ role: "authenticated", aal: "aal1" });
});

test("removing the last factor ends the other sessions at aal1", async () => {
  const { id, email, browser, factor } = await createPersonWithFactor(fixture);
  const half = await signIn(fixture, email);
  const { data: spare } = await browser.auth.mfa.enroll({ factorType: "totp", friendlyName: "spare" });
  fixture.advance(30_000);
  // Verifying also ends the other sessions, so sign in again.
  expect((await verifyFactor(fixture, browser, spare)).error).toBeNull();
  expect((await half.auth.getUser()).error?.name).toBe("AuthSessionMissingError");
  const later = await signIn(fixture, email);

  expect((await browser.auth.mfa.unenroll({ factorId: spare?.id ?? "" })).error).toBeNull();
  expect((await later.auth.getUser()).error, "another factor is left").toBeNull();
  fixture.advance(30_000);
  expect((await verifyFactor(fixture, browser, factor)).error).toBeNull();

  const last = await signIn(fixture, email);
  expect((await browser.auth.mfa.unenroll({ factorId: factor.id })).error).toBeNull();
  expect((await last.auth.getUser()).error?.name).toBe("AuthSessionMissingError");
  expect((await browser.auth.getUser()).error, "the session at hand").toBeNull();
  expect(await fixture.sql`select id from auth.sessions where user_id = ${id}`).toHaveLength(1);
});

test("removing the last factor with the service key ends every session", async () => {
  const { id, email, browser, factor } = await createPersonWithFactor(fixture);
  const half = await signIn(fixture, email);
  expect((await fixture.service.auth.admin.mfa.deleteFactor({ userId: id, id: factor.id })).error).toBeNull();
  for (const ended of [half, browser]) {
    expect((await ended.auth.getUser()).error?.name).toBe("AuthSessionMissingError");
  }
});

test("a refresh token issued before the second factor works for ten more seconds", async () => {
  const raise = async () => {
    const { email } = await createPerson(fixture);
    const browser = await signIn(fixture, email);
    const body = JSON.stringify({ refresh_token: await refreshToken(browser) });
    const { data: factor } = await browser.auth.mfa.enroll({ factorType: "totp" });
    expect((await verifyFactor(fixture, browser, factor)).error).toBeNull();
    return () => fixture.send("/token?grant_type=refresh_token", { method: "POST", body });
  };
  const [refreshSoon, refreshLate] = [await raise(), await raise()];
  expect((await refreshSoon()).status).toBe(200);
  fixture.advance(11_000);
  expect(await (await refreshLate()).json()).toMatchObject({ error_code: "refresh_token_already_used" });
});

test("factor names are unique, and phones are disabled", async () => {
  const { browser } = await createPersonWithFactor(fixture);
  const twice = await browser.auth.mfa.enroll({ factorType: "totp", friendlyName: "phone" });
  expect(twice.error).toMatchObject({ status: 422, code: "mfa_factor_name_conflict" });
  const phone = await browser.auth.mfa.enroll({ factorType: "phone", phone: "+12125550142" });
  expect(phone.error?.code).toBe("mfa_phone_enroll_not_enabled");
});

function totp(secret: string): TOTP {
  return new TOTP({ secret: Secret.fromBase32(secret) });
}

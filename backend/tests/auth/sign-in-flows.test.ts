import { isAuthApiError, isAuthWeakPasswordError } from "@supabase/supabase-js";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  createPerson,
  createAuthFixture,
  newEmail,
  PASSWORD,
  readClaims,
  signIn,
  SITE,
  type AuthFixture,
} from "../../../tests/fixtures/auth/auth.ts";

let fixture: AuthFixture;
beforeAll(async () => {
  fixture = await createAuthFixture();
});
afterAll(() => fixture.close());

test("a user signs up, confirms by the mailed link, and is signed in", async () => {
  const email = newEmail();
  const browser = fixture.browser();
  const signedUp = await browser.auth.signUp({ email, password: PASSWORD, options: { data: { name: "Ada" } } });
  expect(signedUp.error).toBeNull();
  expect(signedUp.data.session).toBeNull();
  expect(signedUp.data.user).toMatchObject({
    email,
    aud: "authenticated",
    role: "authenticated",
    phone: "",
    is_anonymous: false,
    app_metadata: { provider: "email", providers: ["email"] },
    user_metadata: { name: "Ada", email, email_verified: false },
    identities: [{ provider: "email", identity_data: { email } }],
  });
  expect(signedUp.data.user?.email_confirmed_at).toBeUndefined();

  const { mail, tokenHash, type } = fixture.mailTo(email);
  expect(mail.text).toContain(`${SITE}/auth?token_hash=`);
  expect(type).toBe("signup");
  const verified = await browser.auth.verifyOtp({ token_hash: tokenHash, type: "signup" });
  expect(verified.error).toBeNull();
  expect(verified.data.session).toMatchObject({ token_type: "bearer", expires_in: 3600 });
  expect(verified.data.user?.email_confirmed_at).toBeTruthy();
  expect(verified.data.user?.user_metadata).toMatchObject({ email_verified: true });
  expect((await browser.auth.getUser()).data.user?.id).toBe(signedUp.data.user?.id);
});

test("a user confirms with the mailed code, chooses a password, and signs in with it", async () => {
  const email = newEmail();
  const browser = fixture.browser();
  await browser.auth.signUp({ email, password: PASSWORD });
  const { code } = fixture.mailTo(email);
  expect((await browser.auth.verifyOtp({ email, token: code, type: "email" })).error).toBeNull();
  expect((await browser.auth.updateUser({ password: PASSWORD })).error).toBeNull();
  await browser.auth.signOut();
  const { data, error } = await browser.auth.signInWithPassword({
    email: ` ${email.toUpperCase()} `,
    password: PASSWORD,
  });
  expect(error).toBeNull();
  expect(readClaims(data.session?.access_token ?? "")).toMatchObject({
    iss: `${SITE}/auth/v1`,
    aud: "authenticated",
    role: "authenticated",
    sub: data.user?.id,
    email,
    aal: "aal1",
    amr: [{ method: "password" }],
    is_anonymous: false,
  });
});

test("an unconfirmed address cannot sign in, and the response does not reveal the sign-up", async () => {
  const email = newEmail();
  const browser = fixture.browser({ flowType: "pkce" });
  await browser.auth.signUp({ email, password: PASSWORD });
  const unconfirmed = await browser.auth.signInWithPassword({ email, password: PASSWORD });
  expect(isAuthApiError(unconfirmed.error)).toBe(true);
  expect(unconfirmed.error).toMatchObject({
    code: "invalid_credentials",
    status: 400,
    message: "Invalid login credentials",
  });
});

test("a confirmation can be resent after a minute, and then only the newer one works", async () => {
  const email = newEmail();
  const browser = fixture.browser();
  await browser.auth.signUp({ email, password: PASSWORD });
  const first = fixture.mailTo(email);
  const tooSoon = await browser.auth.resend({ type: "signup", email });
  expect(tooSoon.error).toMatchObject({ status: 429, code: "over_email_send_rate_limit" });
  expect(tooSoon.error?.message).toMatch(/^For security purposes, you can only request this after \d+ seconds\.$/);
  fixture.advance(61_000);
  expect((await browser.auth.resend({ type: "signup", email })).error).toBeNull();
  const second = fixture.mailTo(email);
  expect((await browser.auth.verifyOtp({ token_hash: first.tokenHash, type: "signup" })).error?.code).toBe(
    "otp_expired",
  );
  expect((await browser.auth.verifyOtp({ token_hash: second.tokenHash, type: "signup" })).error).toBeNull();
});

test("weak and overlong passwords are refused with the reason", async () => {
  const { error } = await fixture.browser().auth.signUp({ email: newEmail(), password: "short" });
  expect(isAuthWeakPasswordError(error)).toBe(true);
  expect(error).toMatchObject({ status: 422, code: "weak_password", reasons: ["length"] });
  const long = await fixture.browser().auth.signUp({ email: newEmail(), password: "x".repeat(73) });
  expect(long.error).toMatchObject({ status: 400, message: "Password cannot be longer than 72 characters" });
});

test("a forgotten password is replaced by the mailed link, which ends the other sessions", async () => {
  const { email } = await createPerson(fixture);
  const elsewhere = await signIn(fixture, email);
  const browser = fixture.browser();
  expect(await browser.auth.resetPasswordForEmail(email)).toMatchObject({ error: null });
  const { tokenHash, type } = fixture.mailTo(email);
  expect(type).toBe("recovery");
  expect((await browser.auth.verifyOtp({ token_hash: tokenHash, type: "recovery" })).error).toBeNull();
  expect((await browser.auth.updateUser({ password: "an altogether new one" })).error).toBeNull();
  const { mail } = fixture.mailTo(email);
  expect(mail.kind).toBe("auth-password-changed");
  expect(mail.text, "leads to a new password").toContain(`${SITE}/auth?forgotten`);

  expect((await elsewhere.auth.getUser()).error?.name).toBe("AuthSessionMissingError");
  expect((await browser.auth.getUser()).error).toBeNull();
  expect((await fixture.browser().auth.signInWithPassword({ email, password: PASSWORD })).error).not.toBeNull();
  await signIn(fixture, email, "an altogether new one");
});

test("a magic link signs in, and creates an account for an unknown address", async () => {
  const { email } = await createPerson(fixture);
  const browser = fixture.browser();
  expect((await browser.auth.signInWithOtp({ email })).error).toBeNull();
  const known = fixture.mailTo(email);
  expect(known.type).toBe("magiclink");
  expect((await browser.auth.verifyOtp({ token_hash: known.tokenHash, type: "magiclink" })).error).toBeNull();

  const fresh = newEmail();
  expect((await browser.auth.signInWithOtp({ email: fresh })).error).toBeNull();
  const { data, error } = await browser.auth.verifyOtp({
    email: fresh,
    token: fixture.mailTo(fresh).code,
    type: "email",
  });
  expect(error).toBeNull();
  expect(data.user?.email).toBe(fresh);

  const nobody = newEmail();
  const unsent = await browser.auth.signInWithOtp({ email: nobody, options: { shouldCreateUser: false } });
  expect(unsent.error).toBeNull();
  expect(fixture.mails.some(({ to }) => to === nobody)).toBe(false);
});

test("opening a link redirects with the session in the fragment, once", async () => {
  const { email } = await createPerson(fixture);
  await fixture.browser().auth.signInWithOtp({ email });
  const { tokenHash } = fixture.mailTo(email);
  const path = `/verify?token=${tokenHash}&type=magiclink&redirect_to=${encodeURIComponent(`${SITE}/account?tab=1`)}`;
  const first = await fixture.send(path, { headers: { apikey: "" } });
  expect(first.status).toBe(303);
  const target = new URL(first.headers.get("location") ?? "");
  expect(`${target.origin}${target.pathname}${target.search}`).toBe(`${SITE}/account?tab=1`);
  const fields = new URLSearchParams(target.hash.slice(1));
  expect([...fields.keys()]).toEqual([
    "access_token",
    "expires_at",
    "expires_in",
    "refresh_token",
    "token_type",
    "type",
  ]);
  const { error } = await fixture.browser().auth.setSession({
    access_token: fields.get("access_token") ?? "",
    refresh_token: fields.get("refresh_token") ?? "",
  });
  expect(error).toBeNull();

  const second = await fixture.send(path);
  expect(second.headers.get("location")).toBe(
    `${SITE}/account#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired`,
  );
});

test("a PKCE link yields a code that only the requesting browser can exchange, once", async () => {
  const { email } = await createPerson(fixture);
  const browser = fixture.browser({ flowType: "pkce" });
  await browser.auth.signInWithOtp({ email, options: { emailRedirectTo: `${SITE}/account` } });
  const { tokenHash } = fixture.mailTo(email);
  expect(tokenHash).toMatch(/^pkce_/);
  const opened = await fixture.send(`/verify?token=${tokenHash}&type=magiclink&redirect_to=${SITE}/account`);
  const target = new URL(opened.headers.get("location") ?? "");
  expect(target.hash).toBe("");
  const code = target.searchParams.get("code") ?? "";
  const { data, error } = await browser.auth.exchangeCodeForSession(code);
  expect(error).toBeNull();
  expect(data.user?.email).toBe(email);
  expect(readClaims(data.session?.access_token ?? "")).toMatchObject({ amr: [{ method: "magiclink" }] });
  const again = await exchange(code, "x".repeat(43));
  expect(again).toMatchObject({ status: 404, body: { code: 404, error_code: "flow_state_not_found" } });
});

test("a PKCE code with the wrong verifier, or after five minutes, is refused", async () => {
  const { email } = await createPerson(fixture);
  const open = async () => {
    fixture.advance(61_000);
    await fixture.browser({ flowType: "pkce" }).auth.signInWithOtp({ email });
    const opened = await fixture.send(`/verify?token=${fixture.mailTo(email).tokenHash}&type=magiclink`);
    return new URL(opened.headers.get("location") ?? "").searchParams.get("code") ?? "";
  };
  expect(await exchange(await open(), "x".repeat(43))).toMatchObject({ body: { error_code: "bad_code_verifier" } });
  const late = await open();
  fixture.advance(5 * 60_000 + 1000);
  expect(await exchange(late, "x".repeat(43))).toMatchObject({
    status: 403,
    body: { error_code: "flow_state_expired" },
  });
  expect(await exchange("", "")).toMatchObject({ status: 400 });
});

async function exchange(code: string, verifier: string) {
  const body = JSON.stringify({ auth_code: code, code_verifier: verifier });
  const response = await fixture.send("/token?grant_type=pkce", { method: "POST", body });
  return { status: response.status, body: (await response.json()) as unknown };
}

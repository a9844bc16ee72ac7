import { afterAll, beforeAll, expect, test } from "vitest";
import {
  accessToken,
  createPerson,
  createAuthFixture,
  newEmail,
  PASSWORD,
  signIn,
  SITE,
  type AuthFixture,
} from "../../../tests/fixtures/auth/auth.ts";
import { removeExpired } from "../../auth/cleanup.ts";

let fixture: AuthFixture;
beforeAll(async () => {
  fixture = await createAuthFixture();
});
afterAll(() => fixture.close());

test("errors have the original format of GoTrue, and the newer one for clients that request it", async () => {
  const body = JSON.stringify({ email: newEmail(), password: "wrong password" });
  const path = "/token?grant_type=password";
  const old = await fixture.send(path, { method: "POST", body });
  expect(old.headers.get("x-supabase-api-version")).toBeNull();
  expect(await old.json()).toEqual({ code: 400, error_code: "invalid_credentials", msg: "Invalid login credentials" });
  const headers = { "x-supabase-api-version": "2024-01-01" };
  const now = await fixture.send(path, { method: "POST", body, headers });
  expect(now.headers.get("x-supabase-api-version")).toBe("2024-01-01");
  expect(await now.json()).toEqual({ code: "invalid_credentials", message: "Invalid login credentials" });
  const weak = await fixture.send("/signup", {
    method: "POST",
    body: JSON.stringify({ email: newEmail(), password: "x" }),
  });
  expect(weak.status).toBe(422);
  expect(await weak.json()).toMatchObject({
    code: 422,
    error_code: "weak_password",
    weak_password: { reasons: ["length"] },
  });
});

test("incomplete credentials are refused with the message of GoTrue", async () => {
  const message = "You must provide either an email or phone number and a password";
  const bodies = [{ email: "a@mail.example" }, { password: PASSWORD }, { email: "a@mail.example", password: "" }];
  for (const body of bodies) {
    for (const path of ["/signup", "/token?grant_type=password"]) {
      const response = await fixture.send(path, { method: "POST", body: JSON.stringify(body) });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ error_code: "validation_failed", msg: message });
    }
  }
  expect((await fixture.browser().auth.signInAnonymously()).error).toMatchObject({
    status: 422,
    code: "anonymous_provider_disabled",
  });
});

test("disabled providers respond as those of Supabase do", async () => {
  const { email } = await createPerson(fixture);
  const browser = await signIn(fixture, email);
  const idToken = await browser.auth.signInWithIdToken({ provider: "google", token: "x" });
  expect(idToken.error).toMatchObject({ status: 400, code: "provider_disabled" });
  expect((await browser.auth.signInWithSSO({ domain: "mail.example" })).error).toMatchObject({
    status: 404,
    code: "saml_provider_disabled",
  });
  expect((await browser.auth.linkIdentity({ provider: "github" })).error).toMatchObject({
    status: 404,
    code: "manual_linking_disabled",
  });
  const { data } = await browser.auth.getUserIdentities();
  const [identity] = data?.identities ?? [];
  if (!identity) throw new Error("No identity");
  expect((await browser.auth.unlinkIdentity(identity)).error?.code).toBe("manual_linking_disabled");
  const authorize = await fixture.send("/authorize?provider=google", { headers: { apikey: "" } });
  expect(await authorize.json()).toEqual({
    code: 400,
    error_code: "validation_failed",
    msg: "Unsupported provider: provider is not enabled",
  });
  expect((await browser.auth.signInWithOtp({ phone: "+12125550142" })).error?.code).toBe("phone_provider_disabled");
  expect((await browser.auth.signUp({ phone: "+12125550142", password: PASSWORD })).error?.code).toBe(
    "phone_provider_disabled",
  );
});

test("settings and health are available", async () => {
  expect(await (await fixture.send("/settings")).json()).toMatchObject({
    external: { email: true, phone: false, google: false },
    disable_signup: false,
    mailer_autoconfirm: false,
  });
  expect(await (await fixture.send("/health")).json()).toMatchObject({ name: "GoTrue" });
});

test("a link redirects only to this site and to allowed URLs, otherwise to the home page", async () => {
  const { email } = await createPerson(fixture);
  const targets = [
    [`${SITE}/account`, `${SITE}/account`],
    ["https://partner.example/welcome/back?x=1", "https://partner.example/welcome/back?x=1"],
    ["https://partner.example/elsewhere", SITE],
    ["https://partner.example/welcomeback", SITE],
    ["https://partner.example.evil.example/welcome", SITE],
    ["https://evil.example", SITE],
    [`${SITE}@evil.example/`, SITE],
    [`http://localhost:4321@evil.example/`, SITE],
    ["//evil.example", SITE],
    ["\\\\evil.example", SITE],
    ["javascript:alert(1)", SITE],
    ["data:text/html,x", SITE],
    ["/relative", SITE],
    ["", SITE],
  ] as const;
  for (const [wanted, expected] of targets) {
    fixture.advance(3600_000);
    await fixture.browser().auth.signInWithOtp({ email, options: { emailRedirectTo: wanted } });
    const { mail, tokenHash } = fixture.mailTo(email);
    expect(mail.text).not.toContain("evil.example");
    const query = new URLSearchParams({ token: tokenHash, type: "magiclink", redirect_to: wanted });
    const opened = await fixture.send(`/verify?${query.toString()}`);
    const location = opened.headers.get("location") ?? "";
    expect(new URL(location).origin, wanted).toBe(new URL(expected).origin);
    expect(location.split("#")[0], wanted).toBe(new URL(expected).href);
  }
});

test("names of Object.prototype are refused as link types and providers", async () => {
  for (const name of ["constructor", "__proto__", "toString"]) {
    const body = (fields: object) => ({ method: "POST", body: JSON.stringify(fields) });
    expect((await fixture.send("/verify", body({ type: name, token_hash: "x" }))).status).toBe(400);
    expect((await fixture.send(`/verify?type=${name}&token=x`)).status).toBe(400);
    const provider = await fixture.send("/token?grant_type=id_token", body({ provider: name, id_token: "x" }));
    expect(await provider.json()).toMatchObject({ error_code: "validation_failed" });
  }
});

test("bodies that are malformed, too large or of the wrong type are refused", async () => {
  const post = (path: string, body: string) => fixture.send(path, { method: "POST", body });
  const malformed = ["{", "[]", '"x"', "null", "1", '{"email":1}', '{"email":{"a":1}}', '{"email":["a@b.example"]}'];
  for (const path of [
    "/signup",
    "/token?grant_type=password",
    "/otp",
    "/recover",
    "/resend",
    "/verify",
    "/token?grant_type=refresh_token",
    "/token?grant_type=pkce",
  ]) {
    for (const body of malformed) expect((await post(path, body)).status, `${path} ${body}`).toBe(400);
    expect((await post(path, JSON.stringify({ email: "x".repeat(70_000) }))).status).toBe(413);
  }
  const strange = await post(
    "/signup",
    String.raw`{"email":"a@mail.example","password":"12345678","data":{"x":"\u0000"}}`,
  );
  expect(strange.status).toBe(400);
  const half = await post(
    "/signup",
    String.raw`{"email":"b@mail.example","password":"12345678","data":{"x":"\ud800"}}`,
  );
  expect(half.status).toBe(400);
  expect((await post("/token?grant_type=magic", "{}")).status).toBe(400);
  const nowhere = await post("/nowhere", "{}");
  expect(nowhere.status).toBe(404);
  expect(await nowhere.json()).toEqual({ code: 404, error_code: "validation_failed", msg: "404 page not found" });
});

test("invalid addresses are refused", async () => {
  const odd = [
    "x",
    "@x.example",
    "a@",
    "a@b",
    "a b@c.example",
    "a@b..example",
    `${"a".repeat(65)}@c.example`,
    "a@c.example\nbcc: d@e.example",
    "a,b@c.example",
    "<a@c.example>",
  ];
  for (const email of odd) {
    const { error } = await fixture.browser().auth.signUp({ email, password: PASSWORD });
    expect(error, email).toMatchObject({ status: 400, code: "validation_failed" });
  }
});

test("a sign-up cannot set role, app_metadata or confirmation", async () => {
  const email = newEmail();
  const protectedFields = {
    role: "service_role",
    app_metadata: { admin: true },
    email_confirmed_at: "2020-01-01",
    email_confirm: true,
    is_super_admin: true,
  };
  const body = JSON.stringify({
    email,
    password: PASSWORD,
    ...protectedFields,
    data: { email_verified: true, sub: "x" },
  });
  const response = await fixture.send("/signup", { method: "POST", body });
  expect(response.status).toBe(200);
  const [user] = await fixture.sql`
    select role, is_super_admin, email_confirmed_at, raw_app_meta_data, raw_user_meta_data ->> 'email_verified' as verified
    from auth.users where email = ${email}`;
  expect(user).toEqual({
    role: "authenticated",
    is_super_admin: null,
    email_confirmed_at: null,
    raw_app_meta_data: { provider: "email", providers: ["email"] },
    verified: "false",
  });
});

test("responses with sessions are not cacheable", async () => {
  const { email } = await createPerson(fixture);
  const body = JSON.stringify({ email, password: PASSWORD });
  const response = await fixture.send("/token?grant_type=password", { method: "POST", body });
  expect(response.headers.get("cache-control")).toBe("no-store");
});

test("account events are written to the audit log", async () => {
  const { email } = await createPerson(fixture);
  const browser = await signIn(fixture, email);
  await browser.auth.updateUser({ password: "a better password" });
  await browser.auth.refreshSession();
  const headers = { authorization: `Bearer ${await accessToken(browser)}` };
  await fixture.send("/logout", { method: "POST", headers, address: "192.0.2.44" });
  const rows = await fixture.sql<{ action: string; ip_address: string }[]>`
    select payload ->> 'action' as action, ip_address from auth.audit_log_entries
    where payload ->> 'actor_username' = ${email} order by created_at`;
  expect(rows.map(({ action }) => action)).toEqual([
    "login",
    "user_updated_password",
    "user_modified",
    "token_refreshed",
    "logout",
  ]);
  expect(rows.at(-1)?.ip_address).toBe("192.0.2.44");
});

test("passwords are stored as bcrypt with cost ten, and $2a$ hashes are accepted", async () => {
  const { id, email } = await createPerson(fixture);
  const [user] = await fixture.sql<
    { encrypted_password: string }[]
  >`select encrypted_password from auth.users where id = ${id}`;
  expect(user?.encrypted_password).toMatch(/^\$2b\$10\$/);
  await fixture.sql`update auth.users set encrypted_password = ${(user?.encrypted_password ?? "").replace("$2b$", "$2a$")} where id = ${id}`;
  await signIn(fixture, email);
});

test("a mail scanner's HEAD request does not use up a link", async () => {
  const { email } = await createPerson(fixture);
  await fixture.browser().auth.signInWithOtp({ email });
  const { tokenHash } = fixture.mailTo(email);
  const head = await fixture.send(`/verify?token=${tokenHash}&type=magiclink`, { method: "HEAD" });
  expect(head.status).toBe(405);
  expect((await fixture.browser().auth.verifyOtp({ token_hash: tokenHash, type: "magiclink" })).error).toBeNull();
});

test("cleanup removes only expired rows", async () => {
  const { id, email } = await createPerson(fixture);
  const browser = await signIn(fixture, email);
  await browser.auth.mfa.enroll({ factorType: "totp" });
  await fixture.browser({ flowType: "pkce" }).auth.signInWithOtp({ email });
  const cleanUpAndCount = async () => {
    await removeExpired({ sql: fixture.sql, clock: () => fixture.now() });
    const [row] = await fixture.sql`
      select (select count(*)::int from auth.one_time_tokens where user_id = ${id}) as tokens,
        (select count(*)::int from auth.flow_state where user_id = ${id}) as flows,
        (select count(*)::int from auth.mfa_factors where user_id = ${id}) as factors`;
    return row;
  };
  expect(await cleanUpAndCount()).toEqual({ tokens: 1, flows: 1, factors: 1 });
  fixture.advance(25 * 3600_000);
  expect(await cleanUpAndCount()).toEqual({ tokens: 0, flows: 0, factors: 0 });
  expect((await browser.auth.refreshSession()).error).toBeNull();
});

import { afterAll, beforeAll, expect, test } from "vitest";
import {
  accessToken,
  createPerson,
  createAuthFixture,
  KEYS,
  newEmail,
  PASSWORD,
  refreshToken,
  signIn,
  SITE,
  type AuthFixture,
} from "../../../tests/fixtures/auth/auth.ts";

let fixture: AuthFixture;
beforeAll(async () => {
  fixture = await createAuthFixture();
});
afterAll(() => fixture.close());

const admin = () => fixture.service.auth.admin;

test("the service key can create, read and update accounts", async () => {
  const email = newEmail();
  const { data, error } = await admin().createUser({
    email,
    password: PASSWORD,
    email_confirm: true,
    user_metadata: { name: "Ada" },
    app_metadata: { team: "research" },
  });
  expect(error).toBeNull();
  const id = data.user?.id ?? "";
  const { data: read } = await admin().getUserById(id);
  expect(read.user?.user_metadata, "exactly what was given").toEqual({ name: "Ada" });
  expect(read.user).toMatchObject({
    email,
    identities: [{ identity_data: { sub: id, email, email_verified: true } }],
    app_metadata: { provider: "email", providers: ["email"], team: "research" },
  });
  const next = newEmail();
  const updated = await admin().updateUserById(id, { email: next, app_metadata: { team: null, level: 2 } });
  expect(updated.data.user).toMatchObject({ email: next, app_metadata: { level: 2 } });
  expect(updated.data.user?.app_metadata).not.toHaveProperty("team");
  await signIn(fixture, next);
});

test("a second account with the same address is refused, and an unknown account is not found", async () => {
  const { id, email } = await createPerson(fixture);
  expect((await admin().createUser({ email, password: PASSWORD })).error).toMatchObject({
    status: 422,
    code: "email_exists",
  });
  const other = await createPerson(fixture);
  expect((await admin().updateUserById(id, { email: other.email })).error?.code).toBe("email_exists");
  expect((await admin().getUserById(crypto.randomUUID())).error).toMatchObject({ status: 404, code: "user_not_found" });
  expect((await admin().createUser({ password: PASSWORD })).error).toMatchObject({
    status: 400,
    code: "validation_failed",
  });
});

test("accounts are listed in pages, newest first, with the total", async () => {
  const fresh = await createAuthFixture();
  try {
    const emails: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      fresh.advance(1000);
      emails.unshift((await createPerson(fresh)).email);
    }
    const { data } = await fresh.service.auth.admin.listUsers({ page: 2, perPage: 2 });
    expect(data.users.map(({ email }) => email)).toEqual(emails.slice(2, 4));
    expect(data).toMatchObject({ aud: "authenticated", total: 5, nextPage: 3, lastPage: 3 });
    const all = await fresh.service.auth.admin.listUsers();
    expect(all.data.users).toHaveLength(5);
  } finally {
    await fresh.close();
  }
});

test.each([
  "page=-1",
  "page=0",
  "page=x",
  "page=1.5",
  "page=1e3",
  "page=99999999999999999999",
  "per_page=-5",
  "per_page=0",
])("a list request with %s is refused", async (query) => {
  const response = await fixture.send(`/admin/users?${query}`, {
    headers: { authorization: `Bearer ${KEYS.serviceRoleKey}` },
  });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ msg: "page and per_page must be whole numbers from 1" });
});

test("a ban ends all sessions at once and prevents signing in until it expires", async () => {
  const { id, email } = await createPerson(fixture);
  const browser = await signIn(fixture, email);
  const refresh = await refreshToken(browser);
  expect((await admin().updateUserById(id, { ban_duration: "1h30m" })).data.user?.banned_until).toBeTruthy();
  expect((await browser.auth.getUser()).error?.name).toBe("AuthSessionMissingError");
  expect((await fixture.browser().auth.refreshSession({ refresh_token: refresh })).error).not.toBeNull();
  const refused = await fixture.browser().auth.signInWithPassword({ email, password: PASSWORD });
  expect(refused.error).toMatchObject({ status: 400, code: "user_banned" });
  const wrong = await fixture.browser().auth.signInWithPassword({ email, password: "not the password" });
  expect(wrong.error?.code).toBe("invalid_credentials");
  const mails = fixture.mails.length;
  await fixture.browser().auth.resetPasswordForEmail(email);
  expect(fixture.mails).toHaveLength(mails);
  fixture.advance(90 * 60_000);
  await signIn(fixture, email);
});

test("a ban can be lifted, and a malformed duration is refused", async () => {
  const { id, email } = await createPerson(fixture);
  await admin().updateUserById(id, { ban_duration: "24h" });
  await admin().updateUserById(id, { ban_duration: "none" });
  await signIn(fixture, email);
  expect((await admin().updateUserById(id, { ban_duration: "forever" })).error).toMatchObject({
    status: 400,
    code: "validation_failed",
  });
});

test("a deleted account loses its sessions, and a soft-deleted one keeps only its id", async () => {
  const [hard, soft] = [await createPerson(fixture), await createPerson(fixture)];
  const [one, two] = [await signIn(fixture, hard.email), await signIn(fixture, soft.email)];
  expect((await admin().deleteUser(hard.id)).error).toBeNull();
  expect((await admin().deleteUser(soft.id, true)).error).toBeNull();
  expect((await one.auth.getUser()).error).not.toBeNull();
  expect((await two.auth.getUser()).error).not.toBeNull();
  expect(await fixture.sql`select id from auth.users where id = ${hard.id}`).toHaveLength(0);
  const [kept] = await fixture.sql`select row_to_json(u)::text as row from auth.users u where id = ${soft.id}`;
  expect(kept?.["row"]).not.toContain(soft.email);
  expect((await fixture.browser().auth.signInWithPassword({ email: soft.email, password: PASSWORD })).error?.code).toBe(
    "invalid_credentials",
  );
  await createPerson(fixture, soft.email);
});

test("a password set with the service key ends the sessions of the account", async () => {
  const { id, email } = await createPerson(fixture);
  const browser = await signIn(fixture, email);
  await admin().updateUserById(id, { password: "set by the service" });
  expect((await browser.auth.getUser()).error?.name).toBe("AuthSessionMissingError");
  await signIn(fixture, email, "set by the service");
});

test("an address, password or ban set with the service key invalidates links and codes mailed before", async () => {
  const changes = [{ email: newEmail() }, { password: "set by the service" }, { ban_duration: "1m" }];
  for (const change of changes) {
    const { id, email } = await createPerson(fixture);
    const browser = await signIn(fixture, email);
    const moving = newEmail();
    await browser.auth.updateUser({ email: moving });
    const pending = [fixture.mailTo(email).tokenHash, fixture.mailTo(moving).tokenHash];
    await fixture.browser({ flowType: "pkce" }).auth.resetPasswordForEmail(email);
    const { tokenHash } = fixture.mailTo(email);
    expect((await admin().updateUserById(id, change)).error).toBeNull();
    fixture.advance(61_000);
    for (const token_hash of pending) {
      const late = await fixture.browser().auth.verifyOtp({ token_hash, type: "email_change" });
      expect(late.error?.code).toBe("otp_expired");
    }
    expect((await fixture.browser().auth.verifyOtp({ token_hash: tokenHash, type: "recovery" })).error?.code).toBe(
      "otp_expired",
    );
    expect(await fixture.sql`select id from auth.flow_state where user_id = ${id}`).toHaveLength(0);
    expect((await admin().getUserById(id)).data.user?.new_email).toBeUndefined();
  }
});

test("metadata set together with a new address does not restore the old address", async () => {
  const { id } = await createPerson(fixture);
  const email = newEmail();
  const { data } = await admin().updateUserById(id, { email, user_metadata: { name: "Ada" } });
  expect(data.user?.user_metadata).toMatchObject({ name: "Ada", email, email_verified: true });
});

test("an invited user accepts by the mailed link and chooses a password", async () => {
  const email = newEmail();
  const { data, error } = await admin().inviteUserByEmail(email, { data: { name: "Ada" } });
  expect(error).toBeNull();
  expect(data.user?.invited_at).toBeTruthy();
  const { tokenHash, type } = fixture.mailTo(email);
  expect(type).toBe("invite");
  const browser = fixture.browser();
  expect((await browser.auth.verifyOtp({ token_hash: tokenHash, type: "invite" })).error).toBeNull();
  expect((await browser.auth.updateUser({ password: PASSWORD })).error).toBeNull();
  await signIn(fixture, email);
  expect((await admin().inviteUserByEmail(email)).error?.code).toBe("email_exists");
});

test("signing up with an invited address neither replaces the account nor gives access to it", async () => {
  const email = newEmail();
  const { data } = await admin().inviteUserByEmail(email);
  await fixture.browser().auth.signUp({ email, password: "of an attacker" });
  expect(await fixture.sql`select id from auth.users where email = ${email}`).toEqual([{ id: data.user?.id }]);
  await fixture.browser().auth.verifyOtp({ token_hash: fixture.mailTo(email).tokenHash, type: "invite" });
  const refused = await fixture.browser().auth.signInWithPassword({ email, password: "of an attacker" });
  expect(refused.error?.code).toBe("invalid_credentials");
});

test("links of every type can be generated without sending mail", async () => {
  const { email } = await createPerson(fixture);
  const mails = fixture.mails.length;
  const recovery = await admin().generateLink({ type: "recovery", email, options: { redirectTo: `${SITE}/account` } });
  expect(recovery.data.properties).toMatchObject({ verification_type: "recovery", redirect_to: `${SITE}/account` });
  const { action_link: link, hashed_token: secret } = recovery.data.properties ?? {};
  expect(link).toBe(`${SITE}/auth?token_hash=${secret}&type=recovery&next=%2Faccount`);
  const redirectTo = "https://partner.example/welcome";
  const partner = await admin().generateLink({ type: "recovery", email, options: { redirectTo } });
  const opened = await fixture.send((partner.data.properties?.action_link ?? "").replace(`${SITE}/auth/v1`, ""));
  expect(opened.headers.get("location"), "another site reads the hash").toContain(`${redirectTo}#access_token=`);
  const magic = await admin().generateLink({ type: "magiclink", email });
  const code = magic.data.properties?.email_otp ?? "";
  expect((await fixture.browser().auth.verifyOtp({ email, token: code, type: "email" })).error).toBeNull();

  const fresh = newEmail();
  const signup = await admin().generateLink({
    type: "signup",
    email: fresh,
    password: PASSWORD,
    options: { data: { status: "alpha" } },
  });
  expect(signup.data.user?.user_metadata, "as given").toEqual({ status: "alpha" });
  const token_hash = signup.data.properties?.hashed_token ?? "";
  expect((await fixture.browser().auth.verifyOtp({ token_hash, type: "signup" })).error).toBeNull();
  await signIn(fixture, fresh);

  const next = newEmail();
  const current = await admin().generateLink({ type: "email_change_current", email, newEmail: next });
  const changed = await admin().generateLink({ type: "email_change_new", email, newEmail: next });
  for (const { data } of [current, changed]) {
    const hash = data.properties?.hashed_token ?? "";
    expect((await fixture.browser().auth.verifyOtp({ token_hash: hash, type: "email_change" })).error).toBeNull();
  }
  await signIn(fixture, next);

  expect((await admin().generateLink({ type: "invite", email: newEmail() })).data.properties?.verification_type).toBe(
    "invite",
  );
  expect((await admin().generateLink({ type: "recovery", email: newEmail() })).error?.code).toBe("user_not_found");
  expect(fixture.mails.slice(mails).filter(({ kind }) => kind !== "auth-email-changed")).toEqual([]);
});

test("the service key can list and delete second factors", async () => {
  const { id, email } = await createPerson(fixture);
  const browser = await signIn(fixture, email);
  const { data: factor } = await browser.auth.mfa.enroll({ factorType: "totp", friendlyName: "phone" });
  const listed = await admin().mfa.listFactors({ userId: id });
  expect(listed.data?.factors).toMatchObject([{ id: factor?.id, status: "unverified" }]);
  expect((await admin().mfa.deleteFactor({ userId: id, id: factor?.id ?? "" })).error).toBeNull();
  expect((await admin().mfa.listFactors({ userId: id })).data?.factors).toEqual([]);
});

test("admin endpoints refuse the anon key and user tokens", async () => {
  const { id, email } = await createPerson(fixture);
  const browser = await signIn(fixture, email);
  const endpoints = [
    ["GET", "/admin/users"],
    ["POST", "/admin/users"],
    ["GET", `/admin/users/${id}`],
    ["PUT", `/admin/users/${id}`],
    ["DELETE", `/admin/users/${id}`],
    ["GET", `/admin/users/${id}/factors`],
    ["DELETE", `/admin/users/${id}/factors/${id}`],
    ["POST", "/admin/generate_link"],
    ["POST", "/invite"],
  ] as const;
  for (const bearer of [KEYS.anonKey, await accessToken(browser)]) {
    for (const [method, path] of endpoints) {
      const response = await fixture.send(path, { method, headers: { authorization: `Bearer ${bearer}` } });
      expect(response.status, `${method} ${path}`).toBe(403);
      expect(await response.json()).toMatchObject({ error_code: "not_admin", msg: "User not allowed" });
    }
  }
  expect((await fixture.send("/admin/users")).status).toBe(401);
});

test("an account cannot get another database role", async () => {
  const { error } = await admin().createUser({ email: newEmail(), password: PASSWORD, role: "service_role" });
  expect(error).toMatchObject({ status: 400, code: "validation_failed" });
});

test("the last administrator cannot be deleted, and the response says why", async () => {
  const { id, email } = await createPerson(fixture);
  const other = await createPerson(fixture);
  await fixture.sql`insert into user_roles (user_id, role) values (${id}, 'admin'), (${other.id}, 'admin')`;
  expect((await admin().deleteUser(other.id, true)).error).toBeNull();
  for (const isSoft of [false, true]) {
    expect((await admin().deleteUser(id, isSoft)).error).toMatchObject({
      status: 422,
      message: "The last administrator cannot be removed.",
    });
  }
  await signIn(fixture, email);
});

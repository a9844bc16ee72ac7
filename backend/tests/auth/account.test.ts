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

const DAY_MS = 24 * 3600_000;

let fixture: AuthFixture;
beforeAll(async () => {
  fixture = await createAuthFixture();
});
afterAll(() => fixture.close());

test("a change of address needs confirmation from both mailboxes, in any order, and notifies the old one", async () => {
  const { id, email } = await createPerson(fixture);
  const next = newEmail();
  const browser = await signIn(fixture, email);
  const requested = await browser.auth.updateUser({ email: next });
  expect(requested.data.user).toMatchObject({ email, new_email: next });
  const [toNew, toOld] = [fixture.mailTo(next), fixture.mailTo(email)];

  const first = await browser.auth.verifyOtp({ token_hash: toNew.tokenHash, type: "email_change" });
  expect(first).toMatchObject({ error: null, data: { session: null, user: null } });
  expect((await browser.auth.getUser()).data.user?.email).toBe(email);
  const second = await browser.auth.verifyOtp({ email, token: toOld.code, type: "email_change" });
  expect(second.error).toBeNull();
  expect(second.data.user).toMatchObject({ id, email: next, identities: [{ identity_data: { email: next } }] });
  expect(second.data.user?.new_email).toBeUndefined();
  expect(fixture.mailTo(email).mail.kind).toBe("auth-email-changed");
  await signIn(fixture, next);
});

test("one mailbox alone cannot complete a change of address", async () => {
  const { email } = await createPerson(fixture);
  const next = newEmail();
  const browser = await signIn(fixture, email);
  await browser.auth.updateUser({ email: next });
  const { tokenHash, code } = fixture.mailTo(next);
  await browser.auth.verifyOtp({ token_hash: tokenHash, type: "email_change" });
  expect((await browser.auth.verifyOtp({ token_hash: tokenHash, type: "email_change" })).error?.code).toBe(
    "otp_expired",
  );
  expect((await browser.auth.verifyOtp({ email: next, token: code, type: "email_change" })).error?.code).toBe(
    "otp_expired",
  );
  expect((await browser.auth.getUser()).data.user?.email).toBe(email);
});

test("concurrent confirmations complete the change", async () => {
  const { email } = await createPerson(fixture);
  const next = newEmail();
  const browser = await signIn(fixture, email);
  await browser.auth.updateUser({ email: next });
  const hashes = [fixture.mailTo(next).tokenHash, fixture.mailTo(email).tokenHash];
  const opened = await Promise.all(hashes.map((hash) => fixture.send(`/verify?token=${hash}&type=email_change`)));
  const locations = opened.map((response) => response.headers.get("location") ?? "").toSorted();
  expect(locations[0]).toContain(`${SITE}/#access_token=`);
  expect(locations[1]).toContain(`${SITE}/#message=Confirmation+link+accepted`);
  await signIn(fixture, next);
});

test("a change to the address of another account gets the usual response and is never completed", async () => {
  const { email } = await createPerson(fixture);
  const other = await createPerson(fixture);
  const browser = await signIn(fixture, email);
  const { data, error } = await browser.auth.updateUser({ email: other.email });
  expect(error).toBeNull();
  expect(data.user).toMatchObject({ email, new_email: other.email });
  expect(fixture.mailTo(other.email).mail.kind).toBe("auth-account-exists");
  expect(fixture.mailTo(other.email).mail.text).not.toContain("token_hash");
  const first = await browser.auth.verifyOtp({ token_hash: fixture.mailTo(email).tokenHash, type: "email_change" });
  expect(first).toMatchObject({ error: null, data: { session: null } });
  await signIn(fixture, other.email);
  await signIn(fixture, email);
});

test("an old session can change the password only with the mailed nonce, which works once", async () => {
  const { email } = await createPerson(fixture);
  const browser = await signIn(fixture, email);
  fixture.advance(DAY_MS + 60_000);
  await browser.auth.refreshSession();
  const bare = await browser.auth.updateUser({ password: "a better password" });
  expect(bare.error).toMatchObject({ status: 400, code: "reauthentication_needed" });
  expect((await browser.auth.reauthenticate()).error).toBeNull();
  const { mail, code } = fixture.mailTo(email);
  expect(mail.kind).toBe("auth-reauthentication");
  const wrong = await browser.auth.updateUser({
    password: "a better password",
    nonce: code === "000000" ? "1" : "000000",
  });
  expect(wrong.error).toMatchObject({ status: 422, code: "reauthentication_not_valid" });
  expect((await browser.auth.updateUser({ password: "a better password", nonce: code })).error).toBeNull();
  expect((await browser.auth.updateUser({ password: "a password later that day" })).error).toBeNull();
  const again = await browser.auth.updateUser({ password: "yet another password", nonce: code });
  expect(again.error?.code).toBe("reauthentication_not_valid");
});

test("a nonce of another account is refused", async () => {
  const [mine, theirs] = [await createPerson(fixture), await createPerson(fixture)];
  const [browser, other] = [await signIn(fixture, mine.email), await signIn(fixture, theirs.email)];
  fixture.advance(DAY_MS + 60_000);
  await browser.auth.refreshSession();
  await other.auth.refreshSession();
  await other.auth.reauthenticate();
  const nonce = fixture.mailTo(theirs.email).code;
  const { error } = await browser.auth.updateUser({ password: "a better password", nonce });
  expect(error?.code).toBe("reauthentication_not_valid");
});

test("the current password and a weak password are refused as new passwords", async () => {
  const { email } = await createPerson(fixture);
  const browser = await signIn(fixture, email);
  expect((await browser.auth.updateUser({ password: PASSWORD })).error?.code).toBe("same_password");
  expect((await browser.auth.updateUser({ password: "short" })).error?.name).toBe("AuthWeakPasswordError");
  await signIn(fixture, email);
});

test("a user can change their own metadata and no protected field", async () => {
  const { id, email } = await createPerson(fixture);
  const browser = await signIn(fixture, email);
  const { data } = await browser.auth.updateUser({ data: { name: "Ada", title: "Countess" } });
  expect(data.user?.user_metadata).toEqual({ name: "Ada", title: "Countess" });
  const removed = await browser.auth.updateUser({ data: { title: null } });
  expect(removed.data.user?.user_metadata).toEqual({ name: "Ada" });

  const before =
    await fixture.sql`select role, is_super_admin, banned_until, email_confirmed_at from auth.users where id = ${id}`;
  const headers = { authorization: `Bearer ${await accessToken(browser)}` };
  const protectedFields = {
    role: "service_role",
    is_super_admin: true,
    id: "x",
    email_confirmed_at: null,
    banned_until: "2099-01-01",
  };
  const body = JSON.stringify({
    ...protectedFields,
    data: { sub: "somebody", email: "x@y.example", email_verified: false },
  });
  const response = await fixture.send("/user", { method: "PUT", headers, body });
  expect(response.status).toBe(200);
  const updated = (await response.json()) as Record<string, unknown>;
  expect(updated).toMatchObject({ id, role: "authenticated" });
  expect(updated["user_metadata"]).toEqual({ name: "Ada" });
  expect(
    await fixture.sql`select role, is_super_admin, banned_until, email_confirmed_at from auth.users where id = ${id}`,
  ).toEqual(before);

  const metadata = await fixture.send("/user", {
    method: "PUT",
    headers,
    body: JSON.stringify({ app_metadata: { role: "admin" } }),
  });
  expect(metadata.status).toBe(403);
  expect(await metadata.json()).toMatchObject({ error_code: "not_admin" });
});

test("metadata is limited in size, so that tokens fit into headers", async () => {
  const { email } = await createPerson(fixture);
  const browser = await signIn(fixture, email);
  const { error } = await browser.auth.updateUser({ data: { essay: "x".repeat(5000) } });
  expect(error).toMatchObject({ status: 400, code: "validation_failed" });
});

import { afterAll, beforeAll, expect, test } from "vitest";
import {
  accessToken,
  createPerson,
  createWorld,
  newEmail,
  PASSWORD,
  signIn,
  SITE,
  type World,
} from "../../fixtures/auth.ts";

const DAY_MS = 24 * 3600_000;

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

test("a change of address needs both mailboxes, in any order, and tells the old one", async () => {
  const { id, email } = await createPerson(world);
  const next = newEmail();
  const browser = await signIn(world, email);
  const asked = await browser.auth.updateUser({ email: next });
  expect(asked.data.user).toMatchObject({ email, new_email: next });
  const [toNew, toOld] = [world.mailTo(next), world.mailTo(email)];

  const first = await browser.auth.verifyOtp({ token_hash: toNew.tokenHash, type: "email_change" });
  expect(first).toMatchObject({ error: null, data: { session: null, user: null } });
  expect((await browser.auth.getUser()).data.user?.email).toBe(email);
  const second = await browser.auth.verifyOtp({ email, token: toOld.code, type: "email_change" });
  expect(second.error).toBeNull();
  expect(second.data.user).toMatchObject({ id, email: next, identities: [{ identity_data: { email: next } }] });
  expect(second.data.user?.new_email).toBeUndefined();
  expect(world.mailTo(email).mail.kind).toBe("auth-email-changed");
  await signIn(world, next);
});

test("one mailbox alone cannot complete a change of address", async () => {
  const { email } = await createPerson(world);
  const next = newEmail();
  const browser = await signIn(world, email);
  await browser.auth.updateUser({ email: next });
  const { tokenHash, code } = world.mailTo(next);
  await browser.auth.verifyOtp({ token_hash: tokenHash, type: "email_change" });
  expect((await browser.auth.verifyOtp({ token_hash: tokenHash, type: "email_change" })).error?.code).toBe(
    "otp_expired",
  );
  expect((await browser.auth.verifyOtp({ email: next, token: code, type: "email_change" })).error?.code).toBe(
    "otp_expired",
  );
  expect((await browser.auth.getUser()).data.user?.email).toBe(email);
});

test("both confirmations at once complete the change", async () => {
  const { email } = await createPerson(world);
  const next = newEmail();
  const browser = await signIn(world, email);
  await browser.auth.updateUser({ email: next });
  const hashes = [world.mailTo(next).tokenHash, world.mailTo(email).tokenHash];
  const opened = await Promise.all(hashes.map((hash) => world.send(`/verify?token=${hash}&type=email_change`)));
  const places = opened.map((response) => response.headers.get("location") ?? "").toSorted();
  expect(places[0]).toContain(`${SITE}/#access_token=`);
  expect(places[1]).toContain(`${SITE}/#message=Confirmation+link+accepted`);
  await signIn(world, next);
});

test("a change to somebody else's address looks like any other and never happens", async () => {
  const { email } = await createPerson(world);
  const other = await createPerson(world);
  const browser = await signIn(world, email);
  const { data, error } = await browser.auth.updateUser({ email: other.email });
  expect(error).toBeNull();
  expect(data.user).toMatchObject({ email, new_email: other.email });
  expect(world.mailTo(other.email).mail.kind).toBe("auth-account-exists");
  expect(world.mailTo(other.email).mail.text).not.toContain("token_hash");
  const first = await browser.auth.verifyOtp({ token_hash: world.mailTo(email).tokenHash, type: "email_change" });
  expect(first).toMatchObject({ error: null, data: { session: null } });
  await signIn(world, other.email);
  await signIn(world, email);
});

test("an old session changes the password only with the mailed nonce, which works once", async () => {
  const { email } = await createPerson(world);
  const browser = await signIn(world, email);
  world.advance(DAY_MS + 60_000);
  await browser.auth.refreshSession();
  const bare = await browser.auth.updateUser({ password: "a better password" });
  expect(bare.error).toMatchObject({ status: 400, code: "reauthentication_needed" });
  expect((await browser.auth.reauthenticate()).error).toBeNull();
  const { mail, code } = world.mailTo(email);
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

test("somebody else's nonce is worth nothing", async () => {
  const [mine, theirs] = [await createPerson(world), await createPerson(world)];
  const [browser, other] = [await signIn(world, mine.email), await signIn(world, theirs.email)];
  world.advance(DAY_MS + 60_000);
  await browser.auth.refreshSession();
  await other.auth.refreshSession();
  await other.auth.reauthenticate();
  const nonce = world.mailTo(theirs.email).code;
  const { error } = await browser.auth.updateUser({ password: "a better password", nonce });
  expect(error?.code).toBe("reauthentication_not_valid");
});

test("the same password again, and a weak one, are refused", async () => {
  const { email } = await createPerson(world);
  const browser = await signIn(world, email);
  expect((await browser.auth.updateUser({ password: PASSWORD })).error?.code).toBe("same_password");
  expect((await browser.auth.updateUser({ password: "short" })).error?.name).toBe("AuthWeakPasswordError");
  await signIn(world, email);
});

test("a user changes their own metadata, and nothing that is not theirs", async () => {
  const { id, email } = await createPerson(world);
  const browser = await signIn(world, email);
  const { data } = await browser.auth.updateUser({ data: { name: "Ada", title: "Countess" } });
  expect(data.user?.user_metadata).toMatchObject({ name: "Ada", title: "Countess", sub: id, email });
  const removed = await browser.auth.updateUser({ data: { title: null } });
  expect(removed.data.user?.user_metadata).not.toHaveProperty("title");

  const before =
    await world.sql`select role, is_super_admin, banned_until, email_confirmed_at from auth.users where id = ${id}`;
  const headers = { authorization: `Bearer ${await accessToken(browser)}` };
  const grab = {
    role: "service_role",
    is_super_admin: true,
    id: "x",
    email_confirmed_at: null,
    banned_until: "2099-01-01",
  };
  const body = JSON.stringify({ ...grab, data: { sub: "somebody", email: "x@y.example", email_verified: false } });
  const response = await world.send("/user", { method: "PUT", headers, body });
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({
    id,
    role: "authenticated",
    user_metadata: { sub: id, email, email_verified: true },
  });
  expect(
    await world.sql`select role, is_super_admin, banned_until, email_confirmed_at from auth.users where id = ${id}`,
  ).toEqual(before);

  const metadata = await world.send("/user", {
    method: "PUT",
    headers,
    body: JSON.stringify({ app_metadata: { role: "admin" } }),
  });
  expect(metadata.status).toBe(403);
  expect(await metadata.json()).toMatchObject({ error_code: "not_admin" });
});

test("metadata is bounded, so that tokens fit into headers", async () => {
  const { email } = await createPerson(world);
  const browser = await signIn(world, email);
  const { error } = await browser.auth.updateUser({ data: { essay: "x".repeat(5000) } });
  expect(error).toMatchObject({ status: 400, code: "validation_failed" });
});

import { afterAll, beforeAll, expect, test } from "vitest";
import { ensureAdmin } from "../../../server/people/ensure-admin.ts";
import {
  type AuthFixture,
  createAuthFixture,
  createPerson,
  DEFAULT_AUTH_CONFIG,
  newEmail,
  PASSWORD,
  signIn,
} from "../../../tests/fixtures/auth/auth.ts";
import { removeExpired } from "../../auth/cleanup.ts";

const DAY_MS = 24 * 3600_000;

/** AUTH_AUTOCONFIRM and AUTH_ANONYMOUS are on; in the other one AUTH_SIGNUPS is off. */
let open: AuthFixture;
let closed: AuthFixture;
beforeAll(async () => {
  const rateLimits = { ...DEFAULT_AUTH_CONFIG.rateLimits, signIn: 2 };
  open = await createAuthFixture({ settings: { autoconfirm: true, anonymous: true } });
  closed = await createAuthFixture({ settings: { signUps: false, rateLimits } });
});
afterAll(async () => {
  await open.close();
  await closed.close();
});

test("GET /settings tells what is on", async () => {
  expect(await (await open.send("/settings")).json()).toMatchObject({
    external: { anonymous_users: true, email: true, google: false },
    disable_signup: false,
    mailer_autoconfirm: true,
  });
  expect(await (await closed.send("/settings")).json()).toMatchObject({
    external: { anonymous_users: false },
    disable_signup: true,
    mailer_autoconfirm: false,
  });
});

test("without sign-ups nobody gets an account, except by invitation", async () => {
  const email = newEmail();
  const refused = { status: 422, code: "signup_disabled" };
  expect((await closed.browser().auth.signUp({ email, password: PASSWORD })).error).toMatchObject(refused);
  expect((await closed.browser().auth.signInWithOtp({ email })).error, "as for a known address").toBeNull();
  expect(closed.mails).toEqual([]);
  expect(await closed.sql`select id from auth.users where email = ${email}`).toEqual([]);
  expect((await closed.service.auth.admin.inviteUserByEmail(email)).error).toBeNull();
  const { tokenHash } = closed.mailTo(email);
  const accepted = await closed.browser().auth.verifyOtp({ type: "invite", token_hash: tokenHash });
  expect(accepted.data.user?.email).toBe(email);
});

test("AUTH_RATE_LIMIT_SIGN_IN sets how often one address may try", async () => {
  const browser = closed.browser();
  const attempt = () => browser.auth.signInWithPassword({ email: newEmail(), password: PASSWORD });
  expect((await attempt()).error?.code).toBe("invalid_credentials");
  expect((await attempt()).error?.code).toBe("invalid_credentials");
  expect((await attempt()).error).toMatchObject({ status: 429, code: "over_request_rate_limit" });
});

test("with autoconfirm a sign-up is signed in at once, and an existing account is named", async () => {
  const email = newEmail();
  const { data, error } = await open.browser().auth.signUp({ email, password: PASSWORD, options: { data: { a: 1 } } });
  expect(error).toBeNull();
  expect(data.session?.user).toMatchObject({ email, user_metadata: { a: 1 } });
  expect(open.mails).toEqual([]);
  await signIn(open, email);
  const again = await open.browser().auth.signUp({ email, password: "another password" });
  expect(again.error).toMatchObject({ status: 422, code: "user_already_exists" });
});

test("the owner of an autoconfirmed address takes the account back with the first mailed link", async () => {
  const email = newEmail();
  const stranger = open.browser();
  await stranger.auth.signUp({ email, password: PASSWORD });
  const owner = open.browser();
  await owner.auth.signInWithOtp({ email });
  const { tokenHash } = open.mailTo(email);
  expect((await owner.auth.verifyOtp({ type: "magiclink", token_hash: tokenHash })).error).toBeNull();
  expect((await stranger.auth.getUser()).error?.name).toBe("AuthSessionMissingError");
  const { error } = await open.browser().auth.signInWithPassword({ email, password: PASSWORD });
  expect(error?.code, "the stranger's password").toBe("invalid_credentials");
  await owner.auth.signInWithOtp({ email });
  expect((await owner.auth.getUser()).error, "the proof counts once").toBeNull();
});

test("a role given by address does not reach a stranger who signed up with it", async () => {
  const email = newEmail();
  const stranger = open.browser();
  await stranger.auth.signUp({ email, password: PASSWORD });
  const { data: factor } = await stranger.auth.mfa.enroll({ factorType: "totp" });
  expect(await ensureRole(email)).toBe("promoted");
  expect((await stranger.auth.getUser()).error?.name).toBe("AuthSessionMissingError");
  expect((await open.browser().auth.signInWithPassword({ email, password: PASSWORD })).error).not.toBeNull();
  expect(await open.sql`select id from auth.mfa_factors where id = ${factor?.id ?? ""}`).toEqual([]);
  await signIn(open, email, "the admin's own one");
});

test("an anonymous account becomes a permanent one by adding an address", async () => {
  const browser = open.browser();
  const { data } = await browser.auth.signInAnonymously({ options: { data: { cart: 3 } } });
  expect(data.user).toMatchObject({ is_anonymous: true, email: "", identities: [], user_metadata: { cart: 3 } });
  expect((await browser.auth.updateUser({ password: PASSWORD })).error?.code).toBe("validation_failed");
  const email = newEmail();
  await browser.auth.updateUser({ email });
  const { tokenHash } = open.mailTo(email);
  await browser.auth.verifyOtp({ type: "email_change", token_hash: tokenHash });
  const { data: now } = await browser.auth.getUser();
  expect(now.user).toMatchObject({
    id: data.user?.id,
    is_anonymous: false,
    email,
    app_metadata: { provider: "email" },
  });
  expect(now.user?.identities?.map(({ provider }) => provider)).toEqual(["email"]);
});

test("an anonymous account without a session is deleted after 30 days", async () => {
  const leaver = open.browser();
  const keeper = open.browser();
  const { data } = await leaver.auth.signInAnonymously();
  const { data: kept } = await keeper.auth.signInAnonymously();
  await leaver.auth.signOut();
  const person = await createPerson(open);
  await removeExpired({ sql: open.sql, clock: () => new Date(Date.now() + 31 * DAY_MS) });
  const ids = [data.user?.id ?? "", kept.user?.id ?? "", person.id];
  const left = await open.sql`select id from auth.users where id = any(${ids})`;
  expect(new Set(left.map(({ id }) => id))).toEqual(new Set([kept.user?.id, person.id]));
});

/** The fixture serves auth only, so the role itself is a row that this test does not need. */
async function ensureRole(email: string) {
  const service = { auth: open.service.auth, from: () => ({ upsert: async () => ({ error: null }) }) };
  return ensureAdmin(service as never, { email, password: "the admin's own one" });
}

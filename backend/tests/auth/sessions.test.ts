import { afterAll, beforeAll, expect, test } from "vitest";
import {
  accessToken,
  createPerson,
  createAuthFixture,
  readClaims,
  refreshToken,
  signIn,
  type AuthFixture,
} from "../../../tests/fixtures/auth/auth.ts";
import { removeExpired } from "../../auth/cleanup.ts";

const DAY_MS = 24 * 3600_000;

let fixture: AuthFixture;
beforeAll(async () => {
  fixture = await createAuthFixture();
});
afterAll(() => fixture.close());

test("a refresh returns new tokens for the same session", async () => {
  const { email } = await createPerson(fixture);
  const browser = await signIn(fixture, email);
  const before = { access: await accessToken(browser), refresh: await refreshToken(browser) };
  fixture.advance(2000);
  const { data, error } = await browser.auth.refreshSession();
  expect(error).toBeNull();
  expect(data.session?.access_token).not.toBe(before.access);
  expect(data.session?.refresh_token).not.toBe(before.refresh);
  expect(readClaims(data.session?.access_token ?? "")["session_id"]).toBe(readClaims(before.access)["session_id"]);
  expect(readClaims(data.session?.access_token ?? "")).toMatchObject({ amr: [{ method: "password" }], aal: "aal1" });
});

test("too many refreshes from one address are a 503, which auth-js tries again, not a 429, which signs it out", async () => {
  const body = JSON.stringify({ refresh_token: "unknown" });
  const attempt = () =>
    fixture.send("/token?grant_type=refresh_token", { method: "POST", address: "192.0.2.90", body });
  for (let times = 0; times < 300; times += 1) expect((await attempt()).status).toBe(400);
  const refused = await attempt();
  expect(refused.status).toBe(503);
  expect(await refused.json()).toMatchObject({ error_code: "over_request_rate_limit" });
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
});

test("a lost refresh response can be requested again as long as its token is unused", async () => {
  const { email } = await createPerson(fixture);
  const first = await refreshToken(await signIn(fixture, email));
  const lost = await refresh(first);
  fixture.advance(3600_000);
  const again = await refresh(first);
  expect(again.status).toBe(200);
  expect(again.body["refresh_token"]).toBe(lost.body["refresh_token"]);
  expect((await refresh(String(again.body["refresh_token"]))).status).toBe(200);
  fixture.advance(10_001);
  expect((await refresh(first)).body["error_code"]).toBe("refresh_token_already_used");
});

test("within ten seconds a used refresh token returns the current one of its session", async () => {
  const { email } = await createPerson(fixture);
  const browser = await signIn(fixture, email);
  const first = await refreshToken(browser);
  const once = await refresh(first);
  fixture.advance(9000);
  const twice = await refresh(first);
  expect(twice.body["refresh_token"]).toBe(once.body["refresh_token"]);
  const third = await refresh(String(once.body["refresh_token"]));
  expect((await refresh(first)).body["refresh_token"]).toBe(third.body["refresh_token"]);
});

test("reusing a refresh token after its successor was used ends the session", async () => {
  const { email } = await createPerson(fixture);
  const bystander = await signIn(fixture, email);
  const browser = await signIn(fixture, email);
  const stolen = await refreshToken(browser);
  await browser.auth.refreshSession();
  const { data } = await browser.auth.refreshSession();
  fixture.advance(10_001);
  expect(await refresh(stolen)).toMatchObject({
    status: 400,
    body: { code: 400, error_code: "refresh_token_already_used", msg: "Invalid Refresh Token: Already Used" },
  });
  expect((await refresh(data.session?.refresh_token ?? "")).body["error_code"]).toBe("refresh_token_not_found");
  expect((await browser.auth.getUser()).error?.name).toBe("AuthSessionMissingError");
  expect((await bystander.auth.getUser()).error).toBeNull();
  const [entry] = await fixture.sql`
    select 1 from auth.audit_log_entries
    where payload ->> 'action' = 'token_revoked' and payload ->> 'actor_username' = ${email}`;
  expect(entry).toBeDefined();
});

test("fifty parallel refreshes of one token return the same next token", async () => {
  const { email } = await createPerson(fixture);
  const browser = await signIn(fixture, email);
  const token = await refreshToken(browser);
  const responses = await Promise.all(Array.from({ length: 50 }, () => refresh(token)));
  expect(responses.map(({ status }) => status)).toEqual(Array(50).fill(200));
  const next = new Set(responses.map(({ body }) => body["refresh_token"]));
  expect(next.size).toBe(1);
  const live = await fixture.sql`
    select r.id from auth.refresh_tokens r join auth.users u on u.id::text = r.user_id
    where u.email = ${email} and not r.revoked`;
  expect(live).toHaveLength(1);
  expect((await refresh(String([...next][0]))).status).toBe(200);
});

test("refresh tokens are stored only as hashes", async () => {
  const { email } = await createPerson(fixture);
  const token = await refreshToken(await signIn(fixture, email));
  const rows = await fixture.sql<{ token: string }[]>`select token from auth.refresh_tokens`;
  expect(rows.every((row) => /^[0-9a-f]{64}$/.test(row.token) && row.token !== token)).toBe(true);
  const [stored] = rows.slice(-1);
  expect((await refresh(stored?.token ?? "")).body["error_code"]).toBe("refresh_token_not_found");
});

test("signing out with scope local, others or global ends exactly these sessions", async () => {
  const { email } = await createPerson(fixture);
  const isActive = async (browser: Awaited<ReturnType<typeof signIn>>, token: string) =>
    (await browser.auth.getUser(token)).error === null;
  const [one, two, three] = [await signIn(fixture, email), await signIn(fixture, email), await signIn(fixture, email)];
  const tokens = [await accessToken(one), await accessToken(two), await accessToken(three)] as const;

  expect((await one.auth.signOut({ scope: "local" })).error).toBeNull();
  expect(await isActive(one, tokens[0])).toBe(false);
  expect(await isActive(two, tokens[1])).toBe(true);

  expect((await two.auth.signOut({ scope: "others" })).error).toBeNull();
  expect(await isActive(two, tokens[1])).toBe(true);
  expect(await isActive(three, tokens[2])).toBe(false);

  const four = await signIn(fixture, email);
  const fourth = await accessToken(four);
  expect((await two.auth.signOut()).error).toBeNull();
  expect(await isActive(two, tokens[1])).toBe(false);
  expect(await isActive(four, fourth)).toBe(false);
});

test("an unknown sign-out scope and a missing bearer token are refused", async () => {
  const { email } = await createPerson(fixture);
  const browser = await signIn(fixture, email);
  const headers = { authorization: `Bearer ${await accessToken(browser)}` };
  const odd = await fixture.send("/logout?scope=galaxy", { method: "POST", headers });
  expect(await odd.json()).toEqual({
    code: 400,
    error_code: "validation_failed",
    msg: 'Unsupported logout scope "galaxy"',
  });
  const bare = await fixture.send("/user");
  expect(bare.status).toBe(401);
  expect(await bare.json()).toMatchObject({ error_code: "no_authorization" });
});

test("an access token expires after an hour, and its session does not", async () => {
  const { email } = await createPerson(fixture);
  const browser = await signIn(fixture, email);
  fixture.advance(3601_000);
  const { error } = await browser.auth.getUser();
  expect(error).toMatchObject({ status: 403, code: "bad_jwt" });
  expect((await browser.auth.refreshSession()).error).toBeNull();
  expect((await browser.auth.getUser()).error).toBeNull();
});

test("a session ends after 30 days without use, and after 180 days in any case", async () => {
  const { email } = await createPerson(fixture);
  const [unused, used] = [await signIn(fixture, email), await signIn(fixture, email)];
  const unusedToken = await refreshToken(unused);
  for (let days = 0; days < 174; days += 29) {
    fixture.advance(29 * DAY_MS);
    expect((await used.auth.refreshSession()).error).toBeNull();
  }
  expect((await refresh(unusedToken)).body).toMatchObject({ error_code: "session_expired" });
  fixture.advance(6 * DAY_MS - 1800_000);
  const { data } = await used.auth.refreshSession();
  const token = data.session?.access_token ?? "";
  expect((await used.auth.getUser(token)).error).toBeNull();
  fixture.advance(1801_000);
  expect((await used.auth.getUser(token)).error?.name, "the access token too").toBe("AuthSessionMissingError");
  expect((await refresh(data.session?.refresh_token ?? "")).body).toMatchObject({ error_code: "session_expired" });
  fixture.advance(30 * DAY_MS);
  await removeExpired({ sql: fixture.sql, clock: () => fixture.now() });
  const remaining = await fixture.sql`
    select s.id from auth.sessions s join auth.users u on u.id = s.user_id where u.email = ${email}`;
  expect(remaining).toHaveLength(0);
});

test("rotating the signing keys keeps all sessions, and the public keys are listed", async () => {
  const { email } = await createPerson(fixture);
  const browser = await signIn(fixture, email);
  const { kid } = await fixture.signingKeys.rotate();
  expect((await browser.auth.getUser()).error).toBeNull();
  const listed = (await (await fixture.send("/.well-known/jwks.json", { headers: { apikey: "" } })).json()) as {
    keys: Record<string, unknown>[];
  };
  expect(listed.keys.length).toBeGreaterThanOrEqual(2);
  expect(listed.keys[0]).toMatchObject({ kid, kty: "EC", crv: "P-256", alg: "ES256", use: "sig" });
  expect(listed.keys.every((key) => !("d" in key))).toBe(true);
  await browser.auth.refreshSession();
  const { data, error } = await browser.auth.getClaims();
  expect(error).toBeNull();
  expect(listed.keys.map((key) => key["kid"])).toContain(data?.header.kid);
  expect((await fixture.signingKeys.current()).kid).toBe(kid);
});

async function refresh(token: string) {
  const body = JSON.stringify({ refresh_token: token });
  const response = await fixture.send("/token?grant_type=refresh_token", { method: "POST", body });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

import { afterAll, beforeAll, expect, test } from "vitest";
import {
  accessToken,
  createPerson,
  createAuthFixture,
  newEmail,
  PASSWORD,
  signIn,
  type AuthFixture,
} from "../../../tests/fixtures/auth/auth.ts";
import { removeExpired } from "../../auth/cleanup.ts";

/** The IP address of an attacker; every other browser has its own. */
const ATTACKER_ADDRESS = "203.0.113.5";

let fixture: AuthFixture;
beforeAll(async () => {
  fixture = await createAuthFixture();
});
afterAll(() => fixture.close());

test("ten wrong passwords lock the sign-in of an address for five minutes, whether or not it has an account", async () => {
  const { email } = await createPerson(fixture);
  for (const address of [email, newEmail()]) {
    for (let tries = 0; tries < 10; tries += 1) expect((await tryPassword(address, "wrong")).status).toBe(400);
    const locked = await tryPassword(address, PASSWORD);
    expect(locked.status).toBe(429);
    expect(Number(locked.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await locked.json()).toMatchObject({ code: 429, error_code: "over_request_rate_limit" });
  }
  fixture.advance(5 * 60_000);
  expect((await tryPassword(email, PASSWORD)).status).toBe(200);
});

test("successful sign-ins do not count towards the limit", async () => {
  const { email } = await createPerson(fixture);
  for (let times = 0; times < 12; times += 1) expect((await tryPassword(email, PASSWORD)).status).toBe(200);
});

test("concurrent wrong passwords are counted one by one", async () => {
  const { email } = await createPerson(fixture);
  const responses = await Promise.all(Array.from({ length: 40 }, () => tryPassword(email, "wrong")));
  expect(responses.filter(({ status }) => status === 400)).toHaveLength(10);
});

test("one IP address can try thirty sign-ins in five minutes, across all accounts", async () => {
  const address = "192.0.2.7";
  const statuses: number[] = [];
  for (let tries = 0; tries < 31; tries += 1) statuses.push((await tryPassword(newEmail(), "wrong", address)).status);
  expect(statuses.filter((status) => status === 400)).toHaveLength(30);
  expect(statuses.at(-1)).toBe(429);
  expect((await tryPassword(newEmail(), "wrong", "192.0.2.8")).status).toBe(400);
});

test.each([
  ["a /64", (n: number) => `2001:db8:1:1::${n + 1}`, 30],
  ["a /56", (n: number) => `2001:db8:2:${(n % 16).toString(16)}::1`, 4 * 30],
  ["a /48", (n: number) => `2001:db8:3:${(n % 32).toString(16)}00::1`, 16 * 30],
])("%s of IPv6 has its own limit, shared by its addresses", async (_network, addressOf, max) => {
  const statuses: number[] = [];
  for (let n = 0; n <= max; n += 1) statuses.push(await tryLink(addressOf(n)));
  expect(statuses.slice(0, max)).not.toContain(429);
  expect(statuses.at(-1)).toBe(429);
  expect(await tryLink("2001:db8:9::1"), "another network").toBe(403);
});

test("one /64 over its limit does not use up the limit of the networks around it", async () => {
  for (let tries = 0; tries < 130; tries += 1) await tryLink("2001:db8:4:1::1");
  expect(await tryLink("2001:db8:4:2::1")).toBe(403);
});

test("sign-ups and mails from one IP address are limited", async () => {
  const address = "192.0.2.9";
  const post = (path: string, body: object) =>
    fixture.send(path, { method: "POST", address, body: JSON.stringify(body) });
  for (let times = 0; times < 30; times += 1) expect((await post("/recover", { email: newEmail() })).status).toBe(200);
  const refused = [
    await post("/recover", { email: newEmail() }),
    await post("/otp", { email: newEmail() }),
    await post("/resend", { email: newEmail(), type: "signup" }),
    await post("/signup", { email: newEmail(), password: PASSWORD }),
  ];
  expect(refused.map(({ status }) => status)).toEqual([429, 429, 429, 429]);
  expect(await refused[0]?.json()).toMatchObject({ error_code: "over_email_send_rate_limit" });
});

test("one mailbox gets at max ten mails an hour", async () => {
  const { email } = await createPerson(fixture);
  const before = fixture.mails.length;
  for (let times = 0; times < 12; times += 1) {
    fixture.advance(61_000);
    await fixture.browser().auth.resetPasswordForEmail(email);
  }
  expect(fixture.mails.length - before).toBe(10);
});

test("one account can change its password five times an hour, from any address, and is notified each time", async () => {
  const { email } = await createPerson(fixture);
  const authorization = `Bearer ${await accessToken(await signIn(fixture, email))}`;
  const before = fixture.mails.length;
  const change = (n: number) => {
    const body = JSON.stringify({ password: `another password ${n}` });
    return fixture.send("/user", { method: "PUT", headers: { authorization }, body });
  };
  const responses = await Promise.all(Array.from({ length: 12 }, (_, n) => change(n)));
  const refused = responses.filter(({ status }) => status === 429);
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(5);
  expect(refused).toHaveLength(7);
  expect(await refused[0]?.json()).toMatchObject({ error_code: "over_request_rate_limit" });
  expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThan(3000);
  expect(fixture.mails.length - before).toBe(5);
});

test("one session can change its metadata thirty times, and enroll ten factors, in five minutes", async () => {
  const { id, email } = await createPerson(fixture);
  const browser = await signIn(fixture, email);
  for (let times = 0; times < 30; times += 1) {
    expect((await browser.auth.updateUser({ data: { times } })).error).toBeNull();
  }
  const limited = { status: 429, code: "over_request_rate_limit" };
  expect((await browser.auth.updateUser({ data: { times: 31 } })).error).toMatchObject(limited);
  for (let times = 0; times < 10; times += 1) {
    const { data: factor } = await browser.auth.mfa.enroll({ factorType: "totp" });
    expect((await browser.auth.mfa.unenroll({ factorId: factor?.id ?? "" })).error).toBeNull();
  }
  expect((await browser.auth.mfa.enroll({ factorType: "totp" })).error).toMatchObject(limited);
  expect(await fixture.sql`select id from auth.mfa_factors where user_id = ${id}`).toHaveLength(0);
  fixture.advance(5 * 60_000);
  expect((await browser.auth.updateUser({ data: { times: 32 } })).error).toBeNull();
  expect((await browser.auth.mfa.enroll({ factorType: "totp" })).error).toBeNull();
});

test("five wrong codes from one network block a code only for this network; the link still works", async () => {
  const { email } = await createPerson(fixture);
  for (const proof of ["link", "code"]) {
    fixture.advance(61_000);
    await fixture.browser().auth.signInWithOtp({ email });
    const { code, tokenHash } = fixture.mailTo(email);
    for (const wrong of wrongCodes(code, 5))
      expect(await verifyErrorCode(email, wrong, ATTACKER_ADDRESS)).toBe("otp_expired");
    expect(await verifyErrorCode(email, code, ATTACKER_ADDRESS)).not.toBeUndefined();
    if (proof === "code") expect(await verifyErrorCode(email, code)).toBeUndefined();
    else
      expect((await fixture.browser().auth.verifyOtp({ token_hash: tokenHash, type: "magiclink" })).error).toBeNull();
    fixture.advance(10 * 60_000);
  }
});

test("twenty wrong codes from any networks invalidate a code; a new one works", async () => {
  const { email } = await createPerson(fixture);
  await fixture.browser().auth.signInWithOtp({ email });
  const { code } = fixture.mailTo(email);
  for (const wrong of wrongCodes(code, 20)) expect(await verifyErrorCode(email, wrong)).toBe("otp_expired");
  expect(await verifyErrorCode(email, code)).toBe("otp_expired");
  fixture.advance(61_000);
  await fixture.browser().auth.signInWithOtp({ email });
  expect(await verifyErrorCode(email, fixture.mailTo(email).code)).toBeUndefined();
});

test("after a hundred wrong codes in a day only the links to a mailbox work", async () => {
  const { email } = await createPerson(fixture);
  for (let mails = 0; mails < 5; mails += 1) {
    fixture.advance(61_000);
    await fixture.browser().auth.signInWithOtp({ email });
    for (const wrong of wrongCodes(fixture.mailTo(email).code, 20)) await verifyErrorCode(email, wrong);
  }
  fixture.advance(3 * 3600_000);
  await fixture.browser().auth.signInWithOtp({ email });
  const { code, tokenHash } = fixture.mailTo(email);
  await removeExpired({ sql: fixture.sql, clock: () => fixture.now() });
  expect(await verifyErrorCode(email, code)).toBe("otp_expired");
  expect((await fixture.browser().auth.verifyOtp({ token_hash: tokenHash, type: "magiclink" })).error).toBeNull();
});

test("a network that guesses the codes of an account is blocked, also for new codes", async () => {
  const { email } = await createPerson(fixture);
  const outcomes: (string | undefined)[] = [];
  for (let guess = 0; guess < 12; guess += 1) {
    outcomes.push(await verifyErrorCode(email, String(100_000 + guess), ATTACKER_ADDRESS));
  }
  expect(outcomes.slice(0, 10)).toEqual(Array(10).fill("otp_expired"));
  expect(outcomes.slice(10)).toEqual(["over_request_rate_limit", "over_request_rate_limit"]);
  await fixture.browser().auth.signInWithOtp({ email });
  const { code } = fixture.mailTo(email);
  expect(await verifyErrorCode(email, code, ATTACKER_ADDRESS)).toBe("over_request_rate_limit");
  expect(await verifyErrorCode(email, code), "the owner, from another network").toBeUndefined();
});

test("parallel guesses cannot exceed the limit", async () => {
  const { email } = await createPerson(fixture);
  await fixture.browser().auth.signInWithOtp({ email });
  const { code } = fixture.mailTo(email);
  const guesses = Array.from({ length: 30 }, (_, guess) =>
    String((Number(code) + guess + 1) % 1_000_000).padStart(6, "0"),
  );
  await Promise.all(guesses.map((guess) => verifyErrorCode(email, guess)));
  expect(await verifyErrorCode(email, code)).not.toBeUndefined();
});

test("a code expires after ten minutes, its link after an hour", async () => {
  const { email } = await createPerson(fixture);
  await fixture.browser().auth.signInWithOtp({ email });
  const first = fixture.mailTo(email);
  fixture.advance(10 * 60_000 + 1000);
  expect(await verifyErrorCode(email, first.code)).toBe("otp_expired");
  fixture.advance(49 * 60_000);
  expect((await fixture.browser().auth.verifyOtp({ token_hash: first.tokenHash, type: "magiclink" })).error).toBeNull();
  await fixture.browser().auth.signInWithOtp({ email });
  const second = fixture.mailTo(email);
  expect(second.tokenHash).not.toBe(first.tokenHash);
  fixture.advance(3600_000 + 1000);
  const late = await fixture.browser().auth.verifyOtp({ token_hash: second.tokenHash, type: "magiclink" });
  expect(late.error).toMatchObject({ status: 403, code: "otp_expired" });
});

test("a link or a code works once, also for concurrent requests", async () => {
  const { email } = await createPerson(fixture);
  await fixture.browser().auth.signInWithOtp({ email });
  const { tokenHash } = fixture.mailTo(email);
  const both = await Promise.all(
    [0, 1, 2, 3].map(() => fixture.browser().auth.verifyOtp({ token_hash: tokenHash, type: "magiclink" })),
  );
  expect(both.filter(({ error }) => error === null)).toHaveLength(1);
  fixture.advance(61_000);
  await fixture.browser().auth.signInWithOtp({ email });
  const { code } = fixture.mailTo(email);
  const codes = await Promise.all([0, 1, 2, 3].map(() => verifyErrorCode(email, code)));
  expect(codes.filter((outcome) => outcome === undefined)).toHaveLength(1);
});

test("a link of one type is refused as another", async () => {
  const { email } = await createPerson(fixture);
  await fixture.browser().auth.resetPasswordForEmail(email);
  const { tokenHash } = fixture.mailTo(email);
  for (const type of ["signup", "invite", "email_change"] as const) {
    expect((await fixture.browser().auth.verifyOtp({ token_hash: tokenHash, type })).error?.code).toBe("otp_expired");
  }
  expect((await fixture.browser().auth.verifyOtp({ token_hash: tokenHash, type: "recovery" })).error).toBeNull();
});

test("links and codes are stored only as hashes", async () => {
  const { id, email } = await createPerson(fixture);
  await fixture.browser().auth.signInWithOtp({ email });
  const { tokenHash, code } = fixture.mailTo(email);
  const [user] = await fixture.sql`select row_to_json(u)::text as row from auth.users u where id = ${id}`;
  const [token] = await fixture.sql`select token_hash from auth.one_time_tokens where user_id = ${id}`;
  expect(user?.["row"]).not.toContain(tokenHash);
  expect(token?.["token_hash"]).not.toBe(tokenHash);
  const stored = await fixture
    .browser()
    .auth.verifyOtp({ token_hash: String(token?.["token_hash"]), type: "magiclink" });
  expect(stored.error?.code).toBe("otp_expired");
  const [column] = await fixture.sql<
    { recovery_token: string }[]
  >`select recovery_token from auth.users where id = ${id}`;
  expect(column?.recovery_token).toMatch(/^[0-9a-f]{64}$/);
  expect(column?.recovery_token).not.toContain(code);
  await signIn(fixture, email);
});

function tryPassword(email: string, password: string, address?: string): Promise<Response> {
  const body = JSON.stringify({ email, password });
  return fixture.send("/token?grant_type=password", { method: "POST", body, ...(address && { address }) });
}

async function tryLink(address: string): Promise<number> {
  const body = JSON.stringify({ type: "email", token_hash: "never-mailed" });
  return (await fixture.send("/verify", { method: "POST", address, body })).status;
}

async function verifyErrorCode(email: string, token: string, address?: string): Promise<string | undefined> {
  const browser = fixture.browser(address ? { address } : {});
  return (await browser.auth.verifyOtp({ email, token, type: "email" })).error?.code;
}

function wrongCodes(code: string, count: number): string[] {
  return Array.from({ length: count }, (_, n) => String((Number(code) + n + 1) % 1_000_000).padStart(6, "0"));
}

import { afterAll, beforeAll, expect, test } from "vitest";
import { removeExpired } from "../../../server/backend/auth/cleanup.ts";
import {
  accessToken,
  createPerson,
  createAuthFixture,
  newEmail,
  PASSWORD,
  signIn,
  type AuthFixture,
} from "../../fixtures/auth.ts";

/** The network of somebody who guesses; every other browser has one of its own. */
const STRANGER = "203.0.113.5";

let fixture: AuthFixture;
beforeAll(async () => {
  fixture = await createAuthFixture();
});
afterAll(() => fixture.close());

test("ten wrong passwords lock an account's sign-in from everywhere for a while, known or not", async () => {
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

test("signing in rightly, however often, does not lock anybody out", async () => {
  const { email } = await createPerson(fixture);
  for (let times = 0; times < 12; times += 1) expect((await tryPassword(email, PASSWORD)).status).toBe(200);
});

test("a hundred wrong passwords at once are counted one by one", async () => {
  const { email } = await createPerson(fixture);
  const answers = await Promise.all(Array.from({ length: 40 }, () => tryPassword(email, "wrong")));
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(10);
});

test("one network address may try thirty sign-ins in five minutes, whatever the accounts", async () => {
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
])("%s of IPv6 has a limit of its own, however many addresses it is", async (_network, addressOf, most) => {
  const statuses: number[] = [];
  for (let n = 0; n <= most; n += 1) statuses.push(await tryLink(addressOf(n)));
  expect(statuses.slice(0, most)).not.toContain(429);
  expect(statuses.at(-1)).toBe(429);
  expect(await tryLink("2001:db8:9::1"), "another network").toBe(403);
});

test("one /64 that tries far too often leaves room to the networks around it", async () => {
  for (let tries = 0; tries < 130; tries += 1) await tryLink("2001:db8:4:1::1");
  expect(await tryLink("2001:db8:4:2::1")).toBe(403);
});

test("sign-ups and mails from one network address are bounded", async () => {
  const address = "192.0.2.9";
  const ask = (path: string, body: object) =>
    fixture.send(path, { method: "POST", address, body: JSON.stringify(body) });
  for (let times = 0; times < 30; times += 1) expect((await ask("/recover", { email: newEmail() })).status).toBe(200);
  const refused = [
    await ask("/recover", { email: newEmail() }),
    await ask("/otp", { email: newEmail() }),
    await ask("/resend", { email: newEmail(), type: "signup" }),
    await ask("/signup", { email: newEmail(), password: PASSWORD }),
  ];
  expect(refused.map(({ status }) => status)).toEqual([429, 429, 429, 429]);
  expect(await refused[0]?.json()).toMatchObject({ error_code: "over_email_send_rate_limit" });
});

test("one mailbox gets at most ten mails an hour", async () => {
  const { email } = await createPerson(fixture);
  const before = fixture.mails.length;
  for (let times = 0; times < 12; times += 1) {
    fixture.advance(61_000);
    await fixture.browser().auth.resetPasswordForEmail(email);
  }
  expect(fixture.mails.length - before).toBe(10);
});

test("one account changes its password at most five times an hour, from however many addresses, and is told of each", async () => {
  const { email } = await createPerson(fixture);
  const authorization = `Bearer ${await accessToken(await signIn(fixture, email))}`;
  const before = fixture.mails.length;
  const change = (n: number) => {
    const body = JSON.stringify({ password: `another password ${n}` });
    return fixture.send("/user", { method: "PUT", headers: { authorization }, body });
  };
  const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => change(n)));
  const refused = answers.filter(({ status }) => status === 429);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  expect(refused).toHaveLength(7);
  expect(await refused[0]?.json()).toMatchObject({ error_code: "over_request_rate_limit" });
  expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThan(3000);
  expect(fixture.mails.length - before).toBe(5);
});

test("one account changes what it says of itself thirty times in five minutes, and enrolls ten factors", async () => {
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

test("five wrong codes from one network kill a code for it; the link still works, and so does the code elsewhere", async () => {
  const { email } = await createPerson(fixture);
  for (const proof of ["link", "code"]) {
    fixture.advance(61_000);
    await fixture.browser().auth.signInWithOtp({ email });
    const { code, tokenHash } = fixture.mailTo(email);
    for (const wrong of wrongCodes(code, 5)) expect(await codeOfVerify(email, wrong, STRANGER)).toBe("otp_expired");
    expect(await codeOfVerify(email, code, STRANGER)).not.toBeUndefined();
    if (proof === "code") expect(await codeOfVerify(email, code)).toBeUndefined();
    else
      expect((await fixture.browser().auth.verifyOtp({ token_hash: tokenHash, type: "magiclink" })).error).toBeNull();
    fixture.advance(10 * 60_000);
  }
});

test("twenty wrong codes from everywhere kill a code; a new one can be asked for and works", async () => {
  const { email } = await createPerson(fixture);
  await fixture.browser().auth.signInWithOtp({ email });
  const { code } = fixture.mailTo(email);
  for (const wrong of wrongCodes(code, 20)) expect(await codeOfVerify(email, wrong)).toBe("otp_expired");
  expect(await codeOfVerify(email, code)).toBe("otp_expired");
  fixture.advance(61_000);
  await fixture.browser().auth.signInWithOtp({ email });
  expect(await codeOfVerify(email, fixture.mailTo(email).code)).toBeUndefined();
});

test("a hundred wrong codes in a day, from however many networks, leave one mailbox only the links", async () => {
  const { email } = await createPerson(fixture);
  for (let mails = 0; mails < 5; mails += 1) {
    fixture.advance(61_000);
    await fixture.browser().auth.signInWithOtp({ email });
    for (const wrong of wrongCodes(fixture.mailTo(email).code, 20)) await codeOfVerify(email, wrong);
  }
  fixture.advance(3 * 3600_000);
  await fixture.browser().auth.signInWithOtp({ email });
  const { code, tokenHash } = fixture.mailTo(email);
  await removeExpired({ sql: fixture.sql, clock: () => fixture.now() });
  expect(await codeOfVerify(email, code)).toBe("otp_expired");
  expect((await fixture.browser().auth.verifyOtp({ token_hash: tokenHash, type: "magiclink" })).error).toBeNull();
});

test("guessing codes of one account is locked for the network that guesses, whatever new codes are sent", async () => {
  const { email } = await createPerson(fixture);
  const outcomes: (string | undefined)[] = [];
  for (let guess = 0; guess < 12; guess += 1) {
    outcomes.push(await codeOfVerify(email, String(100_000 + guess), STRANGER));
  }
  expect(outcomes.slice(0, 10)).toEqual(Array(10).fill("otp_expired"));
  expect(outcomes.slice(10)).toEqual(["over_request_rate_limit", "over_request_rate_limit"]);
  await fixture.browser().auth.signInWithOtp({ email });
  const { code } = fixture.mailTo(email);
  expect(await codeOfVerify(email, code, STRANGER)).toBe("over_request_rate_limit");
  expect(await codeOfVerify(email, code), "the owner, elsewhere").toBeUndefined();
});

test("parallel guesses do not get more tries than the limit", async () => {
  const { email } = await createPerson(fixture);
  await fixture.browser().auth.signInWithOtp({ email });
  const { code } = fixture.mailTo(email);
  const guesses = Array.from({ length: 30 }, (_, guess) =>
    String((Number(code) + guess + 1) % 1_000_000).padStart(6, "0"),
  );
  await Promise.all(guesses.map((guess) => codeOfVerify(email, guess)));
  expect(await codeOfVerify(email, code)).not.toBeUndefined();
});

test("a code is over after ten minutes, its link after an hour", async () => {
  const { email } = await createPerson(fixture);
  await fixture.browser().auth.signInWithOtp({ email });
  const first = fixture.mailTo(email);
  fixture.advance(10 * 60_000 + 1000);
  expect(await codeOfVerify(email, first.code)).toBe("otp_expired");
  fixture.advance(49 * 60_000);
  expect((await fixture.browser().auth.verifyOtp({ token_hash: first.tokenHash, type: "magiclink" })).error).toBeNull();
  await fixture.browser().auth.signInWithOtp({ email });
  const second = fixture.mailTo(email);
  expect(second.tokenHash).not.toBe(first.tokenHash);
  fixture.advance(3600_000 + 1000);
  const late = await fixture.browser().auth.verifyOtp({ token_hash: second.tokenHash, type: "magiclink" });
  expect(late.error).toMatchObject({ status: 403, code: "otp_expired" });
});

test("a link or a code works once, also for two who use it at the same moment", async () => {
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
  const codes = await Promise.all([0, 1, 2, 3].map(() => codeOfVerify(email, code)));
  expect(codes.filter((outcome) => outcome === undefined)).toHaveLength(1);
});

test("a link of one kind does not pass as another", async () => {
  const { email } = await createPerson(fixture);
  await fixture.browser().auth.resetPasswordForEmail(email);
  const { tokenHash } = fixture.mailTo(email);
  for (const type of ["signup", "invite", "email_change"] as const) {
    expect((await fixture.browser().auth.verifyOtp({ token_hash: tokenHash, type })).error?.code).toBe("otp_expired");
  }
  expect((await fixture.browser().auth.verifyOtp({ token_hash: tokenHash, type: "recovery" })).error).toBeNull();
});

test("neither links nor codes stand in the database", async () => {
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

/** With a link that was never mailed. */
async function tryLink(address: string): Promise<number> {
  const body = JSON.stringify({ type: "email", token_hash: "never-mailed" });
  return (await fixture.send("/verify", { method: "POST", address, body })).status;
}

async function codeOfVerify(email: string, token: string, address?: string): Promise<string | undefined> {
  const browser = fixture.browser(address ? { address } : {});
  return (await browser.auth.verifyOtp({ email, token, type: "email" })).error?.code;
}

function wrongCodes(code: string, count: number): string[] {
  return Array.from({ length: count }, (_, n) => String((Number(code) + n + 1) % 1_000_000).padStart(6, "0"));
}

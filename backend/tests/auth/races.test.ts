import type { ISql, TransactionSql } from "postgres";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import {
  accessToken,
  createPerson,
  createAuthFixture,
  newEmail,
  PASSWORD,
  signIn,
  type AuthFixture,
} from "../../../tests/fixtures/auth/auth.ts";

let fixture: AuthFixture;
beforeAll(async () => {
  fixture = await createAuthFixture();
});
afterAll(() => fixture.close());

test("a sign-in that started before a password change fails", async () => {
  const { email } = await createPerson(fixture);
  const attempt = await changeWhileBlocked(email, {
    start: () => fixture.browser().auth.signInWithPassword({ email, password: PASSWORD }),
    change: (sql) => sql`update auth.users set encrypted_password = 'another' where email = ${email}`,
  });
  expect(attempt.error?.code).toBe("invalid_credentials");
  expect(await sessionsOf(email)).toHaveLength(0);
});

test("a session that ends during its request cannot change the password", async () => {
  const { email } = await createPerson(fixture);
  const thief = await signIn(fixture, email);
  const attempt = await changeWhileBlocked(email, {
    start: () => thief.auth.updateUser({ password: "of the thief" }),
    change: (sql) => sql`delete from auth.sessions where user_id = (select id from auth.users where email = ${email})`,
  });
  expect(attempt.error?.name).toBe("AuthSessionMissingError");
  await signIn(fixture, email, PASSWORD);
});

test("a factor cannot be enrolled at aal1 while another is being verified", async () => {
  const { id, email } = await createPerson(fixture);
  const thief = await signIn(fixture, email);
  const attempt = await changeWhileBlocked(email, {
    start: () => thief.auth.mfa.enroll({ factorType: "totp" }),
    change: (sql) => addFactor(sql, id, "verified"),
  });
  expect(attempt.error?.code).toBe("insufficient_aal");
  expect(await fixture.sql`select id from auth.mfa_factors where user_id = ${id}`).toHaveLength(1);
});

test("a factor that is verified during its removal at aal1 is kept", async () => {
  const { id, email } = await createPerson(fixture);
  const [factor] = await addFactor(fixture.sql, id, "unverified");
  const thief = await signIn(fixture, email);
  const attempt = await changeWhileBlocked(email, {
    start: () => thief.auth.mfa.unenroll({ factorId: factor?.id ?? "" }),
    change: (sql) => sql`update auth.mfa_factors set status = 'verified' where user_id = ${id}`,
  });
  expect(attempt.error?.code).toBe("insufficient_aal");
  expect(await fixture.sql`select id from auth.mfa_factors where user_id = ${id}`).toHaveLength(1);
});

test("concurrent sign-ups with one address create one account, and each gets a response", async () => {
  const email = newEmail();
  const body = JSON.stringify({ email, password: PASSWORD });
  const responses = await Promise.all(
    Array.from({ length: 10 }, () => fixture.send("/signup", { method: "POST", body })),
  );
  expect(responses.every(({ status }) => status === 200 || status === 429)).toBe(true);
  expect(responses.some(({ status }) => status === 200)).toBe(true);
  expect(await fixture.sql`select id from auth.users where email = ${email}`).toHaveLength(1);
});

test("a concurrent sign-up does not replace an account that is being confirmed", async () => {
  for (let round = 0; round < 5; round += 1) {
    const email = newEmail();
    await fixture.browser().auth.signUp({ email, password: PASSWORD });
    const { tokenHash } = fixture.mailTo(email);
    fixture.advance(61_000);
    const [confirmed] = await Promise.all([
      fixture.browser().auth.verifyOtp({ token_hash: tokenHash, type: "signup" }),
      fixture.browser().auth.signUp({ email, password: "of somebody else" }),
    ]);
    if (confirmed.error) continue;
    const { error } = await fixture.browser().auth.getUser(confirmed.data.session?.access_token);
    expect(error).toBeNull();
    const [account] = await fixture.sql`select encrypted_password from auth.users where email = ${email}`;
    expect(account, "no password was proven").toEqual({ encrypted_password: "" });
  }
});

test("parallel sign-ins of one account all succeed", async () => {
  const { email } = await createPerson(fixture);
  const browsers = await Promise.all(Array.from({ length: 8 }, () => signIn(fixture, email)));
  const tokens = await Promise.all(browsers.map(accessToken));
  expect(new Set(tokens).size).toBe(8);
});

test("a hundred concurrent sign-ins from a hundred addresses all succeed", async () => {
  const [known] = await fixture.sql<{ encrypted_password: string }[]>`
    select encrypted_password from auth.users where id = ${(await createPerson(fixture)).id}`;
  const emails = Array.from({ length: 100 }, newEmail);
  for (const email of emails) {
    const person = { email, password_hash: known?.encrypted_password ?? "", email_confirm: true };
    expect((await fixture.service.auth.admin.createUser(person)).error).toBeNull();
  }
  const outcomes = await Promise.all(
    emails.map((email) => fixture.browser().auth.signInWithPassword({ email, password: PASSWORD })),
  );
  expect(outcomes.map(({ data }) => data.user?.email)).toEqual(emails);
});

/** Starts a request, waits until it blocks on the locks of this transaction, and then makes a change. */
async function changeWhileBlocked<Result>(
  email: string,
  { start, change }: { start: () => Promise<Result>; change: (sql: TransactionSql) => Promise<unknown> },
): Promise<Result> {
  const { attempt } = await fixture.sql.begin(async (sql) => {
    await sql`select id from auth.users where email = ${email} for update`;
    await sql`select s.id from auth.sessions s join auth.users u on u.id = s.user_id where u.email = ${email} for update of s`;
    const started = start();
    await vi.waitFor(async () => {
      const [waiting] = await fixture.sql`
        select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      expect(waiting).toBeDefined();
    }, 90_000);
    await change(sql);
    return { attempt: started };
  });
  return attempt;
}

function addFactor(sql: ISql, userId: string, status: "verified" | "unverified") {
  return sql<{ id: string }[]>`
    insert into auth.mfa_factors (user_id, factor_type, status) values (${userId}, 'totp', ${status}) returning id`;
}

function sessionsOf(email: string) {
  return fixture.sql`select s.id from auth.sessions s join auth.users u on u.id = s.user_id where u.email = ${email}`;
}

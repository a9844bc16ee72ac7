import { afterAll, beforeAll, expect, test } from "vitest";
import {
  accessToken,
  createPerson,
  createAuthFixture,
  newEmail,
  PASSWORD,
  readClaims,
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

test("the audit log of a deleted account keeps the actions, but no e-mail or IP address", async () => {
  const { admin } = fixture.service.auth;
  const deletions = {
    "by the service": ({ id }: Person) => admin.deleteUser(id),
    "softly by the service": ({ id }: Person) => admin.deleteUser(id, true),
    "by its owner": async ({ email }: Person) => {
      const { sub, session_id } = readClaims(await accessToken(await signIn(fixture, email)));
      const claims = { role: "authenticated", sub: String(sub), aal: "aal1", session_id } as const;
      await fixture.database.asCaller(claims, (sql) => sql`select delete_my_account()`);
      return { error: null };
    },
  };
  for (const [how, remove] of Object.entries(deletions)) {
    const [person, other] = [await createPerson(fixture), await createPerson(fixture)];
    for (const { email } of [person, other]) await signInFrom("198.51.100.7", email);
    expect(await entriesWith(person.email), how).toEqual(["user_signedup", "login"]);
    expect((await remove(person)).error).toBeNull();
    expect(await entriesWith(person.email), how).toEqual([]);
    expect(await actionsOf(person.id), how).toContain("login");
    const from = await fixture.sql`
      select ip_address from auth.audit_log_entries where payload ->> 'actor_id' = ${person.id} and ip_address <> ''`;
    expect(from, how).toHaveLength(0);
    expect(await entriesWith(other.email), "another account").toEqual(["user_signedup", "login"]);
  }
});

test("audit log entries are deleted after ninety days", async () => {
  const { id, email } = await createPerson(fixture);
  await signInFrom("198.51.100.8", email);
  fixture.advance(89 * DAY_MS);
  await runCleanup();
  expect(await actionsOf(id)).toEqual(["user_signedup", "login"]);
  fixture.advance(DAY_MS + 1000);
  await runCleanup();
  expect(await actionsOf(id)).toEqual([]);
  await signIn(fixture, email);
});

test("an invitation lives seven days and says so; its code ten minutes, other links an hour", async () => {
  const { admin } = fixture.service.auth;
  const [early, late] = [newEmail(), newEmail()];
  for (const email of [early, late]) expect((await admin.inviteUserByEmail(email)).error).toBeNull();
  expect(fixture.mailTo(early).mail.text).toContain(
    "The link works once, within seven days; the code within ten minutes.",
  );
  const sent = await admin.generateLink({ type: "invite", email: newEmail() });
  const open = (token_hash = "") => fixture.browser().auth.verifyOtp({ token_hash, type: "invite" });
  const signUp = newEmail();
  await fixture.browser().auth.signUp({ email: signUp, password: PASSWORD });
  const confirmation = fixture.mailTo(signUp).tokenHash;
  fixture.advance(7 * 24 * 3600_000 - 60_000);
  await runCleanup();
  expect((await open(confirmation)).error?.code, "a sign-up").toBe("otp_expired");
  expect((await open(`invite_${confirmation}`)).error?.code, "no link becomes an invitation").toBe("otp_expired");
  expect((await open(fixture.mailTo(early).tokenHash)).data.user?.email).toBe(early);
  expect((await open(sent.data.properties?.hashed_token)).error).toBeNull();
  const { code } = fixture.mailTo(late);
  const typed = await fixture.browser().auth.verifyOtp({ email: late, token: code, type: "email" });
  expect(typed.error?.code, "its code").toBe("otp_expired");
  fixture.advance(61_000);
  expect((await open(fixture.mailTo(late).tokenHash)).error?.code).toBe("otp_expired");
  await runCleanup();
  expect(await fixture.sql`select from auth.one_time_tokens where relates_to in (${early}, ${late})`).toHaveLength(0);
});

test("an unconfirmed sign-up is deleted after thirty days; invited, appointed and confirmed accounts are kept", async () => {
  const [abandoned, resent, invited] = [newEmail(), newEmail(), newEmail()];
  for (const email of [abandoned, resent]) await fixture.browser().auth.signUp({ email, password: PASSWORD });
  await fixture.service.auth.admin.inviteUserByEmail(invited);
  const appointed = await fixture.service.auth.admin.createUser({ email: newEmail() });
  await fixture.sql`insert into user_roles (user_id, role) values (${appointed.data.user?.id ?? ""}, 'user')`;
  const confirmed = await createPerson(fixture);
  const keptEmails = [resent, invited, appointed.data.user?.email ?? "", confirmed.email];
  fixture.advance(29 * DAY_MS);
  await fixture.browser().auth.resend({ type: "signup", email: resent });
  await runCleanup();
  expect(await findEmails([abandoned, ...keptEmails])).toEqual([abandoned, ...keptEmails].toSorted());
  fixture.advance(2 * DAY_MS);
  await runCleanup();
  expect(await findEmails([abandoned, ...keptEmails])).toEqual(keptEmails.toSorted());
  expect(await entriesWith(abandoned)).toEqual([]);
});

test("a sign-up that replaces an unconfirmed one removes its address from the log", async () => {
  const email = newEmail();
  await fixture.browser().auth.signUp({ email, password: PASSWORD });
  fixture.advance(61_000);
  await fixture.browser().auth.signUp({ email, password: "of somebody else" });
  expect(await entriesWith(email)).toHaveLength(1);
});

type Person = { readonly id: string; readonly email: string };

async function signInFrom(address: string, email: string): Promise<void> {
  const { error } = await fixture.browser({ address }).auth.signInWithPassword({ email, password: PASSWORD });
  expect(error).toBeNull();
}

function runCleanup(): Promise<void> {
  return removeExpired({ sql: fixture.sql, clock: () => fixture.now() });
}

async function entriesWith(email: string): Promise<string[]> {
  const rows = await fixture.sql<{ action: string }[]>`
    select payload ->> 'action' as action from auth.audit_log_entries
    where strpos(payload::text, ${email}) > 0 order by created_at`;
  return rows.map(({ action }) => action);
}

async function actionsOf(id: string): Promise<string[]> {
  const rows = await fixture.sql<{ action: string }[]>`
    select payload ->> 'action' as action from auth.audit_log_entries
    where strpos(payload::text, ${id}) > 0 order by created_at`;
  return rows.map(({ action }) => action);
}

async function findEmails(emails: readonly string[]): Promise<string[]> {
  const rows = await fixture.sql<
    { email: string }[]
  >`select email from auth.users where email in ${fixture.sql(emails)}`;
  return rows.map(({ email }) => email).toSorted();
}

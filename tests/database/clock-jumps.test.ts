import { expect, onTestFinished, test } from "vitest";
import { createOutbox } from "../../server/mail/outbox.ts";
import { createAuthFixture, PASSWORD, type AuthFixture } from "../fixtures/auth/auth.ts";
import { createTestDatabase } from "../fixtures/database/database.ts";

const YEAR_MS = 365 * 24 * 3_600_000;

test.each([
  ["ahead", YEAR_MS],
  ["back", -YEAR_MS],
])("accounts stay usable after the clock jumps %s by a year and is corrected", async (_, jumpMs) => {
  const fixture = await createAuthFixture();
  onTestFinished(() => fixture.close());
  const before = await signIn(fixture, "before@people.example");
  fixture.advance(jumpMs);
  const during = await signIn(fixture, "during@people.example");
  const address = "203.0.113.9";
  const guess = () =>
    fixture.browser({ address }).auth.signInWithPassword({ email: "during@people.example", password: "?" });
  for (let tries = 0; tries < 12; tries++) await guess();
  expect((await guess()).error?.status, "guessing is limited under the wrong clock").toBe(429);

  fixture.advance(-jumpMs);
  // A session that began a year in the past has expired once the clock is corrected; its account still works.
  for (const browser of jumpMs > 0 ? [before, during] : [before]) {
    const { data, error } = await browser.auth.refreshSession();
    expect(error).toBeNull();
    expect((await browser.auth.getUser(data.session?.access_token)).error).toBeNull();
  }
  const again = { email: "during@people.example", password: PASSWORD };
  expect((await fixture.browser({ address }).auth.signInWithPassword(again)).error).toBeNull();
  // The network has signed in by now, so it has a limit of its own beside the account's.
  for (let tries = 0; tries < 24; tries++) await guess();
  expect((await guess()).error?.status, "guessing is limited under the right clock").toBe(429);
});

test("emails queued or claimed while the clock was a year ahead are sent once it is corrected", async () => {
  const { database, drop } = await createTestDatabase();
  onTestFinished(drop);
  const { sql } = database;
  const outbox = createOutbox({ domain: "agency.example" });
  for (const subject of ["queued", "claimed", "postponed"]) {
    const mail = {
      to: "team@agency.example",
      subject,
      text: subject,
      kind: "contact-notification",
      confidential: false,
    };
    await outbox.send(mail, sql);
  }
  const bySubject = (subject: string) => sql`id = (select mail_id from mail_bodies where subject = ${subject})`;
  await sql`update mail_outbox set created_at = now() + interval '1 year', next_attempt_at = now() + interval '1 year'
    where ${bySubject("queued")}`;
  await sql`update mail_outbox set state = 'sending', attempts = 1, claimed_until = now() + interval '1 year'
    where ${bySubject("claimed")}`;
  await sql`update mail_outbox set next_attempt_at = now() + interval '6 hours' where ${bySubject("postponed")}`;
  const claimed = await sql`select subject from claim_mails(10)`;
  expect(new Set(claimed.map(({ subject }) => subject))).toEqual(new Set(["queued", "claimed"]));
  expect(await sql`select from claim_mails(10)`, "each is claimed once").toHaveLength(0);
});

test("a message count from a clock that was ahead restarts once it is corrected", async () => {
  const { database, drop } = await createTestDatabase();
  onTestFinished(drop);
  const { sql } = database;
  const count = async () => {
    const [row] = await sql<{ count: number }[]>`select (count_contact('network n', interval '10 minutes')).count`;
    return row?.count;
  };
  expect([await count(), await count()]).toEqual([1, 2]);
  await sql`update contact_limits set expires_at = expires_at + interval '1 year'`;
  expect([await count(), await count()]).toEqual([1, 2]);
});

async function signIn(fixture: AuthFixture, email: string) {
  await fixture.service.auth.admin.createUser({ email, password: PASSWORD, email_confirm: true });
  const browser = fixture.browser();
  const { error } = await browser.auth.signInWithPassword({ email, password: PASSWORD });
  expect(error).toBeNull();
  return browser;
}

import { expect, onTestFinished, test } from "vitest";
import { createMailQueue } from "../../server/mail/mail-queue.ts";
import { createOutbox } from "../../server/mail/outbox.ts";
import { createAuthFixture, PASSWORD, type AuthFixture } from "../fixtures/auth.ts";
import { createTestDatabase } from "../fixtures/database.ts";

const YEAR_MS = 365 * 24 * 3_600_000;

test.each([
  ["ahead", YEAR_MS],
  ["back", -YEAR_MS],
])("a clock that jumps %s by a year, and is set right again: nobody is locked out", async (_, jumpMs) => {
  const fixture = await createAuthFixture();
  onTestFinished(() => fixture.close());
  const before = await signIn(fixture, "before@people.example");
  fixture.advance(jumpMs);
  const during = await signIn(fixture, "during@people.example");
  const address = "203.0.113.9";
  const guess = () =>
    fixture.browser({ address }).auth.signInWithPassword({ email: "during@people.example", password: "?" });
  for (let tries = 0; tries < 12; tries++) await guess();
  expect((await guess()).error?.status, "guessing is limited under any clock").toBe(429);

  fixture.advance(-jumpMs);
  // What began under a clock a year behind is a year old once it is right: that session ends, its account does not.
  for (const browser of jumpMs > 0 ? [before, during] : [before]) {
    const { data, error } = await browser.auth.refreshSession();
    expect(error).toBeNull();
    expect((await browser.auth.getUser(data.session?.access_token)).error).toBeNull();
  }
  const again = { email: "during@people.example", password: PASSWORD };
  expect((await fixture.browser({ address }).auth.signInWithPassword(again)).error).toBeNull();
  for (let tries = 0; tries < 12; tries++) await guess();
  expect((await guess()).error?.status, "and under the right one").toBe(429);
});

test("mails that were queued, put off or under way under a clock that ran ahead go out once it is right", async () => {
  const { database, drop } = await createTestDatabase();
  onTestFinished(drop);
  const { sql } = database;
  const outbox = createOutbox({ domain: "agency.example" });
  for (const subject of ["queued", "under way", "honestly put off"]) {
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
    where ${bySubject("under way")}`;
  await sql`update mail_outbox set next_attempt_at = now() + interval '6 hours' where ${bySubject("honestly put off")}`;
  const claimed = await createMailQueue(sql).claim(10);
  expect(new Set(claimed.map(({ subject }) => subject))).toEqual(new Set(["queued", "under way"]));
  expect(await createMailQueue(sql).claim(10), "each is claimed once").toHaveLength(0);
});

test("a network's count of messages from a clock that ran ahead starts anew once it is right", async () => {
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

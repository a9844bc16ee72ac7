import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addAccount, ANON, attempt, SERVICE } from "../../fixtures/auth/callers.ts";
import { createTestDatabase, type TestDatabase } from "../../fixtures/database/database.ts";

const REFUSED = "42501";

let store: TestDatabase;
beforeAll(async () => {
  store = await createTestDatabase();
});
afterAll(() => store.drop());

describe("an offered role", () => {
  test("is granted once, to its account, with the mailed secret", async () => {
    const [ada, bob, eve] = [await addAdmin(), await addAccount(store.database), await addAccount(store.database)];
    await offer(bob.id, "secret", ada.id);
    expect(await accept(eve.claims, "secret"), "another account").toBeNull();
    expect(await accept(bob.claims, "guess"), "another secret").toBeNull();
    expect(await roleOf(bob.id)).toBeUndefined();
    expect(await accept(bob.claims, "secret")).toBe("admin");
    expect(await roleOf(bob.id)).toBe("admin");
    await store.database.sql`update user_roles set role = 'user' where user_id = ${bob.id}`;
    expect(await accept(bob.claims, "secret"), "a second time").toBeNull();
    expect(await roleOf(bob.id)).toBe("user");
  });

  test("is replaced by a newer offer, never lowers a role, and is mailed in the same transaction", async () => {
    const [ada, bob] = [await addAdmin(), await addAdmin()];
    await offer(bob.id, "older", ada.id);
    await offer(bob.id, "newer", ada.id, "user");
    expect(await accept(bob.claims, "older")).toBeNull();
    expect(await accept(bob.claims, "newer")).toBe("user");
    expect(await roleOf(bob.id)).toBe("admin");
    const mails = await store.database.sql`
      select confidential, text_body from mail_outbox m join mail_bodies b on b.mail_id = m.id
      where recipient = ${`${bob.id}@people.example`}`;
    expect([...mails]).toEqual(["older", "newer"].map((text_body) => ({ confidential: true, text_body })));
  });

  test("expires after seven days, or when its sender is no longer an administrator", async () => {
    const [ada, bob, eve] = [await addAdmin(), await addAccount(store.database), await addAccount(store.database)];
    await offer(bob.id, "late", ada.id);
    await store.database.sql`update pending_roles set created_at = now() - interval '7 days'`;
    expect(await accept(bob.claims, "late")).toBeNull();
    await offer(eve.id, "orphaned", ada.id);
    expect(await store.database.sql`select 1 from pending_roles where user_id = ${bob.id}`).toHaveLength(0);
    await addAdmin();
    await store.database.sql`update user_roles set role = 'user' where user_id = ${ada.id}`;
    expect(await accept(eve.claims, "orphaned")).toBeNull();
    expect(await roleOf(eve.id)).toBeUndefined();
  });

  test("can be offered only by the service, and accepted only by an account", async () => {
    const { id, claims } = await addAdmin();
    for (const by of [ANON, claims]) {
      expect(await attempt(store.database, by, (sql) => sql`select offer_role(${id}, 'admin', 'x', ${id}, '{}')`)).toBe(
        REFUSED,
      );
    }
    for (const by of [ANON, SERVICE]) {
      expect(await attempt(store.database, by, (sql) => sql`select accept_role('x')`)).toBe(REFUSED);
    }
  });
});

async function addAdmin() {
  return addAccount(store.database, { role: "admin" });
}

let mails = 0;
async function offer(account: string, secret: string, inviter: string, role = "admin"): Promise<void> {
  mails += 1;
  const mail = {
    kind: "role-offer",
    to: `${account}@people.example`,
    message_id: `<${mails}@people.example>`,
    subject: "S",
    text: secret,
    html: null,
  };
  await store.database.asCaller(
    SERVICE,
    (sql) => sql`select offer_role(${account}, ${role}, ${secret}, ${inviter}, ${sql.json(mail)})`,
  );
}

async function accept(claims: Parameters<TestDatabase["database"]["asCaller"]>[0], secret: string): Promise<unknown> {
  const [row] = await store.database.asCaller(claims, (sql) => sql`select accept_role(${secret}) as role`);
  return row?.role;
}

async function roleOf(id: string): Promise<unknown> {
  const [row] = await store.database.sql`select role from user_roles where user_id = ${id}`;
  return row?.role;
}

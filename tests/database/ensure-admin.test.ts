import { expect, onTestFinished, test } from "vitest";
import { createLog } from "../../backend/log.ts";
import { readConfig } from "../../server/config.ts";
import { ensureAdmin } from "../../server/people/ensure-admin.ts";
import { startBackend } from "../../server/start-backend.ts";
import { createTestDatabase } from "../fixtures/database/database.ts";

const ADMIN = { email: "ada@agency.example", password: "correct-horse-9" };

test("processes that start together on a new database create one admin", async () => {
  const { url, database, drop } = await createTestDatabase();
  onTestFinished(drop);
  const backends = await Promise.all([startOn(url), startOn(url), startOn(url)]);
  for (const backend of backends) onTestFinished(() => backend.stop());
  await Promise.all(backends.map(({ service }) => ensureAdmin(service, ADMIN)));
  expect(await database.sql`select role from user_roles`).toEqual([{ role: "admin" }]);
  expect(await database.sql`select action from journal where kind = 'role'`).toEqual([{ action: "granted" }]);
  const [first] = backends;
  expect((await first?.service.auth.signInWithPassword(ADMIN))?.error).toBeNull();
});

function startOn(databaseUrl: string) {
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    SUPABASE_ANON_KEY: "anon-key-for-tests-0123456789abcdef",
    SUPABASE_SERVICE_ROLE_KEY: "service-key-for-tests-0123456789abcdef",
  });
  const log = createLog(() => {});
  return startBackend({ config, siteUrl: "http://localhost:4321", log, onChange: () => {}, isCli: true });
}

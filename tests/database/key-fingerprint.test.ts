import { expect, onTestFinished, test } from "vitest";
import { createLog } from "../../backend/log.ts";
import { warnOfOtherKeys } from "../../server/api-keys.ts";
import { createTestDatabase } from "../fixtures/database/database.ts";

test("a start with other API keys than the last one is warned of once, and the keys themselves are not stored", async () => {
  const { database, drop } = await createTestDatabase();
  onTestFinished(drop);
  const lines: string[] = [];
  const start = async (anonKey: string) => {
    lines.length = 0;
    const log = createLog((line) => lines.push(line));
    await warnOfOtherKeys(database.sql, { anonKey, serviceRoleKey: "the-service-key" }, log);
    return lines.length;
  };
  expect(await start("first")).toBe(0);
  expect(await start("first")).toBe(0);
  expect(await start("second")).toBe(1);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    level: "warn",
    event: "this database was last used with other API keys",
  });
  expect(await start("second")).toBe(0);
  const rows = await database.sql`select * from public.api_key_fingerprint`;
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain("second");
});

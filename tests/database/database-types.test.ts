import { readFile } from "node:fs/promises";
import { expect, onTestFinished, test } from "vitest";
import { describeDatabase } from "../../scripts/make-database-types.ts";
import { createTestDatabase } from "../fixtures/database/database.ts";

test("domain/database.ts describes what the migrations create", async () => {
  const store = await createTestDatabase();
  onTestFinished(() => store.drop());
  const stored = await readFile(new URL("../../domain/database.ts", import.meta.url), "utf8");
  expect(await describeDatabase(store.database.sql), "run npm run database-types").toBe(stored);
});

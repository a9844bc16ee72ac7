import { randomBytes } from "node:crypto";
import postgres from "postgres";
import { inject } from "vitest";
import { connect, type Database } from "../../server/db/database.ts";
import { TEMPLATE } from "./postgres.ts";

export type TestDatabase = {
  /** As the owner, who is no superuser. */
  readonly url: string;
  readonly database: Database;
  readonly drop: () => Promise<void>;
};

/** A fresh, migrated database of its own. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString("hex")}`;
  await asSuperuser(`create database ${name} template ${TEMPLATE} owner plumbline strategy file_copy`);
  const address = new URL(inject("ownerUrl"));
  address.pathname = `/${name}`;
  const database = connect(address.href);
  return {
    url: address.href,
    database,
    async drop() {
      await database.close();
      await asSuperuser(`drop database if exists ${name} with (force)`);
    },
  };
}

export async function asSuperuser(statement: string, database = "postgres"): Promise<void> {
  const address = new URL(inject("postgresUrl"));
  address.pathname = `/${database}`;
  const sql = postgres(address.href, { max: 1, onnotice: () => {} });
  try {
    await sql.unsafe(statement);
  } finally {
    await sql.end();
  }
}

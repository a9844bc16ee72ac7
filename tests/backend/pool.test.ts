import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { asSuperuser, createTestDatabase } from "../support/database.ts";

/** Long enough for the news of the loss to arrive. */
const NOTICED_MS = 300;

test("a transaction that goes on after its connection was lost fails alone, and the next one works", async () => {
  const { database, drop } = await createTestDatabase();
  onTestFinished(drop);
  const { sql } = database;
  await sql`create table kept (n int)`;
  for (let round = 0; round < 5; round++) {
    const cut = sql.begin(async (transaction) => {
      const work = async () => {
        const [{ pid } = { pid: 0 }] = await transaction<{ pid: number }[]>`select pg_backend_pid() as pid`;
        await asSuperuser(`select pg_terminate_backend(${pid})`);
        await sleep(NOTICED_MS);
        await transaction.savepoint((nested) => nested`insert into kept values (${round})`);
      };
      await work();
    });
    await expect(cut).rejects.toThrow(/CONNECTION_CLOSED|terminating connection/);
    await sleep(NOTICED_MS);
    await Promise.all(Array.from({ length: 20 }, (_, n) => sql`insert into kept values (${100 + n})`));
  }
  expect((await sql`select from kept where n < 100`).count).toBe(0);
  expect((await sql`select from kept`).count).toBe(100);
});

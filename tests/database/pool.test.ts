import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { connect } from "../../backend/database/database.ts";
import { asSuperuser, createTestDatabase } from "../fixtures/database/database.ts";
import { limitConnections } from "../fixtures/database/limited-role.ts";

/** Long enough for the driver to notice the lost connection. */
const NOTICE_MS = 300;

test("a transaction whose connection is lost fails, and later queries work", async () => {
  const { database, drop } = await createTestDatabase();
  onTestFinished(drop);
  const { sql } = database;
  await sql`create table kept (n int)`;
  for (let round = 0; round < 5; round++) {
    const cut = sql.begin(async (transaction) => {
      const work = async () => {
        const [{ pid } = { pid: 0 }] = await transaction<{ pid: number }[]>`select pg_backend_pid() as pid`;
        await asSuperuser(`select pg_terminate_backend(${pid})`);
        await sleep(NOTICE_MS);
        await transaction.savepoint((nested) => nested`insert into kept values (${round})`);
      };
      await work();
    });
    await expect(cut).rejects.toThrow(/CONNECTION_CLOSED|terminating connection/);
    await sleep(NOTICE_MS);
    await Promise.all(Array.from({ length: 20 }, (_, n) => sql`insert into kept values (${100 + n})`));
  }
  expect((await sql`select from kept where n < 100`).count).toBe(0);
  expect((await sql`select from kept`).count).toBe(100);
});

test("a refused connection does not affect transactions on other connections", async () => {
  const { url, drop } = await createTestDatabase();
  onTestFinished(drop);
  const limited = connect(await limitConnections(url, 2));
  onTestFinished(() => limited.close());
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const long = [1, 2].map((n) =>
    limited.sql.begin(async (transaction) => {
      const [before] = await transaction`select pg_backend_pid() as pid`;
      await released;
      const [after] = await transaction`select pg_backend_pid() as pid, ${n}::int as n`;
      return { n: after?.n, isSame: before?.pid === after?.pid };
    }),
  );
  await sleep(NOTICE_MS);
  await expect(limited.sql`select 1`).rejects.toMatchObject({ code: "53300" });
  await sleep(NOTICE_MS);
  release();
  expect(await Promise.all(long)).toEqual([
    { n: 1, isSame: true },
    { n: 2, isSame: true },
  ]);
  expect(await limited.sql`select 1 as n`).toEqual([{ n: 1 }]);
});

test("the pool tells how many connections are in use, idle and waited for", async () => {
  const { database, drop } = await createTestDatabase();
  onTestFinished(drop);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const hold = () =>
    database.sql.begin(async (transaction) => {
      await transaction`select 1`;
      await released;
    });
  const held = Array.from({ length: 13 }, hold);
  await expect.poll(() => database.poolUse()).toEqual({ inUse: 10, idle: 0, waiting: 3 });
  release();
  await Promise.all(held);
  expect(database.poolUse()).toEqual({ inUse: 0, idle: 10, waiting: 0 });
  await expect(database.sql.begin((transaction) => transaction`select 1 / 0`)).rejects.toThrow("division by zero");
  const [{ pid } = { pid: 0 }] = await database.sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  await asSuperuser(`select pg_terminate_backend(${pid})`);
  await expect.poll(() => database.poolUse()).toEqual({ inUse: 0, idle: 0, waiting: 0 });
});

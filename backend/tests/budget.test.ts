import { afterAll, beforeAll, expect, test } from "vitest";
import { ClientGoneError, QueueFullError } from "../../domain/limiter.ts";
import { ANON, SERVICE } from "../../tests/fixtures/auth/callers.ts";
import { createTestDatabase, type TestDatabase } from "../../tests/fixtures/database/database.ts";
import { createBudget } from "../budget.ts";
import { CLIENT_ADDRESS_HEADER } from "../client-address.ts";
import type { Claims } from "../database/database.ts";

let store: TestDatabase;

beforeAll(async () => {
  store = await createTestDatabase();
});
afterAll(() => store.drop());

test("all clients share four connections, one network has three and one account two", async () => {
  const { use, takeMaxRunning } = createObservedBudget();
  await Promise.all([1, 2, 3, 4].map(() => use("192.0.2.1", account("a"))));
  expect(takeMaxRunning()).toBeLessThanOrEqual(2);
  await Promise.all(["a", "b", "c", "d"].map((name) => use("192.0.2.1", account(name))));
  expect(takeMaxRunning()).toBeLessThanOrEqual(3);
  await Promise.all(Array.from({ length: 12 }, (_, n) => use(`192.0.2.${n}`, ANON)));
  expect(takeMaxRunning()).toBeLessThanOrEqual(4);
});

test("all addresses of an IPv6 network share its limit", async () => {
  const { use, takeMaxRunning } = createObservedBudget();
  await Promise.all(Array.from({ length: 8 }, (_, n) => use(`2001:db8::${n}`, account(`${n}`))));
  expect(takeMaxRunning()).toBeLessThanOrEqual(3);
});

test("pages and the service key are not limited", async () => {
  const { use } = createObservedBudget();
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const clients = Array.from({ length: 6 }, (_, n) => use(`192.0.2.${n}`, ANON, { until: held }));
  await Promise.all([use(undefined, ANON), use("192.0.2.9", SERVICE)]);
  release();
  await Promise.all(clients);
});

test("costly statements run one at a time, and an account can queue ten of them", async () => {
  const { use, takeMaxRunning } = createObservedBudget();
  const requests = Array.from({ length: 12 }, () => use("192.0.2.1", account("a"), { isCostly: true }));
  const outcomes = await Promise.allSettled([...requests, use("192.0.2.2", ANON, { isCostly: true })]);
  const refused = outcomes.filter((outcome) => outcome.status === "rejected");
  expect(refused.map(({ reason }) => reason instanceof QueueFullError)).toEqual([true]);
  expect(takeMaxRunning()).toBe(1);
});

test("when a client goes away, its statement is cancelled and what it wrote is undone, unless it must finish", async () => {
  const { database } = store;
  await database.sql`create table public.kept (note text)`;
  await database.sql`grant insert on public.kept to anon`;
  const write = (note: string, seconds: number, mustFinish: boolean) => {
    const client = new AbortController();
    const headers = { [CLIENT_ADDRESS_HEADER]: "192.0.2.1" };
    const request = new Request("http://localhost/", { headers, signal: client.signal });
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const done = createBudget()(database, request, ANON).asCaller(
      ANON,
      async (sql) => {
        await sql`insert into public.kept values (${note})`;
        begin();
        await sql`select pg_sleep(${seconds})`;
      },
      { mustFinish },
    );
    return { client, begun, done };
  };
  const cancelled = write("cancelled", 2.5, false);
  const finished = write("finished", 0.2, true);
  for (const { begun, client } of [cancelled, finished]) await begun.then(() => client.abort());
  await expect(cancelled.done).rejects.toThrow(ClientGoneError);
  await finished.done;
  expect(await database.sql`select note from public.kept`).toEqual([{ note: "finished" }]);
  const again = await Promise.all(Array.from({ length: 12 }, () => database.asCaller(ANON, (sql) => sql`select 1`)));
  expect(again).toHaveLength(12);
});

function account(sub: string): Claims {
  return { role: "authenticated", sub };
}

function createObservedBudget() {
  const budget = createBudget();
  let running = 0;
  let maxRunning = 0;
  return {
    use: async (address: string | undefined, caller: Claims, { isCostly = false, until = Promise.resolve() } = {}) => {
      const headers: Record<string, string> = address === undefined ? {} : { [CLIENT_ADDRESS_HEADER]: address };
      const database = budget(store.database, new Request("http://localhost/", { headers }), caller);
      await database.asCaller(
        { role: "anon" },
        async (sql) => {
          running += 1;
          maxRunning = Math.max(maxRunning, running);
          await sql`select pg_sleep(0.1)`;
          await until;
          running -= 1;
        },
        { isCostly },
      );
    },
    /** The maximum since the last call. */
    takeMaxRunning: () => {
      const max = maxRunning;
      maxRunning = 0;
      return max;
    },
  };
}

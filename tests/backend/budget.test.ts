import { afterAll, beforeAll, expect, test } from "vitest";
import { QueueFullError } from "../../domain/limiter.ts";
import { createBudget } from "../../server/backend/budget.ts";
import type { Claims } from "../../server/db/database.ts";
import { CLIENT_ADDRESS_HEADER } from "../../server/http/client-address.ts";
import { ANON, SERVICE } from "../fixtures/callers.ts";
import { createTestDatabase, type TestDatabase } from "../fixtures/database.ts";

let store: TestDatabase;

beforeAll(async () => {
  store = await createTestDatabase();
});
afterAll(() => store.drop());

test("callers from outside share four connections, a network three, an account two", async () => {
  const { use, mostAtOnce } = watchedBudget();
  await Promise.all([1, 2, 3, 4].map(() => use("192.0.2.1", account("a"))));
  expect(mostAtOnce()).toBeLessThanOrEqual(2);
  await Promise.all(["a", "b", "c", "d"].map((name) => use("192.0.2.1", account(name))));
  expect(mostAtOnce()).toBeLessThanOrEqual(3);
  await Promise.all(Array.from({ length: 12 }, (_, n) => use(`192.0.2.${n}`, ANON)));
  expect(mostAtOnce()).toBeLessThanOrEqual(4);
});

test("one IPv6 network is one network, however many addresses it has", async () => {
  const { use, mostAtOnce } = watchedBudget();
  await Promise.all(Array.from({ length: 8 }, (_, n) => use(`2001:db8::${n}`, account(`${n}`))));
  expect(mostAtOnce()).toBeLessThanOrEqual(3);
});

test("pages and the service wait for nobody", async () => {
  const { use } = watchedBudget();
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const outside = Array.from({ length: 6 }, (_, n) => use(`192.0.2.${n}`, ANON, { until: held }));
  await Promise.all([use(undefined, ANON), use("192.0.2.9", SERVICE)]);
  release();
  await Promise.all(outside);
});

test("costly statements run one at a time, and an account has ten of them waiting", async () => {
  const { use, mostAtOnce } = watchedBudget();
  const asked = Array.from({ length: 12 }, () => use("192.0.2.1", account("a"), { isCostly: true }));
  const outcomes = await Promise.allSettled([...asked, use("192.0.2.2", ANON, { isCostly: true })]);
  const refused = outcomes.filter((outcome) => outcome.status === "rejected");
  expect(refused.map(({ reason }) => reason instanceof QueueFullError)).toEqual([true]);
  expect(mostAtOnce()).toBe(1);
});

function account(sub: string): Claims {
  return { role: "authenticated", sub };
}

function watchedBudget() {
  const budget = createBudget();
  let running = 0;
  let most = 0;
  return {
    use: async (address: string | undefined, caller: Claims, { isCostly = false, until = Promise.resolve() } = {}) => {
      const headers: Record<string, string> = address === undefined ? {} : { [CLIENT_ADDRESS_HEADER]: address };
      const database = budget(store.database, new Request("http://localhost/", { headers }), caller);
      await database.asCaller(
        { role: "anon" },
        async (sql) => {
          running += 1;
          most = Math.max(most, running);
          await sql`select pg_sleep(0.1)`;
          await until;
          running -= 1;
        },
        { isCostly },
      );
    },
    /** Since it was asked last. */
    mostAtOnce: () => {
      const found = most;
      most = 0;
      return found;
    },
  };
}

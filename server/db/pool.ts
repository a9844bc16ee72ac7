import postgres, { type Options, type PostgresType, type Sql, type TransactionSql } from "postgres";

type Pool = { readonly sql: Sql; isLost: boolean };
type Work = (transaction: TransactionSql) => Promise<unknown>;

const CLOSE_WITHIN_S = 5;
const NEVER = new Promise<never>(() => {});

/**
 * A pool that survives the loss of its connections. postgres.js 3.4.9 does not always: a connection that is lost while
 * a write waits never works again, and a transaction that goes on after the loss ends the process
 * (porsager/postgres#1208). So with the first connection that is lost all are replaced, and their transactions cut off.
 */
export function openPool(url: string, options: Options<Record<string, PostgresType>>) {
  // Listens for news over a connection of its own, which the driver keeps up by itself.
  const news = postgres(url, options);
  let current = open();
  let isClosing = false;

  function open(): Pool {
    const usable = new Set<number>();
    const sql = postgres(url, {
      ...options,
      max_lifetime: null,
      // Called with each statement, and nothing else tells which connections ever were of use.
      debug: (id) => void usable.add(id),
      // One that PostgreSQL did not grant takes nothing along, and the driver itself waits before it tries again.
      onclose: (id) => usable.delete(id) && replace(pool),
    });
    const pool: Pool = { sql, isLost: false };
    return pool;
  }

  function replace(pool: Pool): void {
    if (isClosing || pool.isLost) return;
    pool.isLost = true;
    current = open();
    pool.sql.end({ timeout: 0 }).catch(() => {});
  }

  const begin = (...given: [Work] | [string, Work]) => {
    const [kind, work] = given.length === 1 ? ["", given[0]] : given;
    return current.sql.begin(kind, cutOff(current, work));
  };
  const sql = new Proxy(current.sql, {
    apply: (_, self, words) => Reflect.apply(current.sql, self, words),
    get(_, name) {
      if (name === "begin") return begin;
      return Reflect.get(name === "listen" ? news : current.sql, name);
    },
  });
  return {
    sql,
    close: async (): Promise<void> => {
      isClosing = true;
      await Promise.all([news, current.sql].map((each) => each.end({ timeout: CLOSE_WITHIN_S })));
    },
  };
}

/** Once the connection is lost nothing more may be sent, not even the end: `begin` itself has rejected by then. */
function cutOff(pool: Pool, work: Work): Work {
  return async (transaction) => {
    const guarded = new Proxy(transaction, {
      apply: (target, self, words) => (pool.isLost ? NEVER : Reflect.apply(target, self, words)),
      get(target, name) {
        if (pool.isLost) return () => NEVER;
        if (name === "savepoint") return (nested: Work) => target.savepoint(cutOff(pool, nested));
        return Reflect.get(target, name);
      },
    });
    const outcome = await Promise.allSettled([work(guarded)]);
    if (pool.isLost) return NEVER;
    if (outcome[0].status === "rejected") throw outcome[0].reason;
    return outcome[0].value;
  };
}

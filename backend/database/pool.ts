import postgres, { type ListenMeta, type Options, type PostgresType, type Sql, type TransactionSql } from "postgres";
import { hostOptions } from "./address.ts";
import type { HostChoice } from "./find-database.ts";

type Pool = { readonly sql: Sql; readonly established: ReadonlySet<number>; isLost: boolean };
/** `waiting` are transactions that wait for a connection. Single statements take no connection for themselves. */
export type PoolUse = { readonly inUse: number; readonly idle: number; readonly waiting: number };
type Work = (transaction: TransactionSql) => Promise<unknown>;
type DriverOptions = Options<Record<string, PostgresType>>;

const CLOSE_TIMEOUT_S = 5;
const NEVER = new Promise<never>(() => {});

// A pool that survives lost connections. In postgres.js 3.4.9 a connection lost during a pending write never works
// again, and a transaction that continues after the loss crashes the process (porsager/postgres#1208). So the first
// lost connection replaces the whole pool, and transactions of the old pool send nothing more.
export function openPool(host: HostChoice, options: DriverOptions, direct = host) {
  const listener = createListener(direct, options);
  let current = open();
  let isClosing = false;
  let inUse = 0;
  let waiting = 0;

  function open(): Pool {
    const established = new Set<number>();
    const sql = postgres(host.url(), {
      ...options,
      ...hostOptions(host.url()),
      max_lifetime: null,
      // Called with each statement; the driver has no other way to tell which connections were established.
      debug: (id) => void established.add(id),
      onclose: (id) => {
        // A connection that PostgreSQL refused does not replace the pool; the driver retries it with a delay.
        if (established.delete(id)) replace(pool);
        if (!isClosing) reconsider();
      },
    });
    const pool: Pool = { sql, established, isLost: false };
    return pool;
  }

  function replace(pool: Pool): void {
    if (isClosing || pool.isLost) return;
    pool.isLost = true;
    current = open();
    pool.sql.end({ timeout: 0 }).catch(() => {});
  }

  function reconsider(): void {
    host.reconsider();
    if (direct !== host) direct.reconsider();
  }

  host.onMove(() => replace(current));
  const begin = async (...args: [Work] | [string, Work]) => {
    const [mode, work] = args.length === 1 ? ["", args[0]] : args;
    const guarded = stopWhenLost(current, work);
    let hasConnection = false;
    waiting += 1;
    try {
      return await current.sql.begin(mode, (transaction) => {
        hasConnection = true;
        waiting -= 1;
        inUse += 1;
        return guarded(transaction);
      });
    } finally {
      if (hasConnection) inUse -= 1;
      else waiting -= 1;
    }
  };
  const sql = new Proxy(current.sql, {
    apply: (_, self, args) => Reflect.apply(current.sql, self, args),
    get(_, name) {
      if (name === "begin") return begin;
      return name === "listen" ? listener.listen : Reflect.get(current.sql, name);
    },
  });
  return {
    sql,
    reconsider,
    use: (): PoolUse => ({ inUse, idle: Math.max(0, current.established.size - inUse), waiting }),
    close: async (): Promise<void> => {
      isClosing = true;
      await Promise.all([listener.close(), current.sql.end({ timeout: CLOSE_TIMEOUT_S })]);
    },
  };
}

type Subscription = {
  readonly args: Parameters<Sql["listen"]>;
  meta: ListenMeta;
};

/** LISTEN uses a separate connection, which the driver reconnects by itself; at another host it begins anew. */
function createListener(direct: HostChoice, options: DriverOptions) {
  const subscriptions = new Set<Subscription>();
  let connection = open();

  function open(): Sql {
    return postgres(direct.url(), { ...options, ...hostOptions(direct.url()) });
  }

  direct.onMove(() => {
    connection.end({ timeout: 0 }).catch(() => {});
    connection = open();
    for (const subscription of subscriptions) {
      // If the connection fails now, the driver tries again.
      connection.listen(...subscription.args).then(
        (meta) => (subscription.meta = meta),
        () => {},
      );
    }
  });

  return {
    listen: async (...args: Parameters<Sql["listen"]>): Promise<ListenMeta> => {
      const subscription: Subscription = { args, meta: await connection.listen(...args) };
      subscriptions.add(subscription);
      const unlisten = async () => {
        subscriptions.delete(subscription);
        await subscription.meta.unlisten();
      };
      return { ...subscription.meta, unlisten };
    },
    close: () => connection.end({ timeout: CLOSE_TIMEOUT_S }),
  };
}
/** After the loss nothing may be sent, not even a rollback; `begin` itself has already rejected. */
function stopWhenLost(pool: Pool, work: Work): Work {
  return async (transaction) => {
    const guarded = new Proxy(transaction, {
      apply: (target, self, args) => (pool.isLost ? NEVER : Reflect.apply(target, self, args)),
      get(target, name) {
        if (pool.isLost) return () => NEVER;
        if (name === "savepoint") return (nested: Work) => target.savepoint(stopWhenLost(pool, nested));
        return Reflect.get(target, name);
      },
    });
    const outcome = await Promise.allSettled([work(guarded)]);
    if (pool.isLost) return NEVER;
    if (outcome[0].status === "rejected") throw outcome[0].reason;
    return outcome[0].value;
  };
}

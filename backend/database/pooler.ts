import postgres, { type Sql, type TransactionSql } from "postgres";
import { hostOptions } from "./address.ts";

const ROUNDS = 3;

/**
 * Whether the address is a connection pooler in transaction mode (such as PgBouncer's), in which a client gets another
 * session with each transaction. While one client holds a transaction, another one asks which session it has.
 */
export async function isTransactionPooler(url: string): Promise<boolean> {
  const [one, other] = [open(url), open(url)];
  try {
    const own = await sessionId(one);
    for (let round = 0; round < ROUNDS; round++) {
      if ((await sessionId(one)) !== own) return true;
      const isShared = await other.begin(
        async (transaction) => (await sessionId(transaction)) === own || (await sessionId(one)) !== own,
      );
      if (isShared) return true;
    }
    return false;
  } finally {
    await Promise.all([one.end({ timeout: 1 }), other.end({ timeout: 1 })]);
  }
}

function open(url: string): Sql {
  return postgres(url, { ...hostOptions(url), max: 1, prepare: false, fetch_types: false, onnotice: () => {} });
}

async function sessionId(sql: Sql | TransactionSql): Promise<number | undefined> {
  const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  return row?.pid;
}

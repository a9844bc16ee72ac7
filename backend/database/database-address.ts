import postgres, { type Sql, type TransactionSql } from "postgres";
import type { Log } from "../log.ts";
import { hostOptions, hostUrls } from "./address.ts";
import { findDatabase, fixedHost, followWritable, type HostChoice } from "./find-database.ts";
import { UserError } from "./user-error.ts";

export type DatabaseAddress = {
  /** For requests; may be a connection pooler. */
  readonly host: HostChoice;
  /** PostgreSQL itself, for LISTEN and migrations. */
  readonly direct: HostChoice;
  /** Prepared statements belong to a session, so a transaction pooler cannot keep them. */
  readonly canPrepare: boolean;
};

export function fixedAddress(url: string): DatabaseAddress {
  return { host: fixedHost(url), direct: fixedHost(url), canPrepare: true };
}

/** Waits for the databases of DATABASE_URL and DATABASE_DIRECT_URL. Throws UserError if they cannot be used. */
export async function findAddress(
  databaseUrl: string,
  { databaseDirectUrl }: { readonly databaseDirectUrl: string | undefined },
  log: Log,
): Promise<DatabaseAddress> {
  const host = await findHost(databaseUrl, log);
  const isPooled = await isTransactionPooler(host.url());
  if (isPooled && !databaseDirectUrl) {
    throw new UserError(
      "DATABASE_URL leads to a connection pooler in transaction mode, which cannot LISTEN: set DATABASE_DIRECT_URL to PostgreSQL itself.",
    );
  }
  const direct = databaseDirectUrl ? await findHost(databaseDirectUrl, log) : host;
  if (databaseDirectUrl && (await isTransactionPooler(direct.url()))) {
    throw new UserError("DATABASE_DIRECT_URL leads to a connection pooler too: set it to PostgreSQL itself.");
  }
  return { host, direct, canPrepare: !isPooled };
}

async function findHost(url: string, log: Log): Promise<HostChoice> {
  const urls = hostUrls(url);
  return followWritable(urls, await findDatabase({ urls, announce: console.log }), log);
}

const ROUNDS = 3;

// Whether the address is a connection pooler in transaction mode (such as PgBouncer's), in which a client gets another
// session with each transaction. While one client holds a transaction, another one asks which session it has.
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

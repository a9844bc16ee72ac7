import type { Sql, TransactionSql } from "postgres";
import { openPool } from "./pool.ts";

export type Claims = {
  readonly role: "anon" | "authenticated" | "service_role";
  readonly sub?: string;
  readonly [claim: string]: unknown;
};

type CallerOptions = {
  /** The statement may keep a processor busy for long, however few rows it reads. */
  readonly isCostly: boolean;
};

export type Database = {
  /** As the owner: schema auth, outbox, limits. Never for product data on a visitor's behalf. */
  readonly sql: Sql;
  /** One transaction under the caller's database role with request.jwt.claims set, so that PostgreSQL decides. */
  asCaller<Result>(
    claims: Claims,
    work: (sql: TransactionSql) => Promise<Result>,
    options?: CallerOptions,
  ): Promise<Result>;
  close(): Promise<void>;
};

/** Supabase's; the service role does maintenance and may take longer than a visitor's request. */
const STATEMENT_TIMEOUT = { anon: "3s", authenticated: "8s", service_role: "60s" } as const;
/** Once the database is back, pages and news of changes should be too. */
const MAX_BACKOFF_S = 1;

export function connect(url: string, { most = 10 }: { most?: number } = {}): Database {
  const { sql, close } = openPool(url, {
    max: most,
    onnotice: () => {},
    backoff: (attempt) => Math.min(attempt * 0.1, MAX_BACKOFF_S),
    connection: { application_name: "plumbline" },
  });
  return {
    sql,
    asCaller: (claims, work) => runAsCaller(sql, claims, work),
    close,
  };
}

/** A transaction holds its connection alone, and the settings die with it: no request can run under another's role. */
async function runAsCaller<Result>(
  sql: Sql,
  claims: Claims,
  work: (sql: TransactionSql) => Promise<Result>,
): Promise<Result> {
  // The type is checked again at run time: claims come from tokens, and the role becomes a privilege.
  if (!Object.hasOwn(STATEMENT_TIMEOUT, claims.role)) throw new Error(`Not a caller's role: ${claims.role}`);
  const outcome = await sql.begin(async (transaction) => {
    await transaction`
      select set_config('search_path', 'public', true),
        set_config('statement_timeout', ${STATEMENT_TIMEOUT[claims.role]}, true),
        set_config('request.jwt.claims', ${JSON.stringify(claims)}, true),
        set_config('role', ${claims.role}, true)`;
    return { result: await work(transaction) };
  });
  return outcome.result;
}

import type { Log } from "../log.ts";
import { hostUrls } from "./address.ts";
import { findDatabase } from "./find-database.ts";
import { fixedHost, followWritable, type HostChoice } from "./host-choice.ts";
import { isTransactionPooler } from "./pooler.ts";
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

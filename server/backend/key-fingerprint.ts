import { createHash } from "node:crypto";
import type { Sql } from "postgres";
import type { Log } from "../log.ts";
import type { ApiKeys } from "./keys.ts";

const REMEDY =
  "Links in contact receipts and clients with the former keys stop working. On several machines set the same SUPABASE_ANON_KEY and SUPABASE_SERVICE_ROLE_KEY everywhere.";

/** Warns if this database was last used with other API keys: a lost keys.json, or machines with different keys. */
export async function warnOfOtherKeys(sql: Sql, { anonKey, serviceRoleKey }: ApiKeys, log: Log): Promise<void> {
  const fingerprint = createHash("sha256")
    .update(JSON.stringify([anonKey, serviceRoleKey]))
    .digest("hex");
  const [before] = await sql<{ fingerprint: string }[]>`select fingerprint from public.api_key_fingerprint`;
  if (before?.fingerprint === fingerprint) return;
  await sql`
    insert into public.api_key_fingerprint (fingerprint) values (${fingerprint})
    on conflict (only_row) do update set fingerprint = excluded.fingerprint`;
  if (before) log.warn("this database was last used with other API keys", { remedy: REMEDY });
}

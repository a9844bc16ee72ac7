import postgres from "postgres";
import { hostOptions, findDatabase, hostUrls } from "../../backend/index.ts";
import type { Config } from "../config.ts";
import { startEmbedded } from "../db/embedded/embedded-postgres.ts";
import { type Finding, note, ok, wrong } from "./finding.ts";

/** https://www.postgresql.org/support/versioning/ */
const END_OF_SUPPORT: Readonly<Record<number, string>> = {
  16: "2028-11-09",
  17: "2029-11-08",
  18: "2030-11-14",
};
const MAX_CLOCK_DIFFERENCE_S = 2;
const WARN_BEFORE_MS = 180 * 86_400_000;
const MAX_CONNECTION_SHARE = 0.8;

type Facts = { version: string; major: number; bytes: number; used: number; max: number; now: Date };

/** Uses the site's PostgreSQL; call it only while the site runs, so that none is started. */
export async function checkDatabase(config: Config): Promise<Finding[]> {
  if (config.supabaseUrl) return [note("database", "Supabase has it; /readyz tells whether it answers.")];
  const url = await findUrl(config);
  const sql = postgres(url, { ...hostOptions(url), max: 1, prepare: false, onnotice: () => {} });
  try {
    const [facts] = await sql<Facts[]>`
      select current_setting('server_version') as version,
        current_setting('server_version_num')::int / 10000 as major,
        pg_database_size(current_database())::float8 as bytes,
        (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used,
        current_setting('max_connections')::int as max, clock_timestamp() as now`;
    return facts ? describeFacts(facts, new Date(), config.databaseUrl ? "Your own" : "The embedded") : [];
  } finally {
    await sql.end({ timeout: 1 });
  }
}

async function findUrl({ databaseUrl, databaseDirectUrl = databaseUrl, dataDir }: Config): Promise<string> {
  if (databaseDirectUrl)
    return findDatabase({ urls: hostUrls(databaseDirectUrl), announce: () => {}, timeoutMs: 5_000 });
  return (await startEmbedded({ dataDir, join: true })).url;
}

export function describeFacts(facts: Facts, here: Date, whose: string): Finding[] {
  const { version, major, bytes, used, max, now } = facts;
  const end = END_OF_SUPPORT[major];
  const name = `${whose} PostgreSQL ${version}`;
  const size = `${(bytes / 1024 ** 2).toFixed(0)} MB, ${used} of ${max} connections`;
  const skew = Math.abs(now.getTime() - here.getTime()) / 1_000;
  return [
    end && Date.parse(end) - here.getTime() < WARN_BEFORE_MS
      ? wrong("database", `${name} gets security updates only until ${end}. Update the site, or your PostgreSQL.`)
      : ok("database", `${name}${end ? ` is supported until ${end}` : ""}: ${size}.`),
    ...(used > max * MAX_CONNECTION_SHARE
      ? [wrong("database", `${used} of ${max} connections are taken. Raise max_connections, or add a pooler.`)]
      : []),
    skew > MAX_CLOCK_DIFFERENCE_S
      ? wrong("clock", `This machine and the database differ by ${skew.toFixed(0)} s. Set the clocks (NTP).`)
      : ok("clock", "This machine and the database agree."),
  ];
}

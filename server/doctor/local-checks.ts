import { stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import postgres from "postgres";
import { findDatabase, hostOptions, hostUrls } from "../../backend/index.ts";
import { findStoredKeys } from "../api-keys.ts";
import type { Config } from "../config.ts";
import { readReport, stateOf } from "../db/backup/backup-report.ts";
import { startEmbedded } from "../db/embedded/embedded-postgres.ts";
import { connectTo } from "../mail/answers.ts";
import type { Readiness } from "../readiness.ts";
import { readVersion } from "../version.ts";

const TIMEOUT_MS = 10_000;
const MIN_FREE_BYTES = 1024 ** 3;

/** The address of the process itself, past any proxy. */
export function localAddress({ host = "127.0.0.1", port, siteUrl }: Pick<Config, "host" | "port" | "siteUrl">): string {
  // A socket is asked through the proxy.
  if (host.startsWith("/")) return siteUrl ?? "";
  const reachable = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return `http://${reachable.includes(":") ? `[${reachable}]` : reachable}:${port}`;
}

export async function checkProcess(address: string): Promise<{ isRunning: boolean; finding: Finding }> {
  const response = await fetch(`${address}/healthz`, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(
    () => undefined,
  );
  if (!response) {
    const finding = wrong(
      "process",
      `Nothing answers at ${address}. Start the site, or set PORT and HOST as it has them.`,
    );
    return { isRunning: false, finding };
  }
  const running = (await response.json().catch(() => ({}))) as { version?: string; commit?: string };
  if (response.status !== 200 || !running.version) {
    const finding = wrong("process", `Another program answers at ${address}. Set PORT to the site's port.`);
    return { isRunning: false, finding };
  }
  const built = readVersion();
  const isSame = running.version === built.version && running.commit === built.commit;
  const name = `${running.version} (${running.commit})`;
  const finding = isSame
    ? ok("process", `${address} runs version ${name}.`)
    : wrong(
        "process",
        `${address} runs ${name}, but the build here is ${built.version} (${built.commit}). Restart it.`,
      );
  return { isRunning: true, finding };
}

const UNREADY: Readonly<Record<string, string>> = {
  "database unreachable": "The database does not answer. Is PostgreSQL running, and DATABASE_URL right?",
  "database read-only":
    "The database refuses writes: it is a standby, or default_transaction_read_only is set. Promote it, or list all hosts in DATABASE_URL.",
  "database migrations behind": "The database lacks migrations of this build. Restart the site: the start migrates.",
  "disk low": "The disk of DATA_DIR is nearly full. Make room: a full disk refuses every write.",
  "disk full": "The database refuses messages because its disk is full. Make room now.",
  "mail late": "Emails wait for longer than MAIL_ALERT_MINUTES. The newsroom shows the reason; check SMTP_URL.",
  "contact missing": "The contact form does not work: supabase functions deploy send-contact-email.",
  "contact unreachable": "Supabase's functions do not answer, so the contact form does not work. Check SUPABASE_URL.",
  "backup failed": "The last backup failed; see below.",
};

export async function checkReadiness(address: string): Promise<Finding[]> {
  const response = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  const { ready, ...parts } = (await response.json()) as Readiness;
  const findings = Object.entries(parts).flatMap(([part, state]) => {
    const sentence = UNREADY[`${part} ${state}`];
    return sentence ? wrong("readiness", sentence) : [];
  });
  if (findings.length > 0) return findings;
  return [ready ? ok("readiness", "/readyz is 200.") : wrong("readiness", "The site is starting or stopping: wait.")];
}

/** Whether the site accepts the keys that the commands and other machines use. */
export async function checkKeys(address: string, { apiKeys, dataDir, supabaseUrl }: Config): Promise<Finding[]> {
  const keys = apiKeys ?? (await findStoredKeys(dataDir));
  if (!keys) return [wrong("keys", `There is no keys.json in ${dataDir}. Set DATA_DIR to the site's folder.`)];
  const headers = { apikey: keys.serviceRoleKey, authorization: `Bearer ${keys.serviceRoleKey}` };
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const { status } = await fetch(`${supabaseUrl ?? address}/rest/v1/user_roles?limit=1`, { headers, signal });
  if (status === 401 || status === 403) {
    return [
      wrong("keys", "The site refuses these keys. Give doctor the environment of the site, or restart the site."),
    ];
  }
  if (status !== 200) return [wrong("keys", `The keys cannot be checked: the site answers with ${status}.`)];
  const isOpen = !apiKeys && ((await stat(join(dataDir, "keys.json"))).mode & 0o077) !== 0;
  if (isOpen) return [wrong("keys", `Other users can read ${dataDir}/keys.json: chmod 600 it, then make new keys.`)];
  return [ok("keys", "The site accepts them.")];
}

export async function checkDisk({ dataDir, backups }: Config): Promise<Finding[]> {
  const folders = [dataDir, ...(backups ? [backups.folder] : [])];
  return Promise.all(
    folders.map(async (folder) => {
      const { bavail, bsize, files, ffree } = await statfs(folder);
      const free = `${((bavail * bsize) / 1024 ** 3).toFixed(1)} GB`;
      if (bavail * bsize < MIN_FREE_BYTES) return wrong("disk", `Only ${free} are free in ${folder}. Make room.`);
      if (files > 0 && ffree < files / 100) return wrong("disk", `${folder} has almost no free inodes. Delete files.`);
      return ok("disk", `${free} are free in ${folder}.`);
    }),
  );
}

export async function checkMail({ smtpUrl }: Config): Promise<Finding[]> {
  if (!smtpUrl)
    return [wrong("mail", "SMTP_URL is not set: emails stay in the outbox, and nobody can confirm an address.")];
  const url = new URL(smtpUrl);
  for (const name of ["connectionTimeout", "greetingTimeout", "socketTimeout"]) {
    url.searchParams.set(name, String(TIMEOUT_MS));
  }
  const transport = createTransport(url.href);
  try {
    await transport.verify();
    return [ok("mail", `${url.hostname} accepts the connection.`)];
  } catch (error) {
    return [wrong("mail", `${url.hostname} cannot be used (${(error as Error).message}). Check SMTP_URL.`)];
  } finally {
    transport.close();
  }
}

export async function checkAnswers({ replies }: Pick<Config, "replies">): Promise<Finding[]> {
  if (!replies) return [];
  const { hostname } = new URL(replies.imapUrl);
  const client = connectTo(replies.imapUrl);
  try {
    await client.connect();
    const { unseen = 0 } = (await client.status("INBOX", { unseen: true })) || {};
    return [ok("answers", `${hostname} opens the mailbox; ${unseen} mails wait to be read.`)];
  } catch (error) {
    return [wrong("answers", `${hostname} cannot be used (${(error as Error).message}). Check REPLY_IMAP_URL.`)];
  } finally {
    client.close();
  }
}

export async function checkBackups({ backups, supabaseUrl }: Config): Promise<Finding[]> {
  if (supabaseUrl) return [note("backups", "Supabase makes the backups: check there that it does.")];
  if (!backups) return [wrong("backups", "There are none: set BACKUP_DIR to a folder, best on another disk.")];
  const report = await readReport(backups.folder);
  const since = report?.verifiedAt ? `the last good one is of ${report.verifiedAt}` : "there is none yet";
  const sentences = {
    ok: `The last one is of ${report?.verifiedAt} and was restored as a test.`,
    none: `There is none in ${backups.folder} yet. The site makes the first one when it starts with BACKUP_DIR.`,
    late: `None was made for more than a day; ${since}. Is the site running with BACKUP_DIR?`,
    failed: `${report?.failure} (${since})`,
  };
  const state = stateOf(report);
  return [(state === "ok" ? ok : wrong)("backups", sentences[state])];
}

export type Finding = {
  readonly part: string;
  /** A note changes nothing about the exit code. */
  readonly level: "ok" | "note" | "wrong";
  /** The finding and, unless it is in order, the next step. */
  readonly says: string;
};

export const ok = (part: string, says: string): Finding => ({ part, level: "ok", says });
export const note = (part: string, says: string): Finding => ({ part, level: "note", says });
export const wrong = (part: string, says: string): Finding => ({ part, level: "wrong", says });

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

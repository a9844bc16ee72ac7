import { existsSync } from "node:fs";
import { rmdir } from "node:fs/promises";
import { resolve } from "node:path";
import { UserError, findDatabase, hostUrls } from "../../../backend/index.ts";
import { type Config, readConfig } from "../../config.ts";
import { findStore, removeStore } from "../embedded/data-location.ts";
import { startEmbedded } from "../embedded/embedded-postgres.ts";
import { type RowCounts, totalRows } from "./backup-file.ts";
import type { BackupOptions, Store } from "./backup.ts";

type StoreCommand = {
  readonly args: readonly string[];
  readonly environment: Record<string, string | undefined>;
  /** Printed when the arguments are invalid. */
  readonly usage: string;
  /** Whether an empty DATA_DIR gets a new database. */
  readonly createsStore: boolean;
  readonly worksInSupabase?: boolean;
  /** Returns the line to print. */
  readonly work: (options: BackupOptions & { readonly config: Config }) => Promise<string>;
};

const STOP_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Runs `npm run backup`, `restore` or `content`, beside a running server or without one. Returns the exit code. */
export async function runStoreCommand(command: StoreCommand): Promise<number> {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  for (const signal of STOP_SIGNALS) process.once(signal, stop);
  try {
    const file = requireFile(command);
    const config = readConfig(command.environment);
    if (!command.worksInSupabase) requireOwnDatabase(config);
    const done = await command.work({
      file,
      config,
      keysFolder: config.apiKeys ? undefined : config.dataDir,
      openStore: () => openStore(config, command.createsStore),
      signal: stopping.signal,
    });
    console.log(done);
    return 0;
  } catch (error) {
    if (stopping.signal.aborted) console.error("Stopped. Nothing was changed.");
    else if (error instanceof UserError) console.error(error.message);
    else throw error;
    return 1;
  } finally {
    for (const signal of STOP_SIGNALS) process.off(signal, stop);
  }
}

/** "1,204 rows in 21 tables, 3.1 MB, 0.8 s" */
export function describeAmount(rows: RowCounts, bytes: number, beganAt: number): string {
  const seconds = ((performance.now() - beganAt) / 1000).toFixed(1);
  const megabytes = (bytes / 1_000_000).toFixed(bytes < 1_000_000 ? 3 : 1);
  const tables = Object.keys(rows).length;
  return `${totalRows(rows).toLocaleString("en")} rows in ${tables} tables, ${megabytes} MB, ${seconds} s`;
}

function requireFile({ args, usage }: StoreCommand): string {
  const [file, ...more] = args;
  if (!file || file.startsWith("-") || more.length > 0) throw new UserError(usage);
  return resolve(file);
}

function requireOwnDatabase({ supabaseUrl }: Config): void {
  if (!supabaseUrl) return;
  throw new UserError("SUPABASE_URL is set: Supabase keeps the data, so back up and restore there (supabase db dump).");
}

export function requireStore({ supabaseUrl, databaseUrl, dataDir }: Config): void {
  if (supabaseUrl || databaseUrl || existsSync(dataDir)) return;
  throw new UserError(`There is nothing to back up: ${dataDir} does not exist. Set DATA_DIR to the site's folder.`);
}

export async function openStore(config: Config, createsStore: boolean): Promise<Store> {
  if (!createsStore) requireStore(config);
  const { databaseUrl, databaseDirectUrl = databaseUrl, dataDir } = config;
  if (databaseDirectUrl) {
    const url = await findDatabase({ urls: hostUrls(databaseDirectUrl), announce: console.error });
    return { url, close: async () => {} };
  }
  const before = { folder: existsSync(dataDir), store: await findStore(dataDir) };
  const embedded = await startEmbedded({ dataDir, announce: console.error, join: true });
  const discard = async () => {
    await removeStore(dataDir);
    // Fails if it holds anything else, which then stays.
    if (!before.folder) await rmdir(dataDir).catch(() => {});
  };
  return { url: embedded.url, close: embedded.stop, ...(!before.store && { discard }) };
}

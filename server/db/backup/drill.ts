import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { UserError } from "../../../backend/index.ts";
import type { Config } from "../../config.ts";
import { findStore } from "../embedded/data-location.ts";
import { startEmbedded } from "../embedded/embedded-postgres.ts";
import { readRecordedSchema, type Schema } from "../migrate.ts";
import { type DrillReport, readDrill, writeDrill } from "./backup-report.ts";
import { restore } from "./restore.ts";
import { newestBackup } from "./rotation.ts";
import { openStore } from "./store-command.ts";
import { describeFailure, removeScratch } from "./verified-backup.ts";

const SCRATCH_PREFIX = ".drill-";
const MAIN = fileURLToPath(new URL("../../main.ts", import.meta.url));
/** With the newest post, ten pages. */
const PAGES = ["/", "/services", "/work", "/about", "/careers", "/contact", "/blog", "/search", "/feed.json"];
const START_TIMEOUT_MS = 300_000;
const PAGE_TIMEOUT_MS = 30_000;

/** Restores the newest backup into a scratch store, starts the site on it and asks ten pages. Tells the result in a file. */
export async function drill(folder: string, config: Config, announce: (line: string) => void): Promise<DrillReport> {
  const beganAt = performance.now();
  const before = await readDrill(folder);
  const names = await readdir(folder).catch(() => []);
  for (const name of names) if (name.startsWith(SCRATCH_PREFIX)) await removeScratch(join(folder, name));
  const backup = newestBackup(names);
  if (!backup) throw new UserError(`${folder} has no backup to restore. Set BACKUP_DIR to the folder of the backups.`);
  const finish = async (result: Pick<DrillReport, "failure" | "passedAt">): Promise<DrillReport> => {
    const seconds = Math.round(performance.now() - beganAt) / 1_000;
    const report = { backup, finishedAt: new Date().toISOString(), seconds, ...result };
    await writeDrill(folder, report);
    return report;
  };
  const scratch = await mkdtemp(join(folder, SCRATCH_PREFIX));
  try {
    announce(`Restoring ${backup} …`);
    const schema = await findRecordedSchema(config);
    await restore({
      file: join(folder, backup),
      keysFolder: scratch,
      openStore: async () => {
        const { url, stop } = await startEmbedded({ dataDir: scratch });
        return { url, close: stop };
      },
      ...(schema && { schema }),
    });
    announce("Starting the site on it …");
    await askPages(scratch, announce);
    return await finish({ passedAt: new Date().toISOString() });
  } catch (error) {
    return await finish({ failure: describeFailure(error), passedAt: before?.passedAt });
  } finally {
    await removeScratch(scratch);
  }
}

/** After a rollback, backups have the tables of a newer version; the site's own database, if it is here, records them. */
async function findRecordedSchema(config: Config): Promise<Schema | undefined> {
  if (!config.databaseUrl && !(await findStore(config.dataDir).catch(() => undefined))) return undefined;
  const store = await openStore(config, false).catch(() => undefined);
  try {
    return store && (await readRecordedSchema(store.url));
  } catch {
    return undefined;
  } finally {
    await store?.close();
  }
}

/** The site gets no other setting than its folder, so that it sends no mail and tells no search engine. */
async function askPages(dataDir: string, announce: (line: string) => void): Promise<void> {
  const { PATH } = process.env;
  const environment = {
    PATH,
    NODE_ENV: "production",
    DATA_DIR: dataDir,
    HOST: "127.0.0.1",
    PORT: "0",
    LOG_LEVEL: "error",
  };
  const server = spawn(process.execPath, [MAIN], { env: environment, stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(server, "exit");
  const timer = setTimeout(() => server.kill("SIGKILL"), START_TIMEOUT_MS);
  try {
    let origin: string | undefined;
    for await (const line of createInterface(server.stdout)) {
      const port = /^Ready on http:\S+:(\d+)$/.exec(line)?.[1];
      // Not the name localhost, which a machine without /etc/hosts does not know.
      origin = port && `http://127.0.0.1:${port}`;
      if (origin) break;
    }
    if (!origin) throw new UserError("The site did not start on the restored data.");
    for (const path of PAGES) await askPage(origin, path, announce);
    const feed = (await (await fetch(`${origin}/feed.json`)).json()) as { items?: { url: string }[] };
    const newest = feed.items?.[0]?.url;
    await askPage(origin, newest ? new URL(newest).pathname : "/privacy", announce);
  } finally {
    clearTimeout(timer);
    server.kill("SIGTERM");
    await ended;
  }
}

async function askPage(origin: string, path: string, announce: (line: string) => void): Promise<void> {
  const beganAt = performance.now();
  const signal = AbortSignal.timeout(PAGE_TIMEOUT_MS);
  const response = await fetch(origin + path, { redirect: "manual", signal }).catch((cause: unknown) => {
    throw new UserError(`${path} did not answer on the restored data (${String(cause)}).`, { cause });
  });
  const { length } = await response.text();
  announce(`${response.status} ${path} (${length} characters, ${Math.round(performance.now() - beganAt)} ms)`);
  if (response.status !== 200 || length === 0)
    throw new UserError(`${path} was ${response.status} on the restored data.`);
}

import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { startEmbedded } from "../../server/db/embedded.ts";
import { processesIn } from "../../server/db/processes.ts";
import { spawnSite } from "./built-site.ts";

export type Victim = "process" | "postmaster" | "backend" | "process and postmaster";
type Absence = { readonly from: number; until: number };

export type SupervisedSite = Awaited<ReturnType<typeof superviseSite>>;

/** The built site under a supervisor: killed, it is started again at once, on the same port and data folder. */
export async function superviseSite(environment: Record<string, string> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), "plumbline-supervised-"));
  let site = await spawnSite({ ...environment, DATA_DIR: dataDir });
  const { url } = site;
  const embedded = await startEmbedded({ dataDir, join: true });
  const cluster = join(embedded.folder, "data");
  /** When the process was gone, until it was ready again. */
  const absences: Absence[] = [];

  /** Its pid is the first line, its port the fourth; a PostgreSQL that was killed with its process gets another one. */
  const readLock = async () => (await readFile(join(cluster, "postmaster.pid"), "utf8")).split("\n").map(Number);

  async function databaseUrl(): Promise<string> {
    const [, , , port] = await readLock();
    return Object.assign(new URL(embedded.url), { port: String(port) }).href;
  }

  async function restart(kill: () => void): Promise<void> {
    const absence = { from: Date.now(), until: Number.POSITIVE_INFINITY };
    absences.push(absence);
    const exit = once(site.process, "exit");
    kill();
    await exit;
    site = await spawnSite({ ...environment, DATA_DIR: dataDir, PORT: new URL(url).port });
    absence.until = Date.now();
  }

  return {
    url,
    databaseUrl,
    absences,
    readKeys: () => site.readKeys(),
    get log() {
      return site.log;
    },
    /** Resolves once the process, if it was the victim, is ready again. */
    async kill(victim: Victim): Promise<void> {
      if (victim === "process") return restart(() => site.process.kill("SIGKILL"));
      const [postmaster = 0] = await readLock();
      if (victim === "postmaster") return void process.kill(postmaster, "SIGKILL");
      if (victim === "backend") return killBackend(await databaseUrl());
      return restart(() => {
        site.process.kill("SIGKILL");
        process.kill(postmaster, "SIGKILL");
      });
    },
    async stop(): Promise<void> {
      await site.stop();
      if (processesIn(cluster).length > 0) throw new Error("PostgreSQL was left running");
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** One session of the site; PostgreSQL then ends all others, too, and recovers. */
async function killBackend(databaseUrl: string): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  const [row] = await sql<{ pid: number }[]>`
    select pid from pg_stat_activity where application_name = 'plumbline' order by random() limit 1`;
  await sql.end({ timeout: 0 });
  if (row) process.kill(row.pid, "SIGKILL");
}

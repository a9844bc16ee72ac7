import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import type { TestProject } from "vitest/node";
import { startEmbedded } from "../../server/db/embedded.ts";
import { migrate } from "../../server/db/migrate.ts";

export const TEMPLATE = "plumbline_template";

declare module "vitest" {
  interface ProvidedContext {
    postgresUrl: string;
    ownerUrl: string;
  }
}

/** One PostgreSQL for the whole run, with a migrated database that each test copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), "plumbline-test-"));
  const embedded = await startEmbedded({ dataDir });
  const sql = postgres(embedded.superuserUrl, { max: 1, onnotice: () => {} });
  // Nothing here outlives the run, and copying databases is mostly waiting for the disk.
  await sql`alter system set fsync = off`;
  await sql`select pg_reload_conf()`;
  await sql.unsafe(`create database ${TEMPLATE} owner plumbline`);
  const owner = new URL(embedded.url);
  owner.pathname = `/${TEMPLATE}`;
  await migrate(owner.href);
  await sql.end();
  project.provide("postgresUrl", embedded.superuserUrl);
  project.provide("ownerUrl", embedded.url);
  return async () => {
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

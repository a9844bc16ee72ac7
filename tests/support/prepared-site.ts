import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { appendFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";
import { startSite } from "./start-site.ts";

declare module "vitest" {
  interface ProvidedContext {
    siteUrl: string;
    /** A data folder as a first start leaves it, to be copied; empty where PostgreSQL had to keep its part elsewhere. */
    preparedData: string;
  }
}

/** Starts the built site on a free port, as a visitor would meet it, and stops it after the tests. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const [dataDir, preparedData] = [await createFolder(), await createFolder()];
  await (await startSite({ DATA_DIR: dataDir })).stop();
  const isWhole = existsSync(join(dataDir, "postgres"));
  if (isWhole) {
    await copyData(dataDir, preparedData);
    // No copy outlives the run, so none has to wait for the disk.
    await appendFile(join(preparedData, "postgres/data/postgresql.conf"), "fsync = off\n");
  }
  const site = await startSite({ DATA_DIR: dataDir });
  project.provide("siteUrl", site.url);
  project.provide("preparedData", isWhole ? preparedData : "");
  return async () => {
    await site.stop();
    for (const folder of [dataDir, preparedData]) await rm(folder, { recursive: true, force: true });
  };
}

/** With its owners: as root, PostgreSQL's part belongs to another user. */
export async function copyData(from: string, to: string): Promise<void> {
  await promisify(execFile)("cp", ["-a", `${from}/.`, to]);
}

const createFolder = () => mkdtemp(join(tmpdir(), "plumbline-site-"));

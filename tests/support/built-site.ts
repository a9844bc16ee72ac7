import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";
import { copyData } from "./prepared-site.ts";
import { type Site, startSite } from "./start-site.ts";

/** The built site as after its first start, unless it is told where its data is. */
export async function spawnSite(environment: Record<string, string> = {}, through?: readonly string[]): Promise<Site> {
  const { DATA_DIR, DATABASE_URL, SUPABASE_URL } = environment;
  if (DATA_DIR ?? DATABASE_URL ?? SUPABASE_URL) return startSite(environment, through);
  const dataDir = await mkdtemp(join(tmpdir(), "plumbline-site-"));
  const remove = () => rm(dataDir, { recursive: true, force: true });
  const preparedData = inject("preparedData");
  if (preparedData) await copyData(preparedData, dataDir);
  try {
    const site = await startSite({ ...environment, DATA_DIR: dataDir }, through);
    return { ...site, stop: () => site.stop().then(remove) };
  } catch (error) {
    await remove();
    throw error;
  }
}

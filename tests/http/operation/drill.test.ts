import { execFile } from "node:child_process";
import { chmod, chown, mkdtemp, readdir, rm, stat, truncate } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readReport, stateOf } from "../../../server/db/backup/backup-report.ts";
import { newestBackup } from "../../../server/db/backup/rotation.ts";
import { startEmbedded } from "../../../server/db/embedded/embedded-postgres.ts";
import { project } from "../../fixtures/database/embedded.ts";
import { query } from "../../fixtures/database/query.ts";
import { get } from "../../fixtures/network/http.ts";
import { spawnSite } from "../../fixtures/site/built-site.ts";

const METRICS_TOKEN = "0123456789abcdef";

test("a drill restores the newest backup, serves ten pages from it, and tells when one cannot be restored", async () => {
  const folder = await mkdtemp(join(tmpdir(), "plumbline-drill-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o755);
  // As root, an operator runs the drill in the folder of the site's user.
  if (process.getuid?.() === 0) await chown(folder, 65_534, 65_534);
  expect(await drill({ BACKUP_DIR: folder })).toEqual([1, expect.stringContaining("has no backup to restore")]);
  expect(await drill({})).toEqual([1, "BACKUP_DIR is not set: set it to the folder of the backups.\n"]);
  const site = await spawnSite({ BACKUP_DIR: folder, METRICS_TOKEN });
  onTestFinished(() => site.stop());
  await expect.poll(async () => stateOf(await readReport(folder)), { timeout: 120_000 }).toBe("ok");

  const [code, output] = await drill({ BACKUP_DIR: folder });
  expect(output).toMatch(/was restored and served ten pages, in [\d.]+ s\.\n$/);
  expect(code).toBe(0);
  expect(output.match(/^200 \//gm)).toHaveLength(10);
  expect(await readNumbers()).toMatchObject({ plumbline_drill_ok: 1 });
  expect((await readNumbers()).plumbline_drill_last_passed_timestamp_seconds).toBeCloseTo(Date.now() / 1_000, -3);

  expect((await stat(join(folder, "last-drill.json"))).uid).toBe((await stat(folder)).uid);

  // As a newer build migrates; then the build before is back.
  const { superuserUrl } = await startEmbedded({ dataDir: site.dataDir, join: true });
  const statement = "create table public.later (id int primary key)";
  for (const text of [
    statement,
    "alter table public.later owner to plumbline",
    `insert into supabase_migrations.schema_migrations values ('20990101000000', array['${statement}'], 'later')`,
  ])
    await query(superuserUrl.replace(/[^/]+$/, "plumbline"), text);
  const newer = join(folder, "plumbline-2099-01-01.gz");
  expect(await run("backup", { DATA_DIR: site.dataDir }, newer)).toMatchObject([0, expect.any(String)]);
  expect(await drill({ BACKUP_DIR: folder, DATA_DIR: site.dataDir })).toMatchObject([0, expect.any(String)]);
  const elsewhere = await drill({ BACKUP_DIR: folder });
  expect(elsewhere).toEqual([1, expect.stringContaining("tables of a newer version of the site (migration 2099")]);
  await rm(newer);

  const names = await readdir(folder);
  const backup = newestBackup(names) ?? "";
  expect(names.toSorted()).toEqual(["last-backup.json", "last-drill.json", backup]);
  await truncate(join(folder, backup), 1_000);
  expect(await drill({ BACKUP_DIR: folder })).toEqual([1, expect.stringContaining("failed: This file is damaged")]);
  expect(await readNumbers()).toMatchObject({ plumbline_drill_ok: 0 });

  async function readNumbers(): Promise<Record<string, number>> {
    const { body } = await get(site.url, "/metrics", { authorization: `Bearer ${METRICS_TOKEN}` });
    const samples = body.toString().matchAll(/^(\w+) ([\d.e+]+)$/gm);
    return Object.fromEntries([...samples].map(([, name, value]) => [name, Number(value)]));
  }
});

const drill = (environment: Record<string, string>) => run("drill", { DATA_DIR: "/nowhere", ...environment });

async function run(name: string, environment: Record<string, string>, ...args: string[]): Promise<[number, string]> {
  return new Promise((resolve) => {
    const env = { PATH: process.env.PATH, ...environment };
    const script = join(project, `scripts/${name}.ts`);
    const child = execFile(process.execPath, [script, ...args], { env }, (_error, stdout, stderr) =>
      resolve([child.exitCode ?? -1, stdout + stderr]),
    );
  });
}

import { randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Log } from "../../backend/log.ts";
import { readConfig } from "../../server/config.ts";
import { createBackupMetrics, readReport, stateOf } from "../../server/db/backup/backup-report.ts";
import { backUp } from "../../server/db/backup/backup.ts";
import { backupName, dueDay } from "../../server/db/backup/rotation.ts";
import { makeVerifiedBackup } from "../../server/db/backup/verified-backup.ts";
import { readSchema } from "../../server/db/migrate.ts";
import { startBackend } from "../../server/start-backend.ts";
import { createFolder, createStore, fillStore } from "../fixtures/database/backup.ts";

const TODAY = backupName(dueDay(new Date(), 3));
/** One backup per year: with today's, the newest seven and one of each of four weeks are kept. */
const OLDER = Array.from({ length: 20 }, (_, year) => backupName(`${2005 + year}-01-01`));
const HOUR_MS = 3_600_000;

test("two processes make one backup, restore it as a test, and delete expired ones and what a killed one left", async () => {
  const source = await createStore();
  const folder = await createFolder();
  const backups = join(folder, "backups");
  await mkdir(join(backups, ".scratch-dead"), { recursive: true });
  await writeFile(join(backups, "plumbline-2009-01-01.gz.unverified.partial"), "");
  for (const name of OLDER) await writeFile(join(backups, name), "");
  await fillStore(source.database.sql);
  await Promise.all([serve(source.url, folder, backups), serve(source.url, folder, backups)]);
  await expect.poll(async () => stateOf(await readReport(backups))).toBe("ok");
  await expect.poll(() => readdir(backups)).toEqual(["last-backup.json", ...OLDER.slice(-10), TODAY]);
  const { size, mode } = await stat(join(backups, TODAY));
  expect(mode & 0o777).toBe(0o600);

  const numbers = Object.fromEntries((await createBackupMetrics(backups)()).map(({ name, value }) => [name, value]));
  expect(numbers["plumbline_backup_size_bytes"]).toBe(size);
  expect(numbers["plumbline_backup_last_verified_timestamp_seconds"]).toBeCloseTo(Date.now() / 1_000, -3);
});

test("a backup that is damaged or cannot be restored is told, deleted, and costs no older one", async () => {
  const source = await createStore();
  await fillStore(source.database.sql);
  const folder = await createFolder();
  for (const name of OLDER) await writeFile(join(folder, name), "");
  const options = { folder, day: "2031-01-01", keysFolder: undefined, url: source.url };
  const damaged = await makeVerifiedBackup(options, undefined, async (written) => {
    const summary = await backUp(written);
    const bytes = await readFile(written.file);
    bytes.set(randomBytes(64), bytes.length / 2);
    await writeFile(written.file, bytes);
    return summary;
  });
  expect(damaged?.failure).toContain("This file is damaged or incomplete");
  expect(stateOf(await readReport(folder))).toBe("failed");

  await source.database.sql`insert into supabase_migrations.schema_migrations (version) values ('20990101000000')`;
  const foreign = await makeVerifiedBackup(options);
  expect(foreign?.failure).toMatch(/tables of a newer version of the site \(migration 20990101000000;/);
  expect(await readdir(folder)).toEqual(["last-backup.json", ...OLDER]);
});

test("after a rollback, the build before checks its backups against the schema that a newer build has made", async () => {
  const source = await createStore();
  const { sql } = source.database;
  await fillStore(sql);
  // As a newer build migrates: a platform schema and a migration that this build does not ship.
  const platform = "alter table auth.users add column if not exists nickname text not null default 'none'";
  const { platform: shipped } = await readSchema();
  await sql.unsafe(platform);
  await sql`insert into auth.schema_migrations (version, statements, applied_at)
    values ('plumbline-newer', ${`${shipped.text}\n${platform}`}, now() + '1 hour')`;
  const migration =
    "create table public.later (id int primary key, note text); insert into public.later values (1, 'x')";
  await sql.unsafe(migration);
  await sql`insert into supabase_migrations.schema_migrations (version, name, statements)
    values ('20990101000000', 'later', ${[migration]})`;
  const folder = await createFolder();
  const report = await makeVerifiedBackup({ folder, day: "2031-01-01", keysFolder: undefined, url: source.url });
  expect(report?.failure).toBeUndefined();
  expect(stateOf(await readReport(folder))).toBe("ok");
});

test("a store that cannot be backed up is told; a good backup is late after a day and two hours", async () => {
  const source = await createStore();
  await source.database.sql`drop schema supabase_migrations cascade`;
  const folder = await createFolder();
  const report = await makeVerifiedBackup({ folder, day: "2031-01-01", keysFolder: undefined, url: source.url });
  expect(report?.failure).toBe("There is nothing to back up: no site has run on this store yet.");
  const verifiedAt = new Date().toISOString();
  const good = { day: "2031-01-01", finishedAt: verifiedAt, verifiedAt, seconds: 1, bytes: 1 };
  expect(stateOf(good, Date.now() + 25 * HOUR_MS)).toBe("ok");
  expect(stateOf(good, Date.now() + 27 * HOUR_MS)).toBe("late");
  expect(stateOf(undefined)).toBe("none");
});

async function serve(url: string, dataDir: string, backups: string): Promise<void> {
  const log: Log = { info: () => {}, warn: () => {}, error: (event, facts) => console.error(event, facts) };
  const config = readConfig({ DATABASE_URL: url, DATA_DIR: dataDir, BACKUP_DIR: backups });
  const backend = await startBackend({ config, siteUrl: "http://localhost:4321", log, onChange: () => {} });
  onTestFinished(backend.stop);
}

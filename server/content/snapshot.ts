import { readFileSync, statSync } from "node:fs";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Log } from "../../backend/index.ts";

/** Rows of the database as they were read last. A file keeps them for a start without the database. */
export type Snapshot<Row> = {
  /** Undefined if they were never read. */
  readonly rows: () => readonly Row[] | undefined;
  /** When they were known to be current. */
  readonly currentAt: () => Date | undefined;
  /** The database answered, so a change of the rows would have been heard. */
  readonly confirm: () => void;
  /** Reads them again; after a change it calls onChange. Resolves after a failure, too, which is logged. */
  readonly renew: () => Promise<void>;
  /** Renews in the background a second later: a series of changes is one read. */
  readonly renewSoon: () => void;
  /** Renews in the background, at most once per interval. */
  readonly renewIfOld: () => void;
};

type SnapshotOptions<Row> = {
  /** The name of the file, and of the rows in the log. */
  readonly name: string;
  readonly dataDir: string;
  readonly read: (known: readonly Row[]) => Promise<readonly Row[]>;
  readonly onChange?: (rows: readonly Row[]) => void;
  readonly intervalMs: number;
  readonly log: Log;
};

export function createSnapshot<Row>({
  name,
  dataDir,
  read,
  onChange,
  ...options
}: SnapshotOptions<Row>): Snapshot<Row> {
  const { intervalMs, log } = options;
  const file = join(dataDir, `${name}.json`);
  let text = readKept(file, name, log);
  let rows = text === undefined ? undefined : (JSON.parse(text) as readonly Row[]);
  let currentAt = rows && statSync(file).mtime;
  let reading: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  let soon: NodeJS.Timeout | undefined;
  let renewedAt = -Infinity;

  async function readAgain(): Promise<void> {
    try {
      const found = await read(rows ?? []);
      currentAt = new Date();
      const written = JSON.stringify(found);
      if (written === text) return;
      [text, rows] = [written, found];
      onChange?.(found);
    } catch (error) {
      log.error(`${name} could not be read`, { error });
      return;
    }
    await keep(file, text).catch((error: unknown) => log.error(`${name} could not be kept`, { error }));
  }

  function renew(): Promise<void> {
    if (!reading) return (reading = readAgain().finally(() => (reading = undefined)));
    // The running read may have begun before the change that this call is about.
    return (next ??= reading.then(() => {
      next = undefined;
      return renew();
    }));
  }

  return {
    rows: () => rows,
    currentAt: () => currentAt,
    confirm: () => void (currentAt = new Date()),
    renew,
    renewSoon() {
      soon ??= setTimeout(() => {
        soon = undefined;
        void renew();
      }, 1_000).unref();
    },
    renewIfOld() {
      const now = performance.now();
      if (now - renewedAt < intervalMs || reading) return;
      renewedAt = now;
      void renew();
    },
  };
}

function readKept(file: string, name: string, log: Log): string | undefined {
  try {
    const rows = readFileSync(file, "utf8");
    if (Array.isArray(JSON.parse(rows))) return rows;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") log.warn(`the kept ${name} cannot be read`, { error });
  }
  return undefined;
}

/** A renamed file is complete, whenever the process ends. */
async function keep(file: string, rows: string): Promise<void> {
  await mkdir(join(file, ".."), { recursive: true });
  await writeFile(`${file}.new`, rows, { mode: 0o600 });
  await rename(`${file}.new`, file);
}

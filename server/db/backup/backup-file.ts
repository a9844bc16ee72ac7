import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import * as v from "valibot";
import { UserError } from "../../../backend/index.ts";

const Column = v.object({ name: v.string(), type: v.string() });
const Table = v.object({ name: v.string(), columns: v.pipe(v.array(Column), v.minLength(1)) });

const Header = v.object({
  format: v.literal("plumbline-backup"),
  formatVersion: v.number(),
  createdAt: v.pipe(v.string(), v.isoTimestamp()),
  postgres: v.string(),
  /** Of the build that wrote it; 1.0.0 wrote none. */
  release: v.optional(v.object({ version: v.string(), commit: v.string() })),
  /** Which migrations ran, and which versions of the platform schema. */
  schema: v.object({ migrations: v.array(v.string()), platform: v.array(v.string()) }),
  /** Sorted so that referenced tables come first. */
  tables: v.array(Table),
  /** The next value of each sequence, as text because it may exceed a safe integer. */
  sequences: v.array(v.object({ name: v.string(), next: v.pipe(v.string(), v.regex(/^-?\d+$/)) })),
  keys: v.nullable(v.object({ anonKey: v.string(), serviceRoleKey: v.string() })),
});

const Footer = v.object({ rows: v.record(v.string(), v.number()), sha256: v.string() });

export type BackupHeader = v.InferOutput<typeof Header>;
export type BackupTable = v.InferOutput<typeof Table>;
type BackupContent = { readonly header: BackupHeader; readonly rows: RowCounts };
export type RowCounts = Readonly<Record<string, number>>;

export const FORMAT_VERSION = 1;

/** Ends a table's rows, as in pg_dump. COPY escapes backslashes, so no row looks like this. */
const END_OF_ROWS = Buffer.from("\\.\n");
const END_AFTER_A_ROW = Buffer.from("\n\\.\n");
const NEW_LINE = 10;
const MAX_LINE_BYTES = 16 * 1024 * 1024;
const CHUNK_BYTES = 128 * 1024;

// The uncompressed file is a psql script: a comment with the header, a COPY per table, and a comment with the row
// counts and the checksum.
export async function* writeContent(
  header: BackupHeader,
  rowsOf: (table: BackupTable) => AsyncIterable<Buffer>,
): AsyncGenerator<Buffer, void> {
  const hash = createHash("sha256");
  const counts: Record<string, number> = {};
  const hashed = (bytes: Buffer) => {
    hash.update(bytes);
    return bytes;
  };
  yield hashed(comment(header));
  for (const table of header.tables) {
    let count = 0;
    yield hashed(Buffer.from(`${copyFrom(table)};\n`));
    for await (const rows of rowsOf(table)) {
      count += countLines(rows);
      yield hashed(rows);
    }
    yield hashed(END_OF_ROWS);
    counts[table.name] = count;
  }
  yield comment({ rows: counts, sha256: hash.digest("hex") });
}

/** Reads a backup to its end and verifies its checksum. Rows are streamed to `useTable`. */
export async function readBackup(
  handle: FileHandle,
  useTable: (table: BackupTable, rows: AsyncGenerator<Buffer, void>) => Promise<void>,
): Promise<BackupContent> {
  const unpacked = createGunzip({ chunkSize: CHUNK_BYTES });
  // Errors reach readContent through the stream.
  const unpacking = pipeline(readBytes(handle), unpacked).catch(() => {});
  try {
    return await readContent(createSource(unpacked), useTable);
  } catch (error) {
    const isZlibError = error instanceof Error && "code" in error && String(error.code).startsWith("Z_");
    throw isZlibError ? damagedFile() : error;
  } finally {
    unpacked.destroy();
    await unpacking;
  }
}

export function verifyBackup(handle: FileHandle): Promise<BackupContent> {
  return readBackup(handle, async (_table, rows) => {
    while (!(await rows.next()).done) continue;
  });
}

export function copyFrom({ name, columns }: BackupTable): string {
  return `copy ${name} (${columns.map((column) => column.name).join(", ")}) from stdin`;
}

export function copyTo({ name, columns }: BackupTable): string {
  return `copy ${name} (${columns.map((column) => column.name).join(", ")}) to stdout`;
}

export const totalRows = (rows: RowCounts): number => Object.values(rows).reduce((sum, count) => sum + count, 0);

/** A stream created from the handle would close it, or prevent closing it. */
async function* readBytes(handle: FileHandle): AsyncGenerator<Buffer, void> {
  for (let position = 0; ;) {
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(CHUNK_BYTES), 0, CHUNK_BYTES, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

async function readContent(
  source: Source,
  useTable: (table: BackupTable, rows: AsyncGenerator<Buffer, void>) => Promise<void>,
): Promise<BackupContent> {
  const header = readHeader(await source.line());
  const counts: Record<string, number> = {};
  for (const table of header.tables) {
    if ((await source.line()).toString() !== `${copyFrom(table)};\n`) throw damagedFile();
    counts[table.name] = 0;
    await useTable(
      table,
      countRows(source.rows(), (count) => (counts[table.name] = count)),
    );
  }
  const sha256 = source.digest();
  const footer = v.safeParse(Footer, parseComment(await source.line()));
  if (!footer.success || footer.output.sha256 !== sha256 || !(await source.isOver())) throw damagedFile();
  if (header.tables.some(({ name }) => footer.output.rows[name] !== counts[name])) throw damagedFile();
  return { header, rows: counts };
}

function readHeader(line: Buffer): BackupHeader {
  const described = parseComment(line);
  const format = v.safeParse(v.object({ format: v.literal("plumbline-backup"), formatVersion: v.number() }), described);
  if (!format.success) throw new UserError("This file is no backup of this site.");
  if (format.output.formatVersion !== FORMAT_VERSION) {
    throw new UserError("This backup was written by a newer version of the site. Update the site first.");
  }
  const header = v.safeParse(Header, described);
  if (!header.success) throw damagedFile();
  return header.output;
}

async function* countRows(rows: AsyncGenerator<Buffer, void>, onEnd: (count: number) => void) {
  let count = 0;
  for await (const chunk of rows) {
    count += countLines(chunk);
    yield chunk;
  }
  onEnd(count);
}

type Source = {
  /** Includes the line break. */
  line(): Promise<Buffer>;
  rows(): AsyncGenerator<Buffer, void>;
  /** The checksum of everything read so far. */
  digest(): string;
  isOver(): Promise<boolean>;
};

function createSource(stream: AsyncIterable<Buffer>): Source {
  const chunks = stream[Symbol.asyncIterator]();
  const hash = createHash("sha256");
  let pending: Buffer = Buffer.alloc(0);

  async function readMore(): Promise<boolean> {
    const next = await chunks.next();
    if (next.done) return false;
    pending = pending.length > 0 ? Buffer.concat([pending, next.value]) : next.value;
    return true;
  }

  function take(length: number): Buffer {
    const taken = pending.subarray(0, length);
    pending = pending.subarray(length);
    hash.update(taken);
    return taken;
  }

  return {
    async line() {
      for (;;) {
        const end = pending.indexOf(NEW_LINE);
        if (end !== -1) return take(end + 1);
        if (pending.length > MAX_LINE_BYTES || !(await readMore())) throw damagedFile();
      }
    },
    async *rows() {
      while (pending.length < END_OF_ROWS.length) if (!(await readMore())) throw damagedFile();
      const isEmpty = pending.subarray(0, END_OF_ROWS.length).equals(END_OF_ROWS);
      for (let end = isEmpty ? 0 : -1; end === -1;) {
        const found = pending.indexOf(END_AFTER_A_ROW);
        end = found === -1 ? -1 : found + 1;
        // The last bytes may be the beginning of the end marker, so they wait for the next chunk.
        const certain = end === -1 ? pending.length - END_AFTER_A_ROW.length + 1 : end;
        if (certain > 0) yield take(certain);
        if (end === -1 && !(await readMore())) throw damagedFile();
      }
      take(END_OF_ROWS.length);
    },
    digest: () => hash.copy().digest("hex"),
    isOver: async () => pending.length === 0 && !(await readMore()),
  };
}

const comment = (value: unknown): Buffer => Buffer.from(`-- ${JSON.stringify(value)}\n`);

function parseComment(line: Buffer): unknown {
  const text = line.toString();
  if (!text.startsWith("-- ")) return undefined;
  try {
    return JSON.parse(text.slice(3));
  } catch {
    return undefined;
  }
}

/** One row per line: COPY escapes line breaks inside values. */
function countLines(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(NEW_LINE); at !== -1; at = bytes.indexOf(NEW_LINE, at + 1)) count += 1;
  return count;
}

function damagedFile(): UserError {
  return new UserError("This file is damaged or incomplete, or no backup of this site. Nothing was changed.");
}

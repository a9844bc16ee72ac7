import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import * as v from "valibot";

/** A request that is answered with a sentence; nothing was changed. */
export class UserError extends Error {}

const Column = v.object({ name: v.string(), type: v.string() });
const Table = v.object({ name: v.string(), columns: v.pipe(v.array(Column), v.minLength(1)) });

const Header = v.object({
  format: v.literal("plumbline-backup"),
  formatVersion: v.number(),
  createdAt: v.pipe(v.string(), v.isoTimestamp()),
  postgres: v.string(),
  /** Which migrations ran, and which versions of platform.sql. */
  schema: v.object({ migrations: v.array(v.string()), platform: v.array(v.string()) }),
  /** In an order in which no row comes before one it refers to. */
  tables: v.array(Table),
  /** What each sequence gives out next; text, because it may exceed what a JavaScript number holds. */
  sequences: v.array(v.object({ name: v.string(), next: v.pipe(v.string(), v.regex(/^-?\d+$/)) })),
  keys: v.nullable(v.object({ anonKey: v.string(), serviceRoleKey: v.string() })),
});

const Footer = v.object({ rows: v.record(v.string(), v.number()), sha256: v.string() });

export type BackupHeader = v.InferOutput<typeof Header>;
export type BackupTable = v.InferOutput<typeof Table>;
type BackupContent = { readonly header: BackupHeader; readonly rows: RowCounts };
export type RowCounts = Readonly<Record<string, number>>;

export const FORMAT_VERSION = 1;

/** Ends a table's rows, as in a dump for psql. A row's own backslashes are doubled, so no row looks like this. */
const END_OF_ROWS = Buffer.from("\\.\n");
const END_AFTER_A_ROW = Buffer.from("\n\\.\n");
const NEW_LINE = 10;
const MAX_LINE_LENGTH = 16 * 1024 * 1024;
const READ_AT_ONCE = 128 * 1024;

/**
 * The unpacked file is text that psql could read: a comment that describes it, each table as COPY, and a comment with
 * the row counts and the checksum of all before.
 */
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

/** Reads a backup to its end and compares its checksum. Every table's rows are handed over as they come. */
export async function readBackup(
  handle: FileHandle,
  useTable: (table: BackupTable, rows: AsyncGenerator<Buffer, void>) => Promise<void>,
): Promise<BackupContent> {
  const unpacked = createGunzip({ chunkSize: READ_AT_ONCE });
  // What goes wrong here reaches the reader below through the stream that it reads.
  const unpacking = pipeline(readBytes(handle), unpacked).catch(() => {});
  try {
    return await readContent(createSource(unpacked), useTable);
  } catch (error) {
    const isPackedWrongly = error instanceof Error && "code" in error && String(error.code).startsWith("Z_");
    throw isPackedWrongly ? damaged() : error;
  } finally {
    unpacked.destroy();
    await unpacking;
  }
}

/** Whether a file is whole, down to its checksum. */
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

export function totalRows(rows: RowCounts): number {
  return Object.values(rows).reduce((sum, count) => sum + count, 0);
}

/** A stream of the handle would close it, or keep it from closing. */
async function* readBytes(handle: FileHandle): AsyncGenerator<Buffer, void> {
  for (let position = 0; ;) {
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(READ_AT_ONCE), 0, READ_AT_ONCE, position);
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
    if ((await source.line()).toString() !== `${copyFrom(table)};\n`) throw damaged();
    counts[table.name] = 0;
    await useTable(
      table,
      countRows(source.rows(), (count) => (counts[table.name] = count)),
    );
  }
  const sha256 = source.digest();
  const footer = v.safeParse(Footer, parseComment(await source.line()));
  if (!footer.success || footer.output.sha256 !== sha256 || !(await source.isOver())) throw damaged();
  if (header.tables.some(({ name }) => footer.output.rows[name] !== counts[name])) throw damaged();
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
  if (!header.success) throw damaged();
  return header.output;
}

async function* countRows(rows: AsyncGenerator<Buffer, void>, tell: (count: number) => void) {
  let count = 0;
  for await (const chunk of rows) {
    count += countLines(chunk);
    yield chunk;
  }
  tell(count);
}

type Source = {
  /** With its line break. */
  line(): Promise<Buffer>;
  /** The lines of a table, to the end of its rows. */
  rows(): AsyncGenerator<Buffer, void>;
  /** The checksum of all that was read so far. */
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
        if (pending.length > MAX_LINE_LENGTH || !(await readMore())) throw damaged();
      }
    },
    async *rows() {
      while (pending.length < END_OF_ROWS.length) if (!(await readMore())) throw damaged();
      const isEmpty = pending.subarray(0, END_OF_ROWS.length).equals(END_OF_ROWS);
      for (let end = isEmpty ? 0 : -1; end === -1;) {
        const found = pending.indexOf(END_AFTER_A_ROW);
        end = found === -1 ? -1 : found + 1;
        // The end may have begun in what is here; that much waits for the next part.
        const certain = end === -1 ? pending.length - END_AFTER_A_ROW.length + 1 : end;
        if (certain > 0) yield take(certain);
        if (end === -1 && !(await readMore())) throw damaged();
      }
      take(END_OF_ROWS.length);
    },
    digest: () => hash.copy().digest("hex"),
    isOver: async () => pending.length === 0 && !(await readMore()),
  };
}

function comment(facts: unknown): Buffer {
  return Buffer.from(`-- ${JSON.stringify(facts)}\n`);
}

function parseComment(line: Buffer): unknown {
  const text = line.toString();
  if (!text.startsWith("-- ")) return undefined;
  try {
    return JSON.parse(text.slice(3));
  } catch {
    return undefined;
  }
}

/** A row is a line: COPY writes the line breaks inside it as \n. */
function countLines(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(NEW_LINE); at !== -1; at = bytes.indexOf(NEW_LINE, at + 1)) count += 1;
  return count;
}

function damaged(): UserError {
  return new UserError("This file is damaged or incomplete, or no backup of this site. Nothing was changed.");
}

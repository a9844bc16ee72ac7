import { readFile, writeFile } from "node:fs/promises";
import postgres, { type TransactionSql } from "postgres";
import * as v from "valibot";
import { shipped } from "../../content/shipped.ts";
import { collections, SINGLE_KEY } from "../../domain/content/collections.ts";
import { mergeContent } from "../../domain/content/merge-content.ts";
import type { BackupOptions } from "../db/backup/backup.ts";
import { UserError } from "../db/user-error.ts";
import { addPictures, checkPictures, FilePictures, findMissing, readPictures, uploadsIn } from "./content-pictures.ts";

const Entries = v.array(
  v.strictObject({
    collection: v.picklist(Object.keys(collections), "is no collection of this version"),
    key: v.pipe(
      v.string("is needed"),
      v.regex(/^[a-z0-9][a-z0-9-]{0,79}$/, "may have small letters, digits and hyphens"),
    ),
    position: v.pipe(v.number("must be a number"), v.minValue(-1e9, "is too small"), v.maxValue(1e9, "is too large")),
    hidden: v.boolean("must be true or false"),
    data: v.looseObject({}, "must be an object"),
  }),
);
const ContentFile = v.pipe(
  v.string(),
  v.parseJson(undefined, "is not JSON"),
  v.object({
    format: v.literal("plumbline-content-1", "must be plumbline-content-1"),
    entries: Entries,
    pictures: v.optional(FilePictures, []),
  }),
);
type Entry = v.InferOutput<typeof Entries>[number];

/** The table holds the text of an entry up to this size. */
const MAX_DATA_BYTES = 65_536;
const NO_TABLE = "42P01";
/** The SQLSTATE of errors that triggers raise with a message for admins, such as that a category is in use. */
const RAISED = "P0001";

/** Writes all live entries and the pictures that they show to a new file. Returns the line to print. */
export async function exportContent({ file, openStore }: BackupOptions): Promise<string> {
  const { entries, pictures } = await inStore(openStore, async (sql) => {
    const live = await sql<Entry[]>`
      select distinct on (collection, key) collection, key, position, hidden, data
      from public.entries where live_from <= now() order by collection, key, live_from desc`;
    return { entries: [...live], pictures: [...(await readPictures(sql, uploadsIn(live)))] };
  });
  const text = `${JSON.stringify({ format: "plumbline-content-1", entries, pictures }, null, 2)}\n`;
  await writeFile(file, text, { flag: "wx" }).catch((error: NodeJS.ErrnoException) => {
    throw new UserError(`${file} cannot be written (${error.code}). The file must be new and its folder exist.`);
  });
  return `Wrote ${count(entries, pictures)} to ${file}.`;
}

/** Replaces all live entries by those of the file, pictures included, or changes nothing. Scheduled entries stay. */
export async function importContent({ file, openStore }: BackupOptions): Promise<string> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new UserError(`${file} cannot be read (${error.code}).`);
  });
  const { entries, pictures } = checkFile(file, text);
  const refuse = (reason: string): never => {
    throw new UserError(`${file} was not imported: ${reason}`);
  };
  const checked = await checkPictures(pictures).catch((error: Error) => refuse(error.message));
  await inStore(openStore, async (sql) => {
    await addPictures(sql, checked);
    const [missing] = await findMissing(sql, uploadsIn(entries));
    if (missing) refuse(`the picture ${missing} is not in it.`);
    const keys = entries.map(({ collection, key }) => `${collection} ${key}`);
    await sql`delete from public.entries where live_from <= now() and collection || ' ' || key <> all (${keys})`;
    for (const { collection, key, position, hidden, data } of entries) {
      await sql`
        insert into public.entries (collection, key, position, hidden, data)
        values (${collection}, ${key}, ${position}, ${hidden}, ${sql.json(data as never)})
        on conflict (collection, key, is_scheduled) do update
        set position = excluded.position, hidden = excluded.hidden, data = excluded.data, live_from = excluded.live_from`;
    }
  }).catch((error: unknown) => {
    if (error instanceof postgres.PostgresError && error.code === RAISED) refuse(error.message);
    throw error;
  });
  return `Read ${count(entries, pictures)} from ${file}. A running site shows the change at once.`;
}

type Counted = { readonly length: number };
const count = (entries: Counted, pictures: Counted) =>
  `${entries.length} ${entries.length === 1 ? "entry" : "entries"} and ${pictures.length} ${pictures.length === 1 ? "picture" : "pictures"}`;

/** Throws a sentence that names the collection, the key and the field of the first mistake. */
function checkFile(file: string, text: string): v.InferOutput<typeof ContentFile> {
  const result = v.safeParse(ContentFile, text);
  if (!result.success) {
    const [issue] = result.issues;
    throw new UserError(`${file} was not imported: ${v.getDotPath(issue) ?? "it"} ${issue.message}.`);
  }
  const { entries } = result.output;
  const refuse = ({ collection, key }: { collection: string; key: string }, reason: string): never => {
    throw new UserError(`${file} was not imported: ${[collection, key].filter(Boolean).join(", ")}: ${reason}`);
  };
  const seen = new Set<string>();
  for (const entry of entries) {
    const { kind } = collections[entry.collection as keyof typeof collections];
    if (kind === "single" && entry.key !== SINGLE_KEY) refuse(entry, `the key must be ${SINGLE_KEY}.`);
    if (seen.has(`${entry.collection} ${entry.key}`)) refuse(entry, "it is there twice.");
    if (Buffer.byteLength(JSON.stringify(entry.data)) > MAX_DATA_BYTES) refuse(entry, "it has more than 64 KB.");
    seen.add(`${entry.collection} ${entry.key}`);
  }
  const rows = entries.map((entry) => Object.assign({ live_from: new Date(0).toISOString(), version: 1 }, entry));
  mergeContent(shipped, rows, (misfit) => refuse(misfit, misfit.reason));
  return result.output;
}

async function inStore<Result>(
  openStore: BackupOptions["openStore"],
  work: (sql: TransactionSql) => Promise<Result>,
): Promise<Result> {
  const store = await openStore();
  const sql = postgres(store.url, { max: 1, onnotice: () => {} });
  try {
    return (await sql.begin(work)) as Result;
  } catch (error) {
    if (!(error instanceof postgres.PostgresError) || error.code !== NO_TABLE) throw error;
    throw new UserError("The database has no content yet. Start the site once, then try again.");
  } finally {
    await sql.end();
    await store.close();
  }
}

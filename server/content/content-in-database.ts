import postgres, { type TransactionSql } from "postgres";
import { addObject, BUCKET } from "../backend/storage/objects.ts";
import type { BackupOptions } from "../db/backup/backup.ts";
import { UserError } from "../db/user-error.ts";
import { type FilePicture, uploadsIn } from "./content-pictures.ts";
import { type ContentPlace, type FileEntry, RAISED, RefusedError } from "./content-place.ts";

/** No such table or function: the migrations that create them have not run. */
const MISSING = new Set(["42P01", "42883"]);

export function contentInDatabase(openStore: BackupOptions["openStore"]): ContentPlace {
  return {
    read: () =>
      inStore(openStore, async (sql) => {
        const entries = await sql<FileEntry[]>`
          select distinct on (collection, key) collection, key, position, hidden, data
          from public.entries where live_from <= now() order by collection, key, live_from desc`;
        return { entries: [...entries], pictures: [...(await readPictures(sql, uploadsIn(entries)))] };
      }),
    replace: (entries, pictures) =>
      inStore(openStore, async (sql) => {
        for (const { name, picture } of pictures) await addObject(sql, name, picture);
        const facts = pictures.map(({ name, title, alt }) => ({ name, title, alt }));
        await sql`select public.import_content(${sql.json(entries as never)}, ${sql.json(facts)}, ${[...uploadsIn(entries)]})`;
      }),
  };
}

function readPictures(sql: TransactionSql, names: readonly string[]) {
  return sql<FilePicture[]>`
    select object.name, coalesce(picture.title, '') as title, coalesce(picture.alt, '') as alt,
      translate(encode(stored.bytes, 'base64'), E'\n', '') as bytes
    from storage.objects as object join storage.object_bytes as stored on stored.object_id = object.id
    left join public.pictures as picture on picture.name = object.name
    where object.bucket_id = ${BUCKET} and object.name = any (${[...names]}) order by object.name`;
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
    if (!(error instanceof postgres.PostgresError)) throw error;
    if (error.code === RAISED) throw new RefusedError(error.message);
    if (!MISSING.has(error.code)) throw error;
    throw new UserError("The database is not ready for this version. Start the site once, then try again.");
  } finally {
    await sql.end();
    await store.close();
  }
}

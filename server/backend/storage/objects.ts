import { createHash, randomUUID } from "node:crypto";
import type { TransactionSql } from "postgres";
import type { Claims, Database } from "../../db/database.ts";
import type { Picture } from "./picture.ts";

export const BUCKET = "images";
export const MIME_TYPE = "image/webp";

/** An upload that refuses to overwrite gives its name for good; one that would overwrite may do so again. */
const NEVER_CHANGES = "public, max-age=31536000, immutable";
const MAY_CHANGE = "public, max-age=0, must-revalidate";

type Metadata = {
  readonly eTag: string;
  readonly size: number;
  readonly contentLength: number;
  readonly mimetype: string;
  readonly cacheControl: string;
  readonly lastModified: string;
  readonly httpStatusCode: number;
  readonly width: number;
  readonly height: number;
};

export type StoredObject = {
  readonly id: string;
  readonly bucket_id: string;
  readonly name: string;
  readonly version: string;
  readonly owner: string | null;
  readonly owner_id: string | null;
  readonly metadata: Metadata;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly last_accessed_at: Date;
};

type Place = { readonly name: string; readonly isUpsert: boolean };

/** Tries the write and takes it back, so that nobody makes this process read and encode what the policy refuses. */
export async function rehearseStore(database: Database, claims: Claims, place: Place): Promise<void> {
  const takenBack = new Error("A rehearsal is taken back");
  try {
    await database.asCaller(claims, async (sql) => {
      await putObject(sql, claims, place, null);
      throw takenBack;
    });
  } catch (error) {
    if (error !== takenBack) throw error;
  }
}

export function storePicture(database: Database, claims: Claims, place: Place, picture: Picture): Promise<string> {
  return database.asCaller(claims, async (sql) => {
    const id = await putObject(sql, claims, place, describe(picture, place));
    await sql`
      insert into storage.object_bytes (object_id, bytes) values (${id}, ${picture.bytes})
      on conflict (object_id) do update set bytes = excluded.bytes`;
    return id;
  });
}

async function putObject(
  sql: TransactionSql,
  claims: Claims,
  { name, isUpsert }: Place,
  metadata: Metadata | null,
): Promise<string> {
  const owner = claims.sub ?? null;
  const replacing = sql`
    on conflict (bucket_id, name) do update set metadata = excluded.metadata, version = excluded.version,
      owner = excluded.owner, owner_id = excluded.owner_id, updated_at = now()`;
  const [row] = await sql<{ id: string }[]>`
    insert into storage.objects (bucket_id, name, owner, owner_id, version, metadata)
    values (${BUCKET}, ${name}, ${owner}, ${owner}, ${randomUUID()}, ${metadata && sql.json(metadata)})
    ${isUpsert ? replacing : sql``}
    returning id`;
  if (!row) throw new Error("An insert returned no row");
  return row.id;
}

function describe({ bytes, width, height }: Picture, { isUpsert }: Place): Metadata {
  return {
    eTag: `"${createHash("sha256").update(bytes).digest("base64url")}"`,
    size: bytes.length,
    contentLength: bytes.length,
    mimetype: MIME_TYPE,
    cacheControl: isUpsert ? MAY_CHANGE : NEVER_CHANGES,
    lastModified: new Date().toISOString(),
    httpStatusCode: 200,
    width,
    height,
  };
}

type Wanted = {
  readonly name: string;
  /** The public address is open to everybody; all others see what the policies let them see. */
  readonly reader: Claims | "everybody";
  /** Bytes of a version that the caller has already are not read. */
  readonly bytes?: { readonly exceptTags: readonly string[] };
};

export async function findObject(
  database: Database,
  { name, reader, bytes }: Wanted,
): Promise<(StoredObject & { bytes: Buffer | null }) | undefined> {
  const isPublic = reader === "everybody";
  return database.asCaller(isPublic ? { role: "service_role" } : reader, async (sql) => {
    const publicOnly = sql`and exists (select from storage.buckets where id = bucket_id and public)`;
    // One statement, one snapshot: bytes and metadata are of the same version even while somebody overwrites.
    const [object] = await sql<(StoredObject & { bytes: Buffer | null })[]>`
      select id, bucket_id, name, version, owner, owner_id, metadata, created_at, updated_at, last_accessed_at,
        (select bytes from storage.object_bytes where object_id = id and ${bytes !== undefined}
          and metadata ->> 'eTag' <> all (${[...(bytes?.exceptTags ?? [])]})) as bytes
      from storage.objects where bucket_id = ${BUCKET} and name = ${name} ${isPublic ? publicOnly : sql``}`;
    return object;
  });
}

export function removeObjects(
  database: Database,
  claims: Claims,
  names: readonly string[],
): Promise<readonly StoredObject[]> {
  return database.asCaller(
    claims,
    (sql) => sql<StoredObject[]>`
      delete from storage.objects where bucket_id = ${BUCKET} and name = any(${[...names]})
      returning id, bucket_id, name, version, owner, owner_id, metadata, created_at, updated_at, last_accessed_at`,
  );
}

export type Listing = {
  readonly folder: string;
  readonly search: string;
  readonly limit: number;
  readonly offset: number;
  readonly column: "name" | "created_at" | "updated_at";
  readonly order: "asc" | "desc";
};

/** One level of a folder, as storage-api lists it: pictures, and folders as entries without an id. */
export function listObjects(database: Database, claims: Claims, listing: Listing): Promise<readonly object[]> {
  const { folder, search, limit, offset, column, order } = listing;
  return database.asCaller(
    claims,
    (sql) => sql`
      with found as (
        select *, substr(name, ${folder.length}::int + 1) as rest from storage.objects
        where bucket_id = ${BUCKET} and starts_with(name, ${folder})
      ), entries as (
        select rest as name, id, updated_at, created_at, last_accessed_at, metadata from found where rest not like '%/%'
        union all
        select distinct split_part(rest, '/', 1), null::uuid, null::timestamptz, null::timestamptz, null::timestamptz,
          null::jsonb
        from found where rest like '%/%'
      )
      select * from entries where starts_with(lower(name), lower(${search}))
      order by ${sql(column)} ${order === "asc" ? sql`asc` : sql`desc`}, name limit ${limit} offset ${offset}`,
  );
}

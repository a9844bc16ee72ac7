import { createHash, randomUUID } from "node:crypto";
import type { TransactionSql } from "postgres";
import { findRendition, renditionsOf } from "../../domain/picture.ts";
import type { Claims, Database } from "../database/database.ts";
import type { Picture } from "./picture.ts";

export const BUCKET = "images";
const MIME_TYPE = "image/webp";

/** Objects uploaded without upsert never change; those uploaded with upsert may be overwritten again. */
const IMMUTABLE = "public, max-age=31536000, immutable";
const MUST_REVALIDATE = "public, max-age=0, must-revalidate";

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

type UploadTarget = { readonly name: string; readonly isUpsert: boolean };

/** Tries the insert and rolls it back, so that the body of an unauthorised upload is neither read nor encoded. */
export async function checkMayStore(database: Database, claims: Claims, target: UploadTarget): Promise<void> {
  const rollback = new Error("Rolled back");
  try {
    await database.asCaller(claims, async (sql) => {
      await putObject(sql, claims, target, null);
      throw rollback;
    });
  } catch (error) {
    if (error !== rollback) throw error;
  }
}

export function storePicture(
  database: Database,
  claims: Claims,
  target: UploadTarget,
  picture: Picture,
): Promise<string> {
  return database.asCaller(claims, async (sql) => {
    const id = await putObject(sql, claims, target, describePicture(picture, target));
    // Of the picture that this one replaces.
    if (target.isUpsert) {
      await sql`delete from storage.objects where bucket_id = ${BUCKET} and name = any(${[...renditionsOf(target.name)]})`;
    }
    await sql`
      insert into storage.object_bytes (object_id, bytes) values (${id}, ${picture.bytes})
      on conflict (object_id) do update set bytes = excluded.bytes`;
    return id;
  });
}

type Rendition = { readonly name: string; readonly mimetype: string; readonly picture: Picture };

/** Stores a rendition, unless its original was replaced or removed while it was encoded. */
export function storeRendition(
  database: Database,
  original: { readonly name: string; readonly version: string },
  { name, mimetype, picture }: Rendition,
): Promise<void> {
  return database.asCaller({ role: "service_role" }, async (sql) => {
    const metadata = { ...describePicture(picture, { name, isUpsert: false }), mimetype };
    await sql`
      with added as (
        insert into storage.objects (bucket_id, name, version, metadata)
        select bucket_id, ${name}, ${randomUUID()}, ${sql.json(metadata)} from storage.objects
        where bucket_id = ${BUCKET} and name = ${original.name} and version = ${original.version}
        on conflict (bucket_id, name) do nothing
        returning id
      )
      insert into storage.object_bytes (object_id, bytes) select id, ${picture.bytes} from added`;
  });
}

export function listNames(database: Database, names: readonly string[]): Promise<readonly string[]> {
  return database.asCaller({ role: "service_role" }, async (sql) => {
    const rows = await sql<{ name: string }[]>`
      select name from storage.objects where bucket_id = ${BUCKET} and name = any(${[...names]})`;
    return rows.map(({ name }) => name);
  });
}

async function putObject(
  sql: TransactionSql,
  claims: Claims,
  { name, isUpsert }: UploadTarget,
  metadata: Metadata | null,
): Promise<string> {
  const owner = claims.sub ?? null;
  const onConflict = sql`
    on conflict (bucket_id, name) do update set metadata = excluded.metadata, version = excluded.version,
      owner = excluded.owner, owner_id = excluded.owner_id, updated_at = now()`;
  const [row] = await sql<{ id: string }[]>`
    insert into storage.objects (bucket_id, name, owner, owner_id, version, metadata)
    values (${BUCKET}, ${name}, ${owner}, ${owner}, ${randomUUID()}, ${metadata && sql.json(metadata)})
    ${isUpsert ? onConflict : sql``}
    returning id`;
  if (!row) throw new Error("An insert returned no row");
  return row.id;
}

function describePicture({ bytes, width, height }: Picture, { isUpsert }: UploadTarget): Metadata {
  return {
    eTag: `"${createHash("sha256").update(bytes).digest("base64url")}"`,
    size: bytes.length,
    contentLength: bytes.length,
    mimetype: MIME_TYPE,
    cacheControl: isUpsert ? MUST_REVALIDATE : IMMUTABLE,
    lastModified: new Date().toISOString(),
    httpStatusCode: 200,
    width,
    height,
  };
}

type ObjectQuery = {
  readonly name: string;
  /** "public" for the public URL of a public bucket; otherwise the policies decide what the caller can read. */
  readonly reader: Claims | "public";
  /** Bytes are not read if the client has a version with one of these tags. */
  readonly bytes?: { readonly exceptTags: readonly string[] };
};

export async function findObject(
  database: Database,
  { name, reader, bytes }: ObjectQuery,
): Promise<(StoredObject & { bytes: Buffer | null }) | undefined> {
  const isPublic = reader === "public";
  return database.asCaller(isPublic ? { role: "service_role" } : reader, async (sql) => {
    const publicOnly = sql`and exists (select from storage.buckets where id = bucket_id and public)`;
    // A single statement, so that bytes and metadata belong to the same version during an overwrite.
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
  return database.asCaller(claims, async (sql) => {
    const all = names.flatMap((name) => [name].concat(renditionsOf(name)));
    const removed = await sql<StoredObject[]>`
      delete from storage.objects where bucket_id = ${BUCKET} and name = any(${all})
      returning id, bucket_id, name, version, owner, owner_id, metadata, created_at, updated_at, last_accessed_at`;
    return removed.filter(({ name }) => names.includes(name));
  });
}

export type Listing = {
  readonly folder: string;
  readonly search: string;
  readonly limit: number;
  readonly offset: number;
  readonly column: "name" | "created_at" | "updated_at";
  readonly order: "asc" | "desc";
};

/** One level of a folder, in storage-api's format: subfolders are entries without an id. */
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

const MAX_NAME_LENGTH = 200;
const FOLDER_OR_FILE = /^[\w()-][\w() .-]*$/;
const PICTURE_ENDING = /\.(?:avif|gif|jpe?g|png|webp)$/i;

/** The name of a stored picture, which is WebP except for renditions. A client that uploaded `photo.png` finds it by that name too. */
export function findObjectName(path: string): string | undefined {
  if (findRendition(path)) return path;
  const name = `${path.replace(PICTURE_ENDING, "")}.webp`;
  return name.length <= MAX_NAME_LENGTH && name.split("/").every(isSafe) ? name : undefined;
}

/** A folder to list, with a trailing slash; the empty string is the bucket's root. */
export function findFolder(prefix: string): string | undefined {
  const folder = prefix.replace(/\/$/, "");
  if (folder === "") return "";
  return folder.length <= MAX_NAME_LENGTH && folder.split("/").every(isSafe) ? `${folder}/` : undefined;
}

/** No leading dot, which excludes `..` and hidden files; no trailing dot or space, which some file systems drop. */
function isSafe(segment: string): boolean {
  return FOLDER_OR_FILE.test(segment) && !/[ .]$/.test(segment) && !segment.includes("..");
}

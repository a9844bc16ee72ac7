import { type Context, Hono } from "hono";
import type { Sql } from "postgres";
import * as v from "valibot";
import { createLimiter, QueueFullError } from "../../domain/limiter.ts";
import { BIN_DAYS, findRendition, renditionsOf } from "../../domain/picture.ts";
import type { Authenticate } from "../authenticate.ts";
import { type Budget, clientGone } from "../budget.ts";
import { allowAllOrigins } from "../cors.ts";
import type { Claims, Database } from "../database/database.ts";
import {
  invalidName,
  invalidRequest,
  noSuchBucket,
  noSuchObject,
  noSuchRoute,
  notSupported,
  tooLarge,
  toStorageError,
} from "./errors.ts";
import {
  BUCKET,
  checkMayStore,
  findFolder,
  findObject,
  findObjectName,
  listNames,
  listObjects,
  removeObjects,
  type StoredObject,
  storePicture,
  storeRendition,
} from "./objects.ts";
import { checkStored, encodePicture, encodeRendition } from "./picture.ts";

type StorageOptions = {
  readonly database: Database;
  readonly authenticate: Authenticate;
  /** Shares the database connections fairly among callers. */
  readonly budget?: Budget;
  /** Receives unexpected errors; the response contains no details of them. */
  readonly report?: (error: unknown) => void;
};

const METHODS = ["GET", "HEAD", "POST", "PUT", "DELETE"];
const ANON: Claims = { role: "anon" };
const OBJECT = "/:bucket/:path{.+}";

/** Features of storage-api that storage-js can call but this server does not have. */
const UNSUPPORTED = {
  "/object/sign/*": "Signed URLs are",
  "/object/upload/sign/*": "Signed upload URLs are",
  "/object/move": "Moving objects is",
  "/object/copy": "Copying objects is",
  "/object/list-v2/*": "Listing with a cursor is",
  "/render/*": "Image transformation is",
  "/upload/*": "Resumable upload is",
  "/cdn/*": "Purging a cache is",
  "/bucket/*": "Managing buckets is",
  "/s3/*": "The S3 protocol is",
  "/vector/*": "Vector storage is",
  "/iceberg/*": "Analytics storage is",
} as const;

/** storage/v1: the part of storage-api that supabase-js needs for the public bucket of pictures. Policies in PostgreSQL decide who may write. */
export function createStorage(options: StorageOptions): Hono {
  const { authenticate, budget = (database) => database, report = () => {} } = options;
  const encodeRenditions = createRenditions(options.database, report);
  const upload = createUpload(encodeRenditions);
  const databaseFor = (c: Context, caller: Claims) => budget(options.database, c.req.raw, caller);

  type Handler = (claims: Claims, database: Database) => Promise<Response>;
  async function asCaller(c: Context, handler: Handler): Promise<Response> {
    const claims = await authenticate(c.req.raw);
    requireBucket(c);
    return handler(claims, databaseFor(c, claims));
  }

  const put = (c: Context, isUpsert: boolean) =>
    asCaller(c, (claims, database) => upload({ database, claims, path: pathOf(c), isUpsert, request: c.req.raw }));
  const read = (c: Context, reader: Claims | "public", database: Database) =>
    download(database, { reader, path: pathOf(c), request: c.req.raw, onMissing: encodeRenditions });
  const get = (c: Context) => asCaller(c, (reader, database) => read(c, reader, database));

  const app = new Hono();
  app.use(allowAllOrigins(METHODS));
  // Before the object routes, which would match the first segment as a bucket.
  for (const [path, feature] of Object.entries(UNSUPPORTED)) {
    app.all(path, () => notSupported(feature).toResponse());
  }
  app.get(`/object/public${OBJECT}`, (c) => {
    requireBucket(c);
    return read(c, "public", databaseFor(c, ANON));
  });
  app.get(`/object/info/public${OBJECT}`, (c) => {
    requireBucket(c);
    return describeObject(databaseFor(c, ANON), { reader: "public", path: pathOf(c) });
  });
  app.get(`/object/info${OBJECT}`, (c) =>
    asCaller(c, (reader, database) => describeObject(database, { reader, path: pathOf(c) })),
  );
  app.get(`/object/authenticated${OBJECT}`, get);
  app.get(`/object${OBJECT}`, get);
  app.post("/object/list/:bucket", (c) => asCaller(c, (claims, database) => list(database, claims, c.req.raw)));
  app.post(`/object${OBJECT}`, (c) => put(c, c.req.header("x-upsert") === "true"));
  app.put(`/object${OBJECT}`, (c) => put(c, true));
  app.delete("/object/:bucket", (c) => asCaller(c, (claims, database) => remove(database, claims, c.req.raw)));
  app.all("*", () => noSuchRoute().toResponse());
  app.onError((error, c) => {
    if (c.req.raw.signal.aborted) return clientGone();
    const storageError = toStorageError(error);
    const { status } = storageError;
    // 501 is an expected response, not a failure.
    if (status >= 500 && status !== 501) report(error);
    return storageError.toResponse();
  });
  return app;
}

function requireBucket(c: Context): void {
  if (c.req.query("versionId") !== undefined) throw notSupported("Versions of objects are");
  if (c.req.param("bucket") !== BUCKET) throw noSuchBucket();
}

const pathOf = (c: Context): string => c.req.param("path") ?? "";

const MAX_NAMES = 1000;
const RemovedName = v.union([v.string(), v.object({ path: v.string() })]);
const RemoveBody = v.object({ prefixes: v.pipe(v.array(RemovedName), v.minLength(1), v.maxLength(MAX_NAMES)) });

async function remove(database: Database, claims: Claims, request: Request): Promise<Response> {
  const { prefixes } = await readJson(request, RemoveBody);
  const paths = prefixes.map((entry) => (typeof entry === "string" ? entry : entry.path));
  const names = paths.map(findObjectName).filter((name) => name !== undefined);
  return Response.json(await removeObjects(database, claims, names));
}

const ListBody = v.object({
  prefix: v.optional(v.string(), ""),
  search: v.optional(v.string(), ""),
  limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000)), 100),
  offset: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000)), 0),
  sortBy: v.optional(
    v.object({
      column: v.optional(v.picklist(["name", "created_at", "updated_at"]), "name"),
      order: v.optional(v.picklist(["asc", "desc"]), "asc"),
    }),
    {},
  ),
});

async function list(database: Database, claims: Claims, request: Request): Promise<Response> {
  const { prefix, sortBy, ...rest } = await readJson(request, ListBody);
  const folder = findFolder(prefix);
  if (folder === undefined) return Response.json([]);
  return Response.json(await listObjects(database, claims, { ...rest, ...sortBy, folder }));
}

const MAX_JSON_BYTES = 512 * 1024;

async function readJson<Schema extends v.GenericSchema>(
  request: Request,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const body = await readBody(request, { maxBytes: MAX_JSON_BYTES, message: "The body is too large" });
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), body.toString());
  if (!result.success) throw invalidRequest(`body: ${result.issues[0].message}`);
  return result.output;
}

type Download = {
  readonly reader: Claims | "public";
  readonly path: string;
  readonly request: Request;
  /** Called with the original of a rendition that does not exist yet. */
  readonly onMissing: (original: string) => void;
};

/** An uploaded file must not run scripts or be sniffed as another type, but other sites may embed it. */
const SECURITY_HEADERS = {
  "content-security-policy": "default-src 'none'",
  "x-content-type-options": "nosniff",
  "cross-origin-resource-policy": "cross-origin",
};

async function download(database: Database, { reader, path, request, onMissing }: Download): Promise<Response> {
  const knownTags = readTags(request.headers.get("if-none-match"));
  const isHead = request.method === "HEAD";
  const find = (name: string) =>
    findObject(database, { reader, name, ...(!isHead && { bytes: { exceptTags: knownTags } }) });
  const name = requireName(path);
  const original = findRendition(name)?.original;
  const rendition = await find(name);
  // Until a rendition is encoded, its original is shown.
  const object = rendition ?? (original && (await find(original)));
  if (!object) throw noSuchObject();
  if (!rendition) onMissing(object.name);
  const { eTag, cacheControl, size, lastModified, mimetype } = object.metadata;
  const validators = {
    ...SECURITY_HEADERS,
    etag: eTag,
    // Shared caches must not store an object that not everyone may read.
    "cache-control": reader !== "public" ? "private, no-cache" : rendition ? cacheControl : "public, no-cache",
    "last-modified": new Date(lastModified).toUTCString(),
  };
  if (knownTags.includes(eTag) || knownTags.includes("*"))
    return new Response(null, { status: 304, headers: validators });
  if (!isHead && !object.bytes) throw noSuchObject();
  const downloadName = new URL(request.url).searchParams.get("download");
  const headers = {
    ...validators,
    "content-type": mimetype,
    "content-length": String(size),
    ...(downloadName !== null && { "content-disposition": attachment(downloadName) }),
  };
  return new Response(object.bytes && new Uint8Array(object.bytes), { headers });
}

/** The response to info() and exists() of storage-js. */
async function describeObject(
  database: Database,
  { reader, path }: Pick<Download, "reader" | "path">,
): Promise<Response> {
  const object = await findObject(database, { reader, name: requireName(path) });
  if (!object) throw noSuchObject();
  return Response.json(toInfo(object), { headers: { "cache-control": "no-store" } });
}

function toInfo({ id, name, version, bucket_id, metadata, created_at, updated_at }: StoredObject) {
  return {
    id,
    name,
    version,
    bucket_id,
    size: metadata.size,
    content_type: metadata.mimetype,
    cache_control: metadata.cacheControl,
    etag: metadata.eTag,
    last_modified: updated_at,
    created_at,
    metadata: { width: metadata.width, height: metadata.height },
  };
}

function requireName(path: string): string {
  const name = findObjectName(path);
  if (!name) throw noSuchObject();
  return name;
}

/** Weak tags match too, because a proxy that compresses makes ETags weak. */
function readTags(header: string | null): readonly string[] {
  return (header ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""));
}

export function attachment(name: string): string {
  if (name === "") return "attachment";
  const encoded = encodeURIComponent(name.slice(0, 200).toWellFormed()).replace(/['()*]/g, percent);
  return `attachment; filename*=UTF-8''${encoded}`;
}

/** RFC 8187 allows fewer characters unescaped than encodeURIComponent does. */
const percent = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

const MAX_FILE_BYTES = 10 * 1024 * 1024;
/** A multipart form adds boundaries and fields to the file. */
const MAX_BODY_BYTES = MAX_FILE_BYTES + 64 * 1024;
const TOO_LARGE = `The object exceeded the maximum allowed size of ${MAX_FILE_BYTES / 1024 / 1024} MB`;

type Upload = {
  readonly database: Database;
  readonly claims: Claims;
  readonly path: string;
  readonly isUpsert: boolean;
  readonly request: Request;
};

// Limits concurrent bodies, which are held in memory completely, and encoders, which use one core each. A stored picture
// is passed on for its renditions.
function createUpload(onStored: (name: string) => void): (upload: Upload) => Promise<Response> {
  const bodies = createLimiter({ levels: [{ maxRunning: 6, maxWaiting: 100 }] });
  const encoders = createLimiter({ levels: [{ maxRunning: 2, maxWaiting: 100 }] });

  return async ({ database, claims, path, isUpsert, request }) => {
    const name = findObjectName(path);
    if (!name || findRendition(name)) throw invalidName();
    const target = { name, isUpsert };
    await checkMayStore(database, claims, target);
    const picture = await bodies(async () => {
      const file = await readFile(request);
      // With the service key `npm run content` moves pictures that a site has encoded before.
      return encoders(() => (claims.role === "service_role" ? checkStored(file) : encodePicture(file)));
    });
    const id = await storePicture(database, claims, target, picture);
    onStored(name);
    return Response.json({ Id: id, Key: `${BUCKET}/${name}` });
  };
}

/** The file, from any of the body formats that storage-js sends. The declared type of the file is ignored. */
async function readFile(request: Request): Promise<Buffer> {
  const type = request.headers.get("content-type") ?? "";
  const body = await readBody(request, { maxBytes: MAX_BODY_BYTES, message: TOO_LARGE });
  const file = /^multipart\/form-data\b/i.test(type) ? await findFile(body, type) : body;
  if (file.length === 0) throw invalidRequest("No content provided");
  if (file.length > MAX_FILE_BYTES) throw tooLarge(TOO_LARGE);
  return file;
}

async function findFile(body: Buffer<ArrayBuffer>, type: string): Promise<Buffer> {
  const form = await readForm(body, type);
  const files = [...form.values()].filter((value) => typeof value !== "string");
  const [file] = files;
  if (!file || files.length > 1) throw invalidRequest("A form must hold exactly one file");
  return Buffer.from(await file.arrayBuffer());
}

async function readForm(body: Buffer<ArrayBuffer>, type: string): Promise<FormData> {
  try {
    return await new Response(body, { headers: { "content-type": type } }).formData();
  } catch (error) {
    throw invalidRequest("The form cannot be read", error);
  }
}

/** Reads a body and counts its bytes, because Content-Length may be missing or wrong. Hono's bodyLimit would read it before the caller is authorised. */
async function readBody(
  { body, headers }: Request,
  { maxBytes, message }: { maxBytes: number; message: string },
): Promise<Buffer<ArrayBuffer>> {
  if (Number(headers.get("content-length") ?? 0) > maxBytes) throw tooLarge(message);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > maxBytes) throw tooLarge(message);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

const MAX_WAITING_PICTURES = 1_000;

// Encodes the smaller versions of uploads in the background, one file at a time, because an encoder needs a core and
// tens of megabytes. Work that a stop interrupts is taken up again when a visitor asks for a missing version.
function createRenditions(database: Database, report: (error: unknown) => void): (name: string) => void {
  const waiting = new Set<string>();
  const limit = createLimiter({ levels: [{ maxRunning: 1, maxWaiting: MAX_WAITING_PICTURES }], start: setImmediate });

  return (name) => {
    if (waiting.has(name) || renditionsOf(name).length === 0) return;
    waiting.add(name);
    limit(() => encodeMissing(database, name))
      .catch((error: unknown) => error instanceof QueueFullError || report(error))
      .finally(() => waiting.delete(name));
  };
}

async function encodeMissing(database: Database, original: string): Promise<void> {
  const stored = await listNames(database, renditionsOf(original));
  const missing = renditionsOf(original).filter((name) => !stored.includes(name));
  if (missing.length === 0) return;
  const object = await findObject(database, {
    name: original,
    reader: { role: "service_role" },
    bytes: { exceptTags: [] },
  });
  if (!object?.bytes) return;
  for (const name of missing) {
    const rendition = findRendition(name);
    if (!rendition) continue;
    const picture = await encodeRendition(object.bytes, rendition.width, rendition.format);
    await storeRendition(database, object, { name, mimetype: `image/${rendition.format}`, picture });
  }
}

/** Erases the pictures that were deleted 30 days ago, except those that an earlier version of an entry shows. */
export async function erasePictures({ sql, clock }: { sql: Sql; clock: () => Date }): Promise<void> {
  const before = new Date(clock().getTime() - BIN_DAYS * 86_400_000);
  await sql.begin(async (transaction) => {
    const erased = await transaction<{ name: string }[]>`
      delete from public.pictures p where deleted_at < ${before}
        and not exists (select from public.find_picture_uses(p.name))
        and not exists (select from public.entry_versions v where strpos(v.data::text, p.name) > 0)
      returning name`;
    const files = erased.flatMap(({ name }) => [name].concat(renditionsOf(name)));
    await transaction`delete from storage.objects where bucket_id = ${BUCKET} and name = any(${files})`;
  });
}

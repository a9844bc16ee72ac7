import { type Context, Hono } from "hono";
import * as v from "valibot";
import type { Authenticate } from "../authenticate.ts";
import { type Budget, clientGone } from "../budget.ts";
import { allowAllOrigins } from "../cors.ts";
import type { Claims, Database } from "../database/database.ts";
import { describeObject, download } from "./download.ts";
import { invalidRequest, noSuchBucket, noSuchRoute, notSupported, toStorageError } from "./errors.ts";
import { BUCKET, findFolder, findObjectName, listObjects, removeObjects } from "./objects.ts";
import { createRenditions, createUpload, readBody } from "./upload.ts";

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

function pathOf(c: Context): string {
  return c.req.param("path") ?? "";
}

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

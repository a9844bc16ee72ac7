import type { Claims, Database } from "../../db/database.ts";
import { noSuchObject } from "./errors.ts";
import { findObjectName } from "./object-name.ts";
import { findObject, MIME_TYPE, type StoredObject } from "./objects.ts";

export type Download = { readonly reader: Claims | "everybody"; readonly path: string; readonly request: Request };

/** Nothing that stands here may run, be guessed to be something else, or be kept from another site's page. */
const HARMLESS = {
  "content-security-policy": "default-src 'none'",
  "x-content-type-options": "nosniff",
  "cross-origin-resource-policy": "cross-origin",
};

export async function download(database: Database, { reader, path, request }: Download): Promise<Response> {
  const known = readTags(request.headers.get("if-none-match"));
  const wanted = { reader, name: requireName(path) };
  const isHead = request.method === "HEAD";
  const object = await findObject(database, isHead ? wanted : { ...wanted, bytes: { exceptTags: known } });
  if (!object) throw noSuchObject();
  const { eTag, cacheControl, size, lastModified } = object.metadata;
  const validators = {
    ...HARMLESS,
    etag: eTag,
    // What only some may see is not for shared caches.
    "cache-control": reader === "everybody" ? cacheControl : "private, no-cache",
    "last-modified": new Date(lastModified).toUTCString(),
  };
  if (known.includes(eTag) || known.includes("*")) return new Response(null, { status: 304, headers: validators });
  if (!isHead && !object.bytes) throw noSuchObject();
  const asked = new URL(request.url).searchParams.get("download");
  const headers = {
    ...validators,
    "content-type": MIME_TYPE,
    "content-length": String(size),
    ...(asked !== null && { "content-disposition": attachment(asked) }),
  };
  return new Response(object.bytes && new Uint8Array(object.bytes), { headers });
}

/** What storage-js's info() and exists() read. */
export async function describeObject(
  database: Database,
  { reader, path }: Omit<Download, "request">,
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

/** Weak tags count too: a proxy that compresses may have weakened ours. */
function readTags(header: string | null): readonly string[] {
  return (header ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""));
}

function attachment(name: string): string {
  if (name === "") return "attachment";
  const encoded = encodeURIComponent(name.slice(0, 200).toWellFormed()).replace(/['()*]/g, percent);
  return `attachment; filename*=UTF-8''${encoded}`;
}

/** RFC 8187 allows fewer characters than encodeURIComponent leaves. */
function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

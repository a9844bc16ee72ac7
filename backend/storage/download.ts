import { findRendition } from "../../domain/picture.ts";
import type { Claims, Database } from "../database/database.ts";
import { noSuchObject } from "./errors.ts";
import { findObject, findObjectName, type StoredObject } from "./objects.ts";

export type Download = {
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

export async function download(database: Database, { reader, path, request, onMissing }: Download): Promise<Response> {
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
export async function describeObject(
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

function attachment(name: string): string {
  if (name === "") return "attachment";
  const encoded = encodeURIComponent(name.slice(0, 200).toWellFormed()).replace(/['()*]/g, percent);
  return `attachment; filename*=UTF-8''${encoded}`;
}

/** RFC 8187 allows fewer characters unescaped than encodeURIComponent does. */
function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

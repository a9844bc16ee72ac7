import { createLimiter, QueueFullError } from "../../domain/limiter.ts";
import { findRendition, renditionsOf } from "../../domain/picture.ts";
import type { Claims, Database } from "../database/database.ts";
import { invalidName, invalidRequest, tooLarge } from "./errors.ts";
import {
  BUCKET,
  checkMayStore,
  findObject,
  findObjectName,
  listNames,
  storePicture,
  storeRendition,
} from "./objects.ts";
import { checkStored, encodePicture, encodeRendition } from "./picture.ts";

const MAX_FILE_BYTES = 10 * 1024 * 1024;
/** A multipart form adds boundaries and fields to the file. */
const MAX_BODY_BYTES = MAX_FILE_BYTES + 64 * 1024;
const TOO_LARGE = `The object exceeded the maximum allowed size of ${MAX_FILE_BYTES / 1024 / 1024} MB`;

export type Upload = {
  readonly database: Database;
  readonly claims: Claims;
  readonly path: string;
  readonly isUpsert: boolean;
  readonly request: Request;
};

/**
 * Limits concurrent bodies, which are held in memory completely, and encoders, which use one core each. A stored picture
 * is passed on for its renditions.
 */
export function createUpload(onStored: (name: string) => void): (upload: Upload) => Promise<Response> {
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
export async function readBody(
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

/**
 * Encodes the smaller versions of uploads in the background, one file at a time, because an encoder needs a core and
 * tens of megabytes. Work that a stop interrupts is taken up again when a visitor asks for a missing version.
 */
export function createRenditions(database: Database, report: (error: unknown) => void): (name: string) => void {
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

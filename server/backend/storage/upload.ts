import { createLimiter } from "../../../domain/limiter.ts";
import { findRendition } from "../../../domain/picture.ts";
import type { Claims, Database } from "../../db/database.ts";
import { readBody } from "./body.ts";
import { invalidName, invalidRequest, tooLarge } from "./errors.ts";
import { findObjectName } from "./object-name.ts";
import { BUCKET, checkMayStore, storePicture } from "./objects.ts";
import { encodePicture } from "./picture.ts";

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
      return encoders(() => encodePicture(file));
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

import { createLimiter } from "../../../domain/limiter.ts";
import type { Claims, Database } from "../../db/database.ts";
import { readBody } from "./body.ts";
import { invalidName, invalidRequest, tooLarge } from "./errors.ts";
import { findObjectName } from "./object-name.ts";
import { BUCKET, rehearseStore, storePicture } from "./objects.ts";
import { encodePicture } from "./picture.ts";

const LARGEST_FILE_BYTES = 10 * 1024 * 1024;
/** A form adds its boundaries and fields to the file. */
const LARGEST_BODY_BYTES = LARGEST_FILE_BYTES + 64 * 1024;
const TOO_LARGE = `The object exceeded the maximum allowed size of ${LARGEST_FILE_BYTES / 1024 / 1024} MB`;

export type Upload = {
  readonly database: Database;
  readonly claims: Claims;
  readonly path: string;
  readonly isUpsert: boolean;
  readonly request: Request;
};

/** Bodies are let in a few at a time, because each is held in memory whole; encoding takes a core each. */
export function createUpload(): (upload: Upload) => Promise<Response> {
  const bodies = createLimiter({ levels: [{ maxRunning: 6, maxWaiting: 100 }] });
  const encoders = createLimiter({ levels: [{ maxRunning: 2, maxWaiting: 100 }] });

  return async ({ database, claims, path, isUpsert, request }) => {
    const name = findObjectName(path);
    if (!name) throw invalidName();
    const place = { name, isUpsert };
    await rehearseStore(database, claims, place);
    const picture = await bodies(async () => {
      const file = await readFile(request);
      return encoders(() => encodePicture(file));
    });
    const id = await storePicture(database, claims, place, picture);
    return Response.json({ Id: id, Key: `${BUCKET}/${name}` });
  };
}

/** The file in whichever way storage-js sends it; what the sender says about its type is not asked. */
async function readFile(request: Request): Promise<Buffer> {
  const type = request.headers.get("content-type") ?? "";
  const body = await readBody(request, { most: LARGEST_BODY_BYTES, tooMuch: TOO_LARGE });
  const file = /^multipart\/form-data\b/i.test(type) ? await findFile(body, type) : body;
  if (file.length === 0) throw invalidRequest("No content provided");
  if (file.length > LARGEST_FILE_BYTES) throw tooLarge(TOO_LARGE);
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

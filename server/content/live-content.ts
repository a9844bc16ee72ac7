import * as v from "valibot";
import { BUCKET, checkStored, type Picture } from "../../backend/index.ts";
import { UPLOAD_NAME } from "../../domain/picture.ts";
import type { SupabaseClient } from "../supabase-clients.ts";
import { readEntryRows } from "./content-store.ts";

export type FileEntry = {
  readonly collection: string;
  readonly key: string;
  readonly position: number;
  readonly hidden: boolean;
  readonly data: object;
  readonly slug?: string | undefined;
  /** Of a translation. */
  readonly locale?: string | undefined;
  readonly translated_version?: number | undefined;
};

/** Uploads that entries show, with their place in the library. The bytes are base64. */
export const FilePictures = v.array(
  v.strictObject({
    name: v.pipe(v.string("is needed"), v.regex(UPLOAD_NAME, "is not the name of an upload")),
    title: v.pipe(v.string("is needed"), v.maxLength(200, "is too long")),
    alt: v.pipe(v.string("is needed"), v.maxLength(300, "is too long")),
    bytes: v.pipe(v.string("is needed"), v.base64("must be base64")),
  }),
);
type FilePicture = v.InferOutput<typeof FilePictures>[number];
type CheckedPicture = Omit<FilePicture, "bytes"> & { readonly picture: Picture };

/** UPLOAD_NAME anywhere in a text. */
const NAMES = /(?:pictures|posts)\/[0-9a-f-]{36}(?:-\d{1,5}x\d{1,5})?\.(?:webp|gif|avif|jpg|png)/g;

function uploadsIn(entries: readonly { readonly data: unknown }[]): readonly string[] {
  return [...new Set(JSON.stringify(entries.map(({ data }) => data)).match(NAMES))];
}

/** Decodes the pictures; throws an error that names the first that cannot be read. */
export async function checkPictures(pictures: readonly FilePicture[]): Promise<readonly CheckedPicture[]> {
  const checked: CheckedPicture[] = [];
  // One at a time: a decoded picture needs up to 160 MB.
  for (const { bytes, ...facts } of pictures) {
    const picture = await checkStored(Buffer.from(bytes, "base64")).catch((error: unknown) => {
      throw new Error(`${facts.name}: ${(error as Error).message}.`, { cause: error });
    });
    const size = /-(\d+x\d+)\.\w+$/.exec(facts.name)?.[1] ?? `${picture.width}x${picture.height}`;
    if (size !== `${picture.width}x${picture.height}`)
      throw new Error(`${facts.name}: its size does not match its name.`);
    checked.push({ ...facts, picture });
  }
  return checked;
}

const COLUMNS = "collection, key, locale, translated_version, position, data, hidden, live_from, version, slug";
/** The SQLSTATE of errors that functions and triggers raise with a message for admins, such as that a category is in use. */
const RAISED = "P0001";
export class RefusedError extends Error {}

export async function readContent(service: SupabaseClient) {
  // PostgreSQL reads "now"; this machine's clock may be wrong.
  const live = () => service.from("entries").select(COLUMNS).lte("live_from", "now").order("id");
  const rows = await readEntryRows((from, to) => live().range(from, to));
  // A scheduled entry whose time has come replaces the one before it.
  const latest = new Map(
    rows
      .toSorted((a, b) => Date.parse(a.live_from) - Date.parse(b.live_from))
      .map(({ collection, key, position, hidden, data, slug, locale, translated_version }) => [
        `${collection} ${key} ${locale}`,
        {
          collection,
          key,
          position,
          hidden,
          data: data as object,
          slug: slug || undefined,
          locale: locale || undefined,
          translated_version: translated_version ?? undefined,
        },
      ]),
  );
  const entries: FileEntry[] = [...latest].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry);
  const pictures: FilePicture[] = [];
  for (const name of uploadsIn(entries).toSorted()) {
    const picture = await readPicture(service, name);
    if (picture) pictures.push(picture);
  }
  return { entries, pictures };
}

/** Replaces the live entries in one transaction. Throws a RefusedError if they do not fit what is stored. */
export async function replaceContent(
  service: SupabaseClient,
  entries: readonly FileEntry[],
  pictures: readonly CheckedPicture[],
): Promise<void> {
  const added: string[] = [];
  try {
    for (const picture of pictures) if (await addPicture(service, picture)) added.push(picture.name);
    const { error } = await service.rpc("import_content", {
      entries: entries as never,
      pictures: pictures.map(({ name, title, alt }) => ({ name, title, alt })),
      uploads: [...uploadsIn(entries)],
    });
    if (error?.code === RAISED) throw new RefusedError(error.message);
    if (error) throw new Error(error.message, { cause: error });
  } catch (error) {
    // Files are not part of the transaction.
    if (added.length > 0) await service.storage.from(BUCKET).remove(added);
    throw error;
  }
}

async function readPicture(service: SupabaseClient, name: string): Promise<FilePicture | undefined> {
  const file = await service.storage.from(BUCKET).download(name);
  if (file.error) {
    if (isStatus(file.error, 404)) return undefined;
    throw file.error;
  }
  const { data, error } = await service.from("pictures").select("title, alt").eq("name", name).maybeSingle();
  if (error) throw new Error(error.message, { cause: error });
  const bytes = Buffer.from(await file.data.arrayBuffer()).toString("base64");
  return { name, title: data?.title ?? "", alt: data?.alt ?? "", bytes };
}

/** False if it was there already: an upload never changes. */
async function addPicture(service: SupabaseClient, { name, picture }: CheckedPicture): Promise<boolean> {
  const settings = { contentType: "image/webp", cacheControl: "31536000" };
  const { error } = await service.storage.from(BUCKET).upload(name, picture.bytes, settings);
  if (error && !isStatus(error, 409)) throw error;
  return !error;
}

/** Storage answers most errors with 400 and tells the real status in the body. */
function isStatus(error: { status?: number | undefined; statusCode?: string | undefined }, status: number): boolean {
  return error.statusCode === String(status) || error.status === status;
}

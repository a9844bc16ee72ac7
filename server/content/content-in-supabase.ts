import { createServiceClient, type DatabaseClient } from "../backend/clients.ts";
import { BUCKET } from "../backend/storage/objects.ts";
import type { StoreOptions } from "../db/backup/store-command.ts";
import { UserError } from "../db/user-error.ts";
import { type CheckedPicture, type FilePicture, uploadsIn } from "./content-pictures.ts";
import { type ContentPlace, RAISED, RefusedError } from "./content-place.ts";
import { readEntryRows } from "./content-store.ts";

const COLUMNS = "collection, key, position, data, hidden, live_from, version";

export function contentInSupabase({ url, serviceRoleKey }: NonNullable<StoreOptions["supabase"]>): ContentPlace {
  const service = createServiceClient({ url, fetch: globalThis.fetch }, serviceRoleKey);
  // PostgreSQL reads "now"; this machine's clock may be wrong.
  const live = () => service.from("entries").select(COLUMNS).lte("live_from", "now").order("id");
  return {
    async read() {
      // A scheduled entry whose time has come replaces the one before it.
      const rows = await readEntryRows((from, to) => live().range(from, to)).catch(fail(url));
      const latest = new Map(
        rows
          .toSorted((a, b) => Date.parse(a.live_from) - Date.parse(b.live_from))
          .map(({ collection, key, position, hidden, data }) => [
            `${collection} ${key}`,
            { collection, key, position, hidden, data: data as object },
          ]),
      );
      const entries = [...latest].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry);
      const pictures: FilePicture[] = [];
      for (const name of uploadsIn(entries).toSorted()) {
        const picture = await readPicture(service, name).catch(fail(url));
        if (picture) pictures.push(picture);
      }
      return { entries, pictures };
    },
    async replace(entries, pictures) {
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
        if (error instanceof RefusedError) throw error;
        fail(url)(error as Error);
      }
    },
  };
}

const fail =
  (url: string) =>
  (error: Error): never => {
    throw new UserError(`${url} could not be used: ${error.message}. Nothing was changed.`);
  };

async function readPicture(service: DatabaseClient, name: string): Promise<FilePicture | undefined> {
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
async function addPicture(service: DatabaseClient, { name, picture }: CheckedPicture): Promise<boolean> {
  const settings = { contentType: "image/webp", cacheControl: "31536000" };
  const { error } = await service.storage.from(BUCKET).upload(name, picture.bytes, settings);
  if (error && !isStatus(error, 409)) throw error;
  return !error;
}

/** Storage answers most errors with 400 and tells the real status in the body. */
function isStatus(error: { status?: number | undefined; statusCode?: string | undefined }, status: number): boolean {
  return error.statusCode === String(status) || error.status === status;
}

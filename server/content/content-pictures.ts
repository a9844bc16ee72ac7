import * as v from "valibot";
import { UPLOAD_NAME } from "../../domain/picture.ts";
import { checkStored, type Picture } from "../backend/storage/picture.ts";

/** Uploads that entries show, with their place in the library. The bytes are base64. */
export const FilePictures = v.array(
  v.strictObject({
    name: v.pipe(v.string("is needed"), v.regex(UPLOAD_NAME, "is not the name of an upload")),
    title: v.pipe(v.string("is needed"), v.maxLength(200, "is too long")),
    alt: v.pipe(v.string("is needed"), v.maxLength(300, "is too long")),
    bytes: v.pipe(v.string("is needed"), v.base64("must be base64")),
  }),
);
export type FilePicture = v.InferOutput<typeof FilePictures>[number];
export type CheckedPicture = Omit<FilePicture, "bytes"> & { readonly picture: Picture };

/** UPLOAD_NAME anywhere in a text. */
const NAMES = /(?:pictures|posts)\/[0-9a-f-]{36}(?:-\d{1,5}x\d{1,5})?\.(?:webp|gif|avif|jpg|png)/g;

/** The names of the uploads that these entries show. */
export function uploadsIn(entries: readonly { readonly data: unknown }[]): readonly string[] {
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

import type { Supabase } from "../../auth/supabase-client.ts";
import { newId } from "../drafts/new-id.ts";
import { leaveIfSignedOut } from "../shell/session-failure.ts";

export type UploadedPicture = { readonly src: string; readonly width?: number; readonly height?: number };
export type UploadError = { readonly refused: string };

const EXTENSIONS: Readonly<Record<string, string>> = {
  "image/avif": "avif",
  "image/webp": "webp",
  "image/jpeg": "jpg",
  "image/png": "png",
};
export const PICTURE_TYPES = Object.keys(EXTENSIONS).join(",");
const MAX_SIZE_MB = 10;
/** What the storage shrinks pictures to. */
const MAX_WIDTH_PX = 2_400;
const MAX_HEIGHT_PX = 4_800;

/** Checked here for kindness, and by the storage for certain. */
export async function uploadPicture(supabase: Supabase, file: File): Promise<UploadedPicture | UploadError> {
  const extension = EXTENSIONS[file.type];
  if (!extension) return { refused: "Please choose an AVIF, WebP, JPEG or PNG picture." };
  if (file.size > MAX_SIZE_MB * 1024 * 1024) {
    return { refused: `This picture is ${(file.size / 1024 / 1024).toFixed(1)} MB; the limit is ${MAX_SIZE_MB} MB.` };
  }
  const bucket = supabase.storage.from("images");
  const { data, error } = await bucket.upload(`posts/${newId()}.${extension}`, file, { contentType: file.type });
  if (error) {
    console.error("The picture was not stored", error);
    await leaveIfSignedOut();
    return { refused: `The picture was not stored. ${error.message}` };
  }
  const { publicUrl } = bucket.getPublicUrl(data.path).data;
  return { src: toRelativeUrl(publicUrl), ...(await measure(file)) };
}

/** A picture of this site is addressed without its host, so that it moves with the site. */
function toRelativeUrl(address: string): string {
  const url = new URL(address);
  return url.origin === location.origin ? url.pathname : address;
}

/** So that the text around it does not jump when the picture comes. */
async function measure(file: File): Promise<{ width?: number; height?: number }> {
  try {
    const bitmap = await createImageBitmap(file);
    const scale = Math.min(1, MAX_WIDTH_PX / bitmap.width, MAX_HEIGHT_PX / bitmap.height);
    return { width: Math.round(bitmap.width * scale), height: Math.round(bitmap.height * scale) };
  } catch {
    return {};
  }
}

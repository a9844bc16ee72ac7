import { leaveIfSignedOut } from "../../auth/session-failure.ts";
import type { Supabase } from "../../auth/supabase-client.ts";
import { newId } from "../drafts/new-id.ts";

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
/** The server resizes pictures to fit these. */
const MAX_WIDTH_PX = 2_400;
const MAX_HEIGHT_PX = 4_800;

/** Checks type and size early for a helpful message; the server enforces both. */
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

/** Pictures on this site's own origin are stored as paths, so that they survive a change of domain. */
function toRelativeUrl(address: string): string {
  const url = new URL(address);
  return url.origin === location.origin ? url.pathname : address;
}

/** The size that the server will store, which prevents layout shift while the picture loads. */
async function measure(file: File): Promise<{ width?: number; height?: number }> {
  try {
    const bitmap = await createImageBitmap(file);
    const scale = Math.min(1, MAX_WIDTH_PX / bitmap.width, MAX_HEIGHT_PX / bitmap.height);
    return { width: Math.round(bitmap.width * scale), height: Math.round(bitmap.height * scale) };
  } catch {
    return {};
  }
}

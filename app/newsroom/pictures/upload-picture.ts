import { MAX_HEIGHT_PX, MAX_WIDTH_PX } from "../../../domain/picture.ts";
import { isSupabaseMode, publicConfig } from "../../auth/public-config.ts";
import type { Supabase } from "../../auth/supabase-client.ts";
import { leaveIfSignedOut } from "../../data/save.ts";
import { wordsOfDocument } from "../../data/words.ts";
import { newId } from "../drafts/new-id.ts";
import { pictureUrl } from "./picture-rows.ts";
import { type PictureWords, pictureWords } from "./words.ts";

type Words = PictureWords["upload"];

const uploadWords = async (): Promise<Words> => (await wordsOfDocument(pictureWords)).upload;

export type UploadedPicture = {
  /** The name of the file in the bucket. */
  readonly name: string;
  readonly src: string;
  readonly width?: number;
  readonly height?: number;
};
export type UploadError = { readonly refused: string };
/** The sent share of the file, from 0 to 1. */
export type OnProgress = (share: number) => void;

const EXTENSIONS: Readonly<Record<string, string>> = {
  "image/avif": "avif",
  "image/webp": "webp",
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/gif": "gif",
};
export const PICTURE_TYPES = Object.keys(EXTENSIONS).join(",");
const MAX_SIZE_MB = 10;
const ONE_DIGIT = { useGrouping: false, minimumFractionDigits: 1, maximumFractionDigits: 1 };

export async function uploadPicture(
  supabase: Supabase,
  file: File,
  onProgress: OnProgress,
): Promise<UploadedPicture | UploadError> {
  const stored = await storeFile(supabase, file, onProgress);
  if ("refused" in stored) return stored;
  const { error } = await supabase.from("pictures").insert({ name: stored.name, title: titleOf(file) });
  if (!error) return stored;
  const words = await uploadWords();
  return { refused: words.notAdded(words.error(error.code, error.message)) };
}

const MAX_TITLE_LENGTH = 200;

/** "IMG_2041.JPG" is "IMG 2041". */
function titleOf({ name }: File): string {
  return name
    .replace(/\.\w+$/, "")
    .replaceAll("_", " ")
    .trim()
    .slice(0, MAX_TITLE_LENGTH);
}

/** Checks type and size early for a helpful message; the server enforces both. */
export async function storeFile(
  supabase: Supabase,
  file: File,
  onProgress: OnProgress,
): Promise<UploadedPicture | UploadError> {
  const words = await uploadWords();
  const extension = EXTENSIONS[file.type];
  if (!extension) return { refused: explainType(file, words) };
  if (file.size > MAX_SIZE_MB * 1024 * 1024) {
    const size = (file.size / 1024 / 1024).toLocaleString(document.documentElement.lang, ONE_DIGIT);
    return { refused: words.tooLarge(size, MAX_SIZE_MB) };
  }
  const size = await measure(file);
  // Pages know the size of a picture by its name (domain/picture.ts). One that moves has no smaller versions.
  const suffix = size && extension !== "gif" ? `-${size.width}x${size.height}` : "";
  const body = isSupabaseMode() && size && extension !== "gif" ? await shrink(file, size) : file;
  const name = `pictures/${newId()}${suffix}.${EXTENSIONS[body.type]}`;
  const { data } = await supabase.auth.getSession();
  const stored = await send(name, body, data.session?.access_token ?? "", words, onProgress);
  if ("refused" in stored) {
    console.error("The picture was not stored", stored.refused);
    await leaveIfSignedOut();
    return { refused: words.notStored(stored.refused) };
  }
  return { name: stored.name, src: pictureUrl(stored.name), ...size };
}

function explainType({ type, name }: File, words: Words): string {
  return /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name) ? words.heic : words.wrongType;
}

/** As supabase-js does it, but with XMLHttpRequest, because fetch does not tell the progress of an upload. */
function send(
  name: string,
  body: Blob,
  token: string,
  words: Words,
  onProgress: OnProgress,
): Promise<{ name: string } | UploadError> {
  const { supabaseUrl, supabaseAnonKey } = publicConfig();
  const request = new XMLHttpRequest();
  request.open("POST", `${supabaseUrl}/storage/v1/object/images/${name}`);
  request.setRequestHeader("apikey", supabaseAnonKey);
  request.setRequestHeader("authorization", `Bearer ${token || supabaseAnonKey}`);
  request.setRequestHeader("content-type", body.type);
  request.setRequestHeader("cache-control", "max-age=31536000");
  request.responseType = "json";
  request.upload.addEventListener("progress", ({ loaded, total }) => onProgress(loaded / total));
  return new Promise((resolve, reject) => {
    request.addEventListener("error", () => reject(new Error("The connection failed")));
    request.addEventListener("load", () => {
      const answer = (request.response ?? {}) as { Key?: string; code?: string; message?: string };
      if (answer.Key) resolve({ name: answer.Key.replace(/^images\//, "") });
      else if (answer.message) resolve({ refused: words.error(answer.code ?? "", answer.message) });
      else resolve({ refused: words.answered(request.status) });
    });
    request.send(body);
  });
}

/** Supabase stores a file as it comes, so the browser makes it as small as this site's server would. */
async function shrink(file: File, { width, height }: { width: number; height: number }): Promise<Blob> {
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width, height });
  const bitmap = await createImageBitmap(file, { resizeWidth: width, resizeHeight: height, resizeQuality: "high" });
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/webp", 0.8));
  // Safari writes PNG instead.
  return blob?.type === "image/webp" ? blob : file;
}

/** The size that the server will store, which prevents layout shift while the picture loads. */
async function measure(file: File): Promise<{ width: number; height: number } | undefined> {
  try {
    const bitmap = await createImageBitmap(file);
    const scale = Math.min(1, MAX_WIDTH_PX / bitmap.width, MAX_HEIGHT_PX / bitmap.height);
    return { width: Math.round(bitmap.width * scale), height: Math.round(bitmap.height * scale) };
  } catch {
    return undefined;
  }
}

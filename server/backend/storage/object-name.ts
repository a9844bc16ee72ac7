import { findRendition } from "../../../domain/picture.ts";

const MAX_NAME_LENGTH = 200;
const FOLDER_OR_FILE = /^[\w()-][\w() .-]*$/;
const PICTURE_ENDING = /\.(?:avif|gif|jpe?g|png|webp)$/i;

/** The name of a stored picture, which is WebP except for renditions. A client that uploaded `photo.png` finds it by that name too. */
export function findObjectName(path: string): string | undefined {
  if (findRendition(path)) return path;
  const name = `${path.replace(PICTURE_ENDING, "")}.webp`;
  return name.length <= MAX_NAME_LENGTH && name.split("/").every(isSafe) ? name : undefined;
}

/** A folder to list, with a trailing slash; the empty string is the bucket's root. */
export function findFolder(prefix: string): string | undefined {
  const folder = prefix.replace(/\/$/, "");
  if (folder === "") return "";
  return folder.length <= MAX_NAME_LENGTH && folder.split("/").every(isSafe) ? `${folder}/` : undefined;
}

/** No leading dot, which excludes `..` and hidden files; no trailing dot or space, which some file systems drop. */
function isSafe(segment: string): boolean {
  return FOLDER_OR_FILE.test(segment) && !/[ .]$/.test(segment) && !segment.includes("..");
}

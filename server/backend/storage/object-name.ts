const MAX_NAME_LENGTH = 200;
const FOLDER_OR_FILE = /^[\w()-][\w() .-]*$/;
const PICTURE_ENDING = /\.(?:avif|webp|jpe?g|png)$/i;

/**
 * The name under which a picture stands. Every picture becomes WebP, so every name ends so; since asking by the
 * uploaded name gives the same, a client that keeps its own `photo.png` finds its picture.
 */
export function findObjectName(path: string): string | undefined {
  const name = `${path.replace(PICTURE_ENDING, "")}.webp`;
  return name.length <= MAX_NAME_LENGTH && name.split("/").every(isPlain) ? name : undefined;
}

/** A folder to list, with its slash at the end; the empty text is the whole bucket. */
export function findFolder(prefix: string): string | undefined {
  const folder = prefix.replace(/\/$/, "");
  if (folder === "") return "";
  return folder.length <= MAX_NAME_LENGTH && folder.split("/").every(isPlain) ? `${folder}/` : undefined;
}

/** No leading dot, so neither `..` nor hidden files; no trailing dot or space, which some systems drop. */
function isPlain(segment: string): boolean {
  return FOLDER_OR_FILE.test(segment) && !/[ .]$/.test(segment) && !segment.includes("..");
}

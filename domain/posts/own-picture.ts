const STORAGE_PATH = "/storage/v1/object/public/";
const PICTURE_FILE = /\.(?:avif|webp|jpe?g|png|gif|svg)$/i;
/** A placeholder origin for relative URLs of this site. */
const OWN_ORIGIN = "http://here.invalid";

// The URL of a picture if it is a file of this site or in the backend's storage. It is parsed as browsers do, so that no
// spelling (`/\t/`, `/\\`) leads to another site.
export function findOwnPicture(url: string, backend: string): string | undefined {
  if (!URL.canParse(url, OWN_ORIGIN)) return undefined;
  const { origin, href, pathname } = new URL(url, OWN_ORIGIN);
  if (!PICTURE_FILE.test(pathname)) return undefined;
  if (origin === OWN_ORIGIN) return pathname;
  return origin === backend && pathname.startsWith(STORAGE_PATH) ? href : undefined;
}

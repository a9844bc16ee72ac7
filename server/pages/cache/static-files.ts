import { existsSync, readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import { DENY_ALL_POLICY } from "../html/security-headers.ts";
import { type CachedResponse, createCachedResponse } from "./cached-response.ts";

const CONTENT_TYPES: Record<string, string> = {
  ".avif": "image/avif",
  ".css": "text/css; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
};
const PICTURE = /\.(avif|ico|png|svg|webp)$/;
/** File names in these folders contain a content hash. */
const IMMUTABLE = /^\/(assets|art)\//;
/** One file name without a folder, so that no path can leave the folder. */
const HASHED_FILE = /^\/assets\/[\w-]+(?:\.[\w-]+)+$/;
const ARTWORK_HASH = /^(\/art\/[\w-]+\.)[\da-f]+(?=-)/;
const withoutHash = (path: string) => path.replace(ARTWORK_HASH, "$1");

// Serves the built files by exact path. Only files listed at startup are served, so no path can leave the folder;
// pages of the version before or after this one may ask for their own scripts and styles, which are found on the disk.
// Artwork that was made again is also served at its old addresses, which stored posts and feed readers keep.
// Scripts, styles and fonts are read at startup, because the next build removes them; pictures on first use.
export function createStaticFiles(folder: string, headers: Readonly<Record<string, string>>) {
  const files = new Map<string, string>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (entry.isFile() && !entry.name.startsWith("."))
      files.set(`/${relative(folder, file).split(sep).join("/")}`, file);
  }
  const responses = new Map<string, Promise<CachedResponse>>();
  const built = new Map(
    [...files].filter(([path]) => path.startsWith("/assets/")).map(([path, file]) => [path, readFileSync(file)]),
  );

  const artwork = new Map([...files.keys()].map((path) => [withoutHash(path), path]));

  const builds = [folder, join(folder, "../../build.previous/client")];
  const findInOtherBuild = (path: string) =>
    HASHED_FILE.test(path) ? builds.map((build) => join(build, path)).find((file) => existsSync(file)) : undefined;

  return function findFile(requested: string): Promise<CachedResponse> | undefined {
    const path = files.has(requested) ? requested : (artwork.get(withoutHash(requested)) ?? requested);
    const file = files.get(path) ?? findInOtherBuild(path);
    if (!file) return undefined;
    let response = responses.get(path);
    if (!response) {
      response = createFileResponse(path, built.get(path) ?? readFile(file), headers);
      responses.set(path, response);
      response.catch(() => responses.delete(path));
    }
    return response;
  };
}

async function createFileResponse(
  path: string,
  content: Buffer | Promise<Buffer>,
  headers: Readonly<Record<string, string>>,
): Promise<CachedResponse> {
  return createCachedResponse(
    200,
    {
      ...headers,
      "content-type": CONTENT_TYPES[extname(path)] ?? "application/octet-stream",
      "content-security-policy": DENY_ALL_POLICY,
      // Other sites show our pictures from feeds, share links and sitemaps.
      "cross-origin-resource-policy": PICTURE.test(path) ? "cross-origin" : "same-origin",
      "cache-control": IMMUTABLE.test(path) ? "public, max-age=31536000, immutable" : "public, max-age=86400",
    },
    await content,
  );
}

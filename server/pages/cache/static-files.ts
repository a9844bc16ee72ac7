import { readdirSync, readFileSync } from "node:fs";
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
/** Files under these carry a hash of their content in their name. */
const IMMUTABLE = /^\/(assets|art)\//;

/**
 * The built files, known by exact address: what was not there at the start is not served, so no address can lead
 * out of the folder. Scripts, styles and fonts are read at once, because the next build takes them away; pictures on
 * their first use. Each is compressed once and kept.
 */
export function createStaticFiles(folder: string, headers: Readonly<Record<string, string>>) {
  const files = new Map<string, string>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (entry.isFile() && !entry.name.startsWith("."))
      files.set(`/${relative(folder, file).split(sep).join("/")}`, file);
  }
  const answers = new Map<string, Promise<CachedResponse>>();
  const built = new Map(
    [...files].filter(([path]) => path.startsWith("/assets/")).map(([path, file]) => [path, readFileSync(file)]),
  );

  return function findFile(path: string): Promise<CachedResponse> | undefined {
    const file = files.get(path);
    if (!file) return undefined;
    let answer = answers.get(path);
    if (!answer) {
      answer = createFileAnswer(path, built.get(path) ?? readFile(file), headers);
      answers.set(path, answer);
      answer.catch(() => answers.delete(path));
    }
    return answer;
  };
}

async function createFileAnswer(
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
      // Feeds, share links and maps name pictures to others, whose pages show them.
      "cross-origin-resource-policy": PICTURE.test(path) ? "cross-origin" : "same-origin",
      "cache-control": IMMUTABLE.test(path) ? "public, max-age=31536000, immutable" : "public, max-age=86400",
    },
    await content,
  );
}

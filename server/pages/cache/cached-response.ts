import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** A response that is created once and sent many times: one variant per content encoding, with prepared headers. */
export type CachedResponse = {
  readonly status: number;
  readonly etag: string;
  readonly bytes: number;
  readonly identity: Variant;
  readonly gzip: Variant | undefined;
  readonly br: Variant | undefined;
  readonly notModified: string[];
};

type Variant = { readonly headers: string[]; readonly body: Buffer };

/** The best compression takes 100 ms, too long for URLs that anyone can invent. */
type Effort = "thorough" | "quick";

const COMPRESSIBLE = /^(text\/|application\/([a-z]+\+)?(json|javascript|xml)|image\/svg)/;
const MIN_COMPRESS_BYTES = 256;
const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

export async function createCachedResponse(
  status: number,
  headers: Readonly<Record<string, string>>,
  body: Buffer,
  effort: Effort = "thorough",
): Promise<CachedResponse> {
  const etag = `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 11)}"`;
  const isCompressible = body.length >= MIN_COMPRESS_BYTES && COMPRESSIBLE.test(headers["content-type"] ?? "");
  const common: Record<string, string> = { ...headers, etag, ...(isCompressible && { vary: "accept-encoding" }) };
  const [br, gz] = isCompressible
    ? await Promise.all([brotli(body, effort), compressGzip(body, { level: effort === "thorough" ? 9 : 6 })])
    : [];
  const variant = (content: Buffer, encoding?: string): Variant => ({
    body: content,
    headers: flatten({
      ...common,
      ...(encoding && { "content-encoding": encoding }),
      "content-length": String(content.length),
    }),
  });
  const { "content-type": _, ...unmodified } = common;
  return {
    status,
    etag,
    bytes: body.length + (br?.length ?? 0) + (gz?.length ?? 0),
    identity: variant(body),
    gzip: gz && variant(gz, "gzip"),
    br: br && variant(br, "br"),
    notModified: flatten(unmodified),
  };
}

export function sendCachedResponse(request: IncomingMessage, response: ServerResponse, cached: CachedResponse): void {
  const known = request.headers["if-none-match"];
  if (known !== undefined && cached.status === 200 && (known === "*" || known.includes(cached.etag.slice(2)))) {
    response.writeHead(304, cached.notModified).end();
    return;
  }
  const variant = chooseVariant(cached, request.headers["accept-encoding"]);
  response.writeHead(cached.status, variant.headers);
  response.end(request.method === "HEAD" ? undefined : variant.body);
}

function chooseVariant({ identity, gzip: gz, br }: CachedResponse, accepted: string | string[] | undefined): Variant {
  if (!br || accepted === undefined) return identity;
  const { acceptsBrotli, acceptsGzip } = parseAcceptEncoding(String(accepted));
  if (acceptsBrotli) return br;
  return (acceptsGzip && gz) || identity;
}

type AcceptedEncodings = { readonly acceptsBrotli: boolean; readonly acceptsGzip: boolean };

const MAX_PARSED_HEADERS = 100;
const parsedHeaders = new Map<string, AcceptedEncodings>();

/** Most browsers send the same few headers; each is parsed once. */
function parseAcceptEncoding(header: string): AcceptedEncodings {
  const known = parsedHeaders.get(header);
  if (known) return known;
  const accepted = { acceptsBrotli: accepts(header, "br"), acceptsGzip: accepts(header, "gzip") };
  if (parsedHeaders.size >= MAX_PARSED_HEADERS) parsedHeaders.clear();
  parsedHeaders.set(header, accepted);
  return accepted;
}

function accepts(header: string, encoding: string): boolean {
  return header.split(",").some((entry) => {
    const [name = "", quality = ""] = entry.toLowerCase().split(";");
    return name.trim() === encoding && !/^\s*q=0(\.0*)?\s*$/.test(quality);
  });
}

function brotli(body: Buffer, effort: Effort): Promise<Buffer> {
  return compressBrotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: effort === "thorough" ? 11 : 5,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  });
}

/** Node writes headers fastest from a flat list of names and values. */
const flatten = (headers: Readonly<Record<string, string>>): string[] => Object.entries(headers).flat();

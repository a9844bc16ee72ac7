import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** An answer that is made once and sent many times: a body in each encoding, each with its headers ready. */
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

/** The best compression takes 100 ms: right for what is sent a thousand times, not for what anybody can ask anew. */
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
  const worthIt = body.length >= MIN_COMPRESS_BYTES && COMPRESSIBLE.test(headers["content-type"] ?? "");
  const common: Record<string, string> = { ...headers, etag, ...(worthIt && { vary: "accept-encoding" }) };
  const [br, gz] = worthIt
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

export function sendCachedResponse(request: IncomingMessage, response: ServerResponse, answer: CachedResponse): void {
  const known = request.headers["if-none-match"];
  if (known !== undefined && answer.status === 200 && (known === "*" || known.includes(answer.etag.slice(2)))) {
    response.writeHead(304, answer.notModified).end();
    return;
  }
  const variant = chooseVariant(answer, request.headers["accept-encoding"]);
  response.writeHead(answer.status, variant.headers);
  response.end(request.method === "HEAD" ? undefined : variant.body);
}

function chooseVariant({ identity, gzip: gz, br }: CachedResponse, accepted: string | string[] | undefined): Variant {
  if (!br || accepted === undefined) return identity;
  const { takesBrotli, takesGzip } = readOffer(String(accepted));
  if (takesBrotli) return br;
  return (takesGzip && gz) || identity;
}

type Offer = { readonly takesBrotli: boolean; readonly takesGzip: boolean };

const MAX_ACCEPTED_ENCODINGS = 100;
const offers = new Map<string, Offer>();

/** Browsers of a kind all send the same line; it is parsed once. */
function readOffer(header: string): Offer {
  const known = offers.get(header);
  if (known) return known;
  const offer = { takesBrotli: accepts(header, "br"), takesGzip: accepts(header, "gzip") };
  if (offers.size >= MAX_ACCEPTED_ENCODINGS) offers.clear();
  offers.set(header, offer);
  return offer;
}

function accepts(header: string, encoding: string): boolean {
  return header.split(",").some((offer) => {
    const [name = "", quality = ""] = offer.toLowerCase().split(";");
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

/** Node takes headers as a flat list of names and values, and spends least on that form. */
function flatten(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).flat();
}

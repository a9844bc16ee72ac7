import type { Context, MiddlewareHandler } from "hono";

type BodyLimit = { readonly maxSize: number; readonly onError: (c: Context) => Response };

/** As hono/body-limit, which fails on the Node adapter's requests where no length is announced: DELETE, chunks. */
export function bodyLimit({ maxSize, onError }: BodyLimit): MiddlewareHandler {
  return async (c, next) => {
    const { url, method, headers, body } = c.req.raw;
    if (Number(headers.get("content-length") ?? 0) > maxSize) return onError(c);
    const isAnnounced = headers.has("content-length") && !headers.has("transfer-encoding");
    if (!body || isAnnounced) return next();
    const read = await readAtMost(body.getReader(), maxSize);
    if (!read) return onError(c);
    c.req.raw = new Request(url, { method, headers, body: read.length > 0 ? read : null });
    return next();
  };
}

async function readAtMost(reader: ReadableStreamDefaultReader<Uint8Array>, most: number) {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(chunks, length);
    length += value.length;
    if (length > most) return undefined;
    chunks.push(value);
  }
}

import { tooLarge } from "./errors.ts";

/** Reads a body and counts its bytes, because Content-Length may be missing or wrong. Hono's bodyLimit would read it before the caller is authorised. */
export async function readBody(
  { body, headers }: Request,
  { maxBytes, message }: { maxBytes: number; message: string },
): Promise<Buffer<ArrayBuffer>> {
  if (Number(headers.get("content-length") ?? 0) > maxBytes) throw tooLarge(message);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > maxBytes) throw tooLarge(message);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

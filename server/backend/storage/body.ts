import { tooLarge } from "./errors.ts";

/** Counted while it comes, because a length may be missing or wrong. hono's own limit would read it before we know who sends. */
export async function readBody(
  { body, headers }: Request,
  { most, tooMuch }: { most: number; tooMuch: string },
): Promise<Buffer<ArrayBuffer>> {
  if (Number(headers.get("content-length") ?? 0) > most) throw tooLarge(tooMuch);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > most) throw tooLarge(tooMuch);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

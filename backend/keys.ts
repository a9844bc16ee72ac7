import { timingSafeEqual } from "node:crypto";

/** API keys have the form of JWTs, but are compared as opaque strings; their signatures are never verified. */
export type ApiKeys = { readonly anonKey: string; readonly serviceRoleKey: string };

/** Pads the presented text to the expected length, so that the timing reveals neither length nor prefix. */
export function isSameSecret(presented: string, expected: string): boolean {
  const length = Buffer.byteLength(expected);
  const padded = Buffer.alloc(length);
  padded.write(presented);
  return timingSafeEqual(padded, Buffer.from(expected)) && Buffer.byteLength(presented) === length;
}

import { createByteLru } from "../pages/byte-lru.ts";
import type { Posts } from "../posts/posts.ts";
import { findCard } from "./card-of-page.ts";
import { cardAddress, drawCard } from "./share-card.ts";

type ShareCardOptions = {
  readonly fontFile: string;
  readonly postsFor: (origin: string) => Posts;
  /** The bytes of a picture of this site or its storage; nothing where it cannot be had. */
  readonly readPicture: (address: string, origin: string) => Promise<Buffer | undefined>;
};

const KEPT_BYTES = 16 * 1024 * 1024;
const ADDRESS = /^\/share(\/.+)\.[0-9a-f]{12}\.jpg$/;

/** Cards are drawn when first asked for, one after another: drawing takes a quarter of a second of a core. */
export function createShareCards({ fontFile, postsFor, readPicture }: ShareCardOptions) {
  const kept = createByteLru<{ readonly body: Buffer; readonly bytes: number }>(KEPT_BYTES);
  let last: Promise<unknown> = Promise.resolve();

  async function draw(address: string, origin: string): Promise<Buffer | undefined> {
    const known = kept.find(address);
    if (known) return known.body;
    const named = ADDRESS.exec(address)?.[1] ?? "";
    const path = named === "/home" ? "/" : named;
    const slug = /^\/blog\/([^/]+)$/.exec(path)?.[1];
    const finding = slug ? await postsFor(origin).find(slug) : undefined;
    const card = findCard(path, finding?.outcome === "found" ? finding.post : undefined);
    // An address that was never given out, or is no longer true, is nobody's card.
    if (cardAddress(card) !== address) return undefined;
    const body = await drawCard(card, await readPicture(card.picture, origin), fontFile);
    kept.keep(address, { body, bytes: body.length });
    return body;
  }

  return (address: string, origin: string): Promise<Buffer | undefined> => {
    const drawing = last.then(() => draw(address, origin));
    last = drawing.catch(() => undefined);
    return drawing;
  };
}

/** Within this time, or the card goes without it. */
const PICTURE_WITHIN_MS = 3_000;

export async function readStoredPicture(fetch: typeof globalThis.fetch, url: string): Promise<Buffer | undefined> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(PICTURE_WITHIN_MS) });
  return answer.ok ? Buffer.from(await answer.arrayBuffer()) : undefined;
}

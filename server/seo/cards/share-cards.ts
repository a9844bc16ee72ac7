import { LRUCache } from "lru-cache";
import type { Log } from "../../log.ts";
import type { Posts } from "../../posts/posts.ts";
import { findCard } from "./card-of-page.ts";
import { type Card, cardAddress, drawCard } from "./share-card.ts";

type ShareCardOptions = {
  readonly fontFile: string;
  readonly postsFor: (origin: string) => Posts;
  /** The bytes of a picture of this site or its storage; nothing where there is none. Throws where nobody can tell now. */
  readonly readPicture: (address: string, origin: string) => Promise<Buffer | undefined>;
  readonly log: Log;
};

type Drawn = {
  readonly outcome: "drawn";
  readonly body: Buffer;
  /** False where its picture could not be read: the next one may have it. */
  readonly isComplete: boolean;
};
export type ShareCard =
  | Drawn
  | { readonly outcome: "missing" }
  /** The posts cannot be read, or too many cards are being drawn already. */
  | { readonly outcome: "unavailable" };

const MAX_CACHE_BYTES = 16 * 1024 * 1024;
/** The last of them waits six seconds. */
const MAX_PENDING = 24;
const ADDRESS = /^\/share(\/.+)\.[0-9a-f]{12}\.jpg$/;
const UNAVAILABLE = { outcome: "unavailable" } as const;

/** Cards are drawn when first asked for, one after another: drawing takes a quarter of a second of a core. */
export function createShareCards({ fontFile, postsFor, readPicture, log }: ShareCardOptions) {
  const kept = new LRUCache<string, Drawn>({ maxSize: MAX_CACHE_BYTES, sizeCalculation: ({ body }) => body.length });
  const underWay = new Map<string, Promise<Drawn>>();
  let lastDrawing: Promise<unknown> = Promise.resolve();

  async function make(address: string, card: Card, origin: string): Promise<Drawn> {
    let isComplete = true;
    const picture = await readPicture(card.picture, origin).catch((error: unknown) => {
      log.error("picture unreachable", { path: card.path, error });
      isComplete = false;
      return undefined;
    });
    const drawing = lastDrawing.then(() => drawCard(card, picture, fontFile));
    lastDrawing = drawing.catch(() => undefined);
    const body = await drawing;
    const drawn = { outcome: "drawn", body, isComplete } as const;
    if (isComplete) kept.set(address, drawn);
    return drawn;
  }

  return async (address: string, origin: string): Promise<ShareCard> => {
    // Asked anew each time: the post may have been withdrawn since its card was drawn.
    const finding = await findNamedCard(address, postsFor(origin));
    if (finding.outcome !== "found") return finding;
    const known = kept.get(address) ?? underWay.get(address);
    if (known) return known;
    if (underWay.size >= MAX_PENDING) return UNAVAILABLE;
    const making = make(address, finding.card, origin).finally(() => underWay.delete(address));
    underWay.set(address, making);
    return making;
  };
}

async function findNamedCard(address: string, posts: Posts) {
  const named = ADDRESS.exec(address)?.[1] ?? "";
  const path = named === "/home" ? "/" : named;
  const slug = /^\/blog\/([^/]+)$/.exec(path)?.[1];
  const finding = slug ? await posts.find(slug) : undefined;
  if (finding?.outcome === "unreachable") return UNAVAILABLE;
  const card = findCard(path, finding?.outcome === "found" ? finding.post : undefined);
  // An address that was never given out, or is no longer true, is nobody's card.
  return cardAddress(card) === address ? ({ outcome: "found", card } as const) : ({ outcome: "missing" } as const);
}

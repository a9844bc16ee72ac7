import { LRUCache } from "lru-cache";
import type { Log } from "../../../backend/index.ts";
import type { Content } from "../../../domain/content/collections.ts";
import { placeOf } from "../../../domain/content/languages.ts";
import type { Posts } from "../../posts/posts.ts";
import { cardOf, findPage, type ListPages } from "../site-pages.ts";
import { type Card, cardAddress, drawCard } from "./share-card.ts";

type ShareCardOptions = {
  readonly fontFile: string;
  readonly postsFor: (origin: string, locale: string) => Posts;
  readonly content: (locale: string) => Content;
  /** The languages that visitors may see. */
  readonly locales: () => readonly string[];
  readonly listPages: ListPages;
  /** The bytes of a picture of this site or its storage; undefined if there is none. Throws if it cannot be read now. */
  readonly readPicture: (address: string, origin: string) => Promise<Buffer | undefined>;
  readonly log: Log;
};

type Drawn = {
  readonly outcome: "drawn";
  readonly body: Buffer;
  /** False if its picture could not be read. */
  readonly isComplete: boolean;
};
export type ShareCard =
  | Drawn
  | { readonly outcome: "missing" }
  /** The posts cannot be read, or too many cards are being drawn already. */
  | { readonly outcome: "unavailable" };

const MAX_CACHE_BYTES = 16 * 1024 * 1024;
/** The last one waits about six seconds. */
const MAX_PENDING = 24;
const CARD_PATH = /^\/share(\/.+)\.[0-9a-f]{12}\.jpg$/;
const UNAVAILABLE = { outcome: "unavailable" } as const;

/** Draws cards on first request, one at a time: drawing takes 250 ms of CPU time. */
export function createShareCards(options: ShareCardOptions) {
  const { fontFile, postsFor, content, locales, listPages, readPicture, log } = options;
  const cache = new LRUCache<string, Drawn>({ maxSize: MAX_CACHE_BYTES, sizeCalculation: ({ body }) => body.length });
  const pending = new Map<string, Promise<Drawn>>();
  let lastDrawing: Promise<unknown> = Promise.resolve();

  async function draw(address: string, card: Card, origin: string): Promise<Drawn> {
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
    if (isComplete) cache.set(address, drawn);
    return drawn;
  }

  return async (address: string, origin: string): Promise<ShareCard> => {
    // Checked on each request: the post may have been withdrawn since its card was drawn.
    const { locale, path } = placeOf(CARD_PATH.exec(address)?.[1] ?? "", locales());
    const wanted = { address, path: locale || path !== "/home" ? path : "/" };
    const lookup = await lookUpCard(wanted, postsFor(origin, locale), content(locale), listPages);
    if (lookup.outcome !== "found") return lookup;
    const known = cache.get(address) ?? pending.get(address);
    if (known) return known;
    if (pending.size >= MAX_PENDING) return UNAVAILABLE;
    const drawing = draw(address, lookup.card, origin).finally(() => pending.delete(address));
    pending.set(address, drawing);
    return drawing;
  };
}

type Wanted = { readonly address: string; readonly path: string };

async function lookUpCard({ address, path }: Wanted, posts: Posts, content: Content, listPages: ListPages) {
  const slug = /^\/blog\/([^/]+)$/.exec(path)?.[1];
  const lookup = slug ? await posts.find(slug) : undefined;
  if (lookup?.outcome === "unreachable") return UNAVAILABLE;
  const post = lookup?.outcome === "found" ? lookup.post : undefined;
  const pages = listPages({ content, posts: post ? [post] : [] });
  // The card of a post is also at its former slugs.
  const page = findPage(pages, post ? `/blog/${post.slug}` : path);
  const card = cardOf(page && { ...page, path }, pages, content);
  // A URL with a wrong or outdated hash is a 404.
  return cardAddress(card) === address ? ({ outcome: "found", card } as const) : ({ outcome: "missing" } as const);
}

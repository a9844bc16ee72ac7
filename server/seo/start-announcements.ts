import type { DatabaseClient } from "../backend/clients.ts";
import type { Config } from "../config.ts";
import type { Log } from "../log.ts";
import { createPostAnnouncer } from "./announce-posts.ts";
import { createIndexNow } from "./index-now.ts";

type Options = {
  readonly config: Config;
  /** supabase-js with the public key, so that unpublished posts are never announced. */
  readonly reader: DatabaseClient;
  /** Supabase does not notify us of changes, so it is polled. */
  readonly isPolled: boolean;
  readonly log: Log;
};

/** Each poll reads the ids of all posts from Supabase; search engines take longer than this anyway. */
const POSTS_POLL_INTERVAL_MS = 300_000;

/** With our own backend the first read finishes before anyone can publish. */
export async function startAnnouncements({ config, reader, isPolled, log }: Options): Promise<() => void> {
  const { indexNowKey: key, siteUrl: origin } = config;
  if (!key || !origin) return () => {};
  const announce = createPostAnnouncer({ reader, ping: createIndexNow({ key, origin, log }), log });
  const firstRead = announce();
  if (isPolled) setInterval(() => void announce(), POSTS_POLL_INTERVAL_MS).unref();
  else await firstRead;
  return () => void announce();
}

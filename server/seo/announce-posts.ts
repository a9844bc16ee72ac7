import type { SupabaseClient } from "@supabase/supabase-js";
import type { Log } from "../log.ts";

type AnnounceOptions = {
  /** Reads as the public: what it may not see is nobody's news. */
  readonly reader: SupabaseClient;
  readonly ping: (paths: readonly string[]) => Promise<void>;
  readonly log: Log;
};

const MOST_AT_ONCE = 100;

/** Tells search engines of the posts that came out or changed since it was last asked to look. */
export function createPostAnnouncer({ reader, ping, log }: AnnounceOptions): () => Promise<void> {
  let since = new Date().toISOString();
  return async () => {
    const now = new Date().toISOString();
    const { data, error } = await reader
      .from("blog_posts")
      .select("slug")
      .or(`updated_at.gt.${since},published_at.gt.${since}`)
      .limit(MOST_AT_ONCE);
    if (error) return log.warn("changed posts unreachable", { error: error.message });
    since = now;
    if (data.length > 0) await ping(["/blog", ...data.map(({ slug }) => `/blog/${slug}`)]);
  };
}

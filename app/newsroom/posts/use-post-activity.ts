import { useCallback, useEffect, useState } from "react";
import { loadSupabase } from "../../auth/supabase-client.ts";
import type { RemoteVersion } from "../editor/conflict.tsx";
import { findPostById, type StoredPost } from "./post-rows.ts";

type Activity = { readonly kind: "changed" | "writing"; readonly email: string; readonly at: string };

const CHECK_EVERY_MS = 30_000;

/** Who else works on a post. Asked at the start, every half minute, and when the writer comes back to the window. */
export function usePostActivity({ id }: StoredPost, baseVersion: number) {
  const [writers, setWriters] = useState<readonly Activity[]>([]);
  const [rival, setRival] = useState<RemoteVersion>();

  /** A rival that is known already is told again only if asked for. */
  const look = useCallback(
    async ({ tellAgain = false } = {}) => {
      const backend = await loadSupabase();
      const [post, { data }] = await Promise.all([
        findPostById(backend, id),
        backend.rpc("post_activity", { of_post: id }).returns<Activity[]>(),
      ]);
      const activity = Array.isArray(data) ? data : [];
      setWriters(activity.filter(({ kind }) => kind === "writing"));
      if (!post) return;
      const found = { post, by: activity.find(({ kind }) => kind === "changed")?.email };
      setRival((known) => (known?.post.version === post.version && !tellAgain ? known : found));
    },
    [id],
  );

  useEffect(() => {
    // Out of reach for a moment is no news; the update itself is guarded anyway.
    const check = () =>
      void look().catch((error: unknown) => console.warn("The other editors of this post could not be loaded", error));
    check();
    const timer = setInterval(check, CHECK_EVERY_MS);
    addEventListener("focus", check);
    return () => {
      clearInterval(timer);
      removeEventListener("focus", check);
    };
  }, [look]);

  return { writers, rival: rival && rival.post.version > baseVersion ? rival : undefined, look };
}

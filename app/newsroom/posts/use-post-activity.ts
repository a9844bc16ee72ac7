import { useCallback, useEffect, useState } from "react";
import { loadSupabase } from "../../auth/supabase-client.ts";
import type { RemoteVersion } from "../editor/conflict.tsx";
import { findPostById, type StoredPost } from "./post-rows.ts";

type Activity = { readonly kind: "changed" | "writing"; readonly email: string; readonly at: string };

const POLL_INTERVAL_MS = 30_000;

/** Other writers and newer versions of a post, polled every 30 s and when the window gains focus. */
export function usePostActivity({ id }: StoredPost, baseVersion: number) {
  const [writers, setWriters] = useState<readonly Activity[]>([]);
  const [remoteVersion, setRemoteVersion] = useState<RemoteVersion>();

  /** Reports a known remote version again only with `notifyAgain`. */
  const checkActivity = useCallback(
    async ({ notifyAgain = false } = {}) => {
      const supabase = await loadSupabase();
      const [post, { data }] = await Promise.all([
        findPostById(supabase, id),
        supabase.rpc("post_activity", { of_post: id }).returns<Activity[]>(),
      ]);
      const activity = Array.isArray(data) ? data : [];
      setWriters(activity.filter(({ kind }) => kind === "writing"));
      if (!post) return;
      const found = { post, by: activity.find(({ kind }) => kind === "changed")?.email };
      setRemoteVersion((known) => (known?.post.version === post.version && !notifyAgain ? known : found));
    },
    [id],
  );

  useEffect(() => {
    // A failed check is only logged: the update itself is conditional on the version.
    const check = () =>
      void checkActivity().catch((error: unknown) =>
        console.warn("The other editors of this post could not be loaded", error),
      );
    check();
    const timer = setInterval(check, POLL_INTERVAL_MS);
    addEventListener("focus", check);
    return () => {
      clearInterval(timer);
      removeEventListener("focus", check);
    };
  }, [checkActivity]);

  return {
    writers,
    remoteVersion: remoteVersion && remoteVersion.post.version > baseVersion ? remoteVersion : undefined,
    checkActivity,
  };
}

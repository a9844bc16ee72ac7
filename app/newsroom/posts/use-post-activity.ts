import { useCallback, useRef, useState } from "react";
import { loadSupabase } from "../../auth/supabase-client.ts";
import type { RemoteVersion } from "../editor/conflict.tsx";
import { useNewsroomChanges, usePolling } from "../shell/use-newsroom-changes.ts";
import { findPostById, type StoredPost } from "./post-rows.ts";

type Activity = { readonly kind: "changed" | "writing"; readonly email: string; readonly at: string };

const POLL_INTERVAL_MS = 30_000;

type ActivityOptions = { readonly post: StoredPost; readonly baseVersion: number; readonly isSaving: boolean };

/**
 * Other writers and newer versions of a post: when a post changes, every 30 s, and when the window gains focus. While the
 * post is being saved nothing is checked, and `discardChecks` ends those in flight, because the new version would look
 * like another admin's.
 */
export function usePostActivity({ post: { id }, baseVersion, isSaving }: ActivityOptions) {
  const [writers, setWriters] = useState<readonly Activity[]>([]);
  const [remoteVersion, setRemoteVersion] = useState<RemoteVersion>();
  const latestCheck = useRef(0);

  /** Reports a known remote version again only with `notifyAgain`. */
  const checkActivity = useCallback(
    async ({ notifyAgain = false } = {}) => {
      const started = ++latestCheck.current;
      const supabase = await loadSupabase();
      const [post, { data }] = await Promise.all([
        findPostById(supabase, id),
        supabase.rpc("post_activity", { of_post: id }).returns<Activity[]>(),
      ]);
      if (started !== latestCheck.current) return;
      const activity = Array.isArray(data) ? data : [];
      setWriters(activity.filter(({ kind }) => kind === "writing"));
      if (!post) return;
      const found = { post, by: activity.find(({ kind }) => kind === "changed")?.email };
      setRemoteVersion((known) => (known?.post.version === post.version && !notifyAgain ? known : found));
    },
    [id],
  );

  // A failed check is only logged: the update itself is conditional on the version.
  function check() {
    if (isSaving) return;
    checkActivity().catch((error: unknown) =>
      console.warn("The other editors of this post could not be loaded", error),
    );
  }
  useNewsroomChanges(["blog_posts"], check);
  usePolling(POLL_INTERVAL_MS, check);

  return {
    writers,
    remoteVersion: remoteVersion && remoteVersion.post.version > baseVersion ? remoteVersion : undefined,
    checkActivity,
    discardChecks: () => void (latestCheck.current += 1),
  };
}

import { useCallback, useEffect, useRef, useState } from "react";
import { useLocation, useNavigate, useRevalidator } from "react-router";
import { reportFailure } from "../../auth/session-failure.ts";
import { showFailure } from "../../auth/submission.ts";
import { loadSupabase } from "../../auth/supabase-client.ts";
import { removeDraft, storeDraft } from "../drafts/draft-rows.ts";
import { newId } from "../drafts/new-id.ts";
import {
  findPostById,
  type PostChange,
  removePost,
  type ReplaceResult,
  replacePost,
  type StoredPost,
  textOfPost,
} from "./post-rows.ts";

export type Listed = { readonly id: number; readonly version: number };
/** Posts that the notice above the list offers to restore. */
export type Deleted = { readonly ids: readonly number[]; readonly text: string };

const NOT_CHANGED = "Failed to change the post. Please try again.";

/** The changes that the list of posts makes, one or several at a time. */
export function usePostChanges(owner: string) {
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  /** Shown instead of their rows, so that the next click has the new version before the list is loaded again. */
  const [latest, setLatest] = useState<ReadonlyMap<number, StoredPost>>(new Map());
  const [deleted, setDeleted] = useState(useDeletedFromEditor());
  const { heading, focusAfterChange, restoreFocus } = useFocusOnChange();

  async function change(posts: readonly Listed[], changed: PostChange): Promise<readonly ReplaceResult[]> {
    focusAfterChange(posts[0]?.id);
    const replaced = await replaceAll(posts, changed);
    const outcomes = replaced.map(({ outcome }) => outcome);
    const stored = replaced.flatMap(({ current }) => current ?? []);
    setLatest((known) => new Map([...known, ...stored.map((post) => [post.id, post] as const)]));
    setDeleted(noticeOf(stored.filter(({ deleted_at }) => deleted_at)));
    if (outcomes.includes("stale")) showFailure("Somebody else changed this post. This is the current version.");
    if (outcomes.includes("failed")) await reportFailure(NOT_CHANGED);
    void revalidate();
    return outcomes;
  }

  async function undo(undone: Deleted) {
    const supabase = await loadSupabase();
    const found = await Promise.all(undone.ids.map((id) => findPostById(supabase, id))).catch(() => undefined);
    if (!found) return reportFailure(NOT_CHANGED);
    const outcomes = await change(
      found.filter((post) => post !== undefined),
      { deleted_at: null },
    );
    if (outcomes.includes("failed")) setDeleted(undone);
  }

  /** Runs a removal that cannot be undone, and reports a failure. */
  async function remove(removal: () => Promise<boolean>, failure: string) {
    if (!(await removal().catch(() => false))) await reportFailure(failure);
    void revalidate();
  }

  return {
    latest,
    deleted,
    heading,
    restoreFocus,
    change,
    /** Posts in the bin can be restored. */
    moveToBin: (posts: readonly Listed[]) => change(posts, { deleted_at: new Date().toISOString() }),
    undo,
    removeForGood: (id: number) => {
      focusAfterChange(id);
      return remove(async () => removePost(await loadSupabase(), id), "Failed to delete the post. Please try again.");
    },
    removeDraft: (id: string) => {
      focusAfterChange(0);
      return remove(
        async () => removeDraft(await loadSupabase(), id).then(() => true),
        "Failed to delete the draft. Please try again.",
      );
    },
    /** Opens a draft with the text of the post in the editor. */
    async duplicate(id: number) {
      const draft = await copyToDraft(owner, id).catch((error: unknown) => {
        console.error("The post could not be duplicated", error);
      });
      if (draft) await navigate(`/blog/new?draft=${draft}`);
      else await reportFailure("Failed to duplicate the post. Please try again.");
    },
  };
}

function noticeOf(gone: readonly Pick<StoredPost, "id" | "title">[]): Deleted | undefined {
  const [first] = gone;
  if (!first) return undefined;
  const text = gone.length === 1 ? `“${first.title}” is deleted.` : `${gone.length} posts are deleted.`;
  return { ids: gone.map(({ id }) => id), text };
}

/** The result for each post, and its current version if that is known. */
function replaceAll(posts: readonly Listed[], change: PostChange) {
  return Promise.all(
    posts.map(async (post) => {
      const supabase = await loadSupabase();
      const outcome = await replacePost(supabase, post, change);
      if (outcome === "failed") return { outcome };
      if (outcome !== "stale") return { outcome, current: outcome };
      return { outcome, current: await findPostById(supabase, post.id).catch(() => undefined) };
    }),
  );
}

/** Returns the id of the draft, or nothing if the post is gone. */
async function copyToDraft(owner: string, id: number): Promise<string | undefined> {
  const supabase = await loadSupabase();
  const post = await findPostById(supabase, id);
  if (!post) return undefined;
  const copy = { ...textOfPost(post, ""), title: `Copy of ${post.title}`.slice(0, 200) };
  const key = { id: newId(), postId: null, postVersion: null, owner };
  await storeDraft(supabase, key, copy, null);
  return key.id;
}

/** A post deleted in the editor; the notice is shown once, not again after a reload. */
function useDeletedFromEditor(): Deleted | undefined {
  const { state } = useLocation();
  useEffect(() => {
    if (state?.deleted) history.replaceState({ ...history.state, usr: null }, "");
  }, [state]);
  return state?.deleted && noticeOf([state.deleted]);
}

/**
 * A change may remove the focused row; the focus then moves to the row's title or the list heading. The list restores it
 * after each rendering, because the new rows arrive later than the change.
 */
function useFocusOnChange() {
  const heading = useRef<HTMLHeadingElement>(null);
  const changed = useRef<number>(undefined);
  const restoreFocus = useCallback(() => {
    const { activeElement, body } = document;
    if (changed.current === undefined || (activeElement !== body && activeElement !== heading.current)) return;
    (document.getElementById(`post-${changed.current}`) ?? heading.current)?.focus({ preventScroll: true });
  }, []);
  return { heading, restoreFocus, focusAfterChange: (id: number | undefined) => (changed.current = id) };
}

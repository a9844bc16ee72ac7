import { useCallback, useEffect, useRef, useState } from "react";
import { useLocation, useNavigate, useRevalidator } from "react-router";
import { MAX_TAGS } from "../../../domain/posts/draft.ts";
import type { Post } from "../../../domain/posts/post.ts";
import { hasTag } from "../../../domain/posts/tags.ts";
import { reportFailure } from "../../auth/session-failure.ts";
import { showFailure, showSuccess } from "../../auth/submission.ts";
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
import { adoptPost } from "./shipped-posts.ts";

export type Listed = { readonly id: number; readonly version: number };
/** A change that the notice above the list offers to revert. */
type Undoable = {
  readonly ids: readonly number[];
  readonly text: string;
  readonly revert: (post: StoredPost) => PostChange;
};
type Effect = { readonly name: string; readonly revert: Undoable["revert"] };

const NOT_CHANGED = "Failed to change the post. Please try again.";
const DELETED: Effect = { name: "deleted", revert: () => ({ deleted_at: null }) };
const UNPUBLISHED: Effect = { name: "unpublished", revert: () => ({ status: "published" }) };

/** Changes posts, one or several at a time, and offers to revert the last change. */
function useUndoableChanges(shipped: readonly Post[]) {
  const { revalidate } = useRevalidator();
  /** Shown instead of their rows, so that the next click has the new version before the list is loaded again. */
  const [latest, setLatest] = useState<ReadonlyMap<number, StoredPost>>(new Map());
  const [undoable, setUndoable] = useState(useDeletedFromEditor());
  const { heading, focusAfterChange, restoreFocus } = useFocusOnChange();

  async function apply<Row extends Listed>(
    posts: readonly Row[],
    changeOf: (post: Row) => PostChange,
    effect?: Effect,
  ): Promise<readonly ReplaceResult[]> {
    focusAfterChange(posts[0]?.id);
    const replaced = await replaceAll(posts, changeOf, shipped);
    const outcomes = replaced.map(({ outcome }) => outcome);
    const current = replaced.flatMap((one) => one.current ?? []);
    setLatest((known) => new Map([...known, ...current.map((post) => [post.id, post] as const)]));
    setUndoable(effect && undoableOf(effect, outcomes));
    if (outcomes.includes("stale")) showFailure("Somebody else changed this post. This is the current version.");
    if (outcomes.includes("failed")) await reportFailure(NOT_CHANGED);
    void revalidate();
    return outcomes;
  }

  async function undo(undone: Undoable) {
    const rows = await readRows(undone.ids).catch(() => undefined);
    if (!rows) return reportFailure(NOT_CHANGED);
    const outcomes = await apply(rows, undone.revert);
    if (outcomes.includes("failed")) setUndoable(undone);
  }

  return { latest, undoable, apply, undo, heading, restoreFocus, focusAfterChange };
}

/** The changes that the list of posts makes. */
export function usePostChanges(owner: string, shipped: readonly Post[]) {
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const { apply, focusAfterChange, ...changes } = useUndoableChanges(shipped);

  function change(posts: readonly Listed[], changed: PostChange) {
    const effect = changed.deleted_at ? DELETED : changed.status === "draft" ? UNPUBLISHED : undefined;
    return apply(posts, () => changed, effect);
  }

  async function addTag(posts: readonly Listed[], tag: string) {
    const stored = storeShipped(posts, shipped).then(() => readRows(posts.map(({ id }) => id)));
    const rows = await stored.catch(() => undefined);
    if (!rows) return reportFailure(NOT_CHANGED);
    const lacking = rows.filter(({ tags }) => !hasTag(tags, tag));
    const full = lacking.filter(({ tags }) => tags.length >= MAX_TAGS);
    if (full.length > 0) showFailure(`${nameOf(full)} cannot have more than ${MAX_TAGS} tags.`);
    if (lacking.length === 0) showSuccess("The selected posts have this tag already.");
    await apply(
      lacking.filter((post) => !full.includes(post)),
      ({ tags }) => ({ tags: [...tags, tag] }),
      { name: `tagged “${tag}”`, revert: ({ tags }) => ({ tags: tags.filter((own) => own !== tag) }) },
    );
  }

  /** Runs a removal that cannot be undone, and reports a failure. */
  async function remove(removal: () => Promise<boolean>, failure: string) {
    if (!(await removal().catch(() => false))) await reportFailure(failure);
    void revalidate();
  }

  return {
    ...changes,
    change,
    /** Posts in the bin can be restored. */
    moveToBin: (posts: readonly Listed[]) => change(posts, { deleted_at: new Date().toISOString() }),
    addTag,
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
    async duplicate(post: Listed) {
      const stored = storeShipped([post], shipped).then(() => copyToDraft(owner, post.id));
      const draft = await stored.catch((error: unknown) => {
        console.error("The post could not be duplicated", error);
      });
      if (draft) await navigate(`/blog/new?draft=${draft}`);
      else await reportFailure("Failed to duplicate the post. Please try again.");
    },
  };
}

type Titled = Pick<StoredPost, "id" | "title">;

function undoableOf({ name, revert }: Effect, outcomes: readonly (Titled | string)[]): Undoable | undefined {
  const posts = outcomes.filter((outcome) => typeof outcome !== "string");
  if (posts.length === 0) return undefined;
  return {
    ids: posts.map(({ id }) => id),
    text: `${nameOf(posts)} ${posts.length === 1 ? "is" : "are"} ${name}.`,
    revert,
  };
}

function nameOf(posts: readonly Titled[]): string {
  return posts.length === 1 ? `“${posts[0]?.title}”` : `${posts.length} posts`;
}

/** Stores the shipped posts among these that have no row yet, so that they can be changed like any other. */
async function storeShipped(posts: readonly Listed[], shipped: readonly Post[]): Promise<void> {
  const ids = new Set(posts.filter(({ version }) => version === 0).map(({ id }) => id));
  if (ids.size === 0) return;
  const supabase = await loadSupabase();
  const adopted = shipped.filter(({ id }) => ids.has(id));
  await Promise.all(adopted.map((post) => adoptPost(supabase, post)));
}

async function readRows(ids: readonly number[]): Promise<readonly StoredPost[]> {
  const supabase = await loadSupabase();
  const rows = await Promise.all(ids.map((id) => findPostById(supabase, id)));
  return rows.filter((row) => row !== undefined);
}

/** The result for each post, and its current version if that is known. */
function replaceAll<Row extends Listed>(
  posts: readonly Row[],
  changeOf: (post: Row) => PostChange,
  shipped: readonly Post[],
) {
  return Promise.all(
    posts.map(async (post) => {
      const supabase = await loadSupabase();
      const isStored = await storeShipped([post], shipped).then(
        () => true,
        () => false,
      );
      // A shipped post that was just stored has version 1.
      const base = { id: post.id, version: Math.max(1, post.version) };
      const outcome = isStored ? await replacePost(supabase, base, changeOf(post)) : "failed";
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
function useDeletedFromEditor(): Undoable | undefined {
  const { state } = useLocation();
  useEffect(() => {
    if (state?.deleted) history.replaceState({ ...history.state, usr: null }, "");
  }, [state]);
  return state?.deleted && undoableOf(DELETED, [state.deleted]);
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

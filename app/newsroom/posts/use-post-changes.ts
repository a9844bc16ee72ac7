import { useEffect, useState } from "react";
import { useLocation, useNavigate, useRevalidator } from "react-router";
import { checkTags, MAX_TAGS } from "../../../domain/posts/draft.ts";
import { postFieldWords } from "../../../domain/posts/draft/words.ts";
import { postState } from "../../../domain/posts/post-state.ts";
import { hasTag } from "../../../domain/posts/tags.ts";
import { loadSupabase, type Supabase } from "../../auth/supabase-client.ts";
import { attempt, reportFailure, showFailure, showSuccess } from "../../data/save.ts";
import { useWords } from "../../ui/words.ts";
import type { useLeaving } from "../addresses/leave-dialog.tsx";
import { removeDraft, storeDraft } from "../drafts/draft-rows.ts";
import { newId } from "../drafts/new-id.ts";
import type { RowFocus } from "../list/list-screen.tsx";
import type { ListedPost } from "./list-posts.ts";
import {
  findPostById,
  pathOfPost,
  type PostChange,
  removePost,
  type ReplaceResult,
  replacePost,
  type StoredPost,
  textOfPost,
} from "./post-rows.ts";
import { type PostsWords, usePostsWords } from "./words.ts";

export type PostChanges = ReturnType<typeof usePostChanges>;
type Listed = { readonly id: number; readonly version: number };
type Leaver = ReturnType<typeof useLeaving>["leave"];
type Undoable = {
  readonly ids: readonly number[];
  readonly text: string;
  readonly revert: (post: StoredPost) => PostChange;
};
/** For each change of posts: the words for it, and the change that reverts it. */
type Effect = {
  readonly say: (posts: string, count: number) => string;
  readonly revert: Undoable["revert"];
};

const deleted = ({ done }: PostsWords): Effect => ({ say: done.deleted, revert: () => ({ deleted_at: null }) });
const unpublished = ({ done }: PostsWords): Effect => ({
  say: done.unpublished,
  revert: () => ({ status: "published" }),
});

/** Changes posts, one or several at a time, and offers to revert the last change. */
function useUndoableChanges(focus: RowFocus, words: PostsWords) {
  const { revalidate } = useRevalidator();
  /** Shown instead of their rows, so that the next click has the new version before the list is loaded again. */
  const [latest, setLatest] = useState<ReadonlyMap<number, StoredPost>>(new Map());
  const [undoable, setUndoable] = useState(useDeletedFromEditor(words));

  async function apply<Row extends Listed>(
    posts: readonly Row[],
    changeOf: (post: Row) => PostChange,
    effect?: Effect,
  ): Promise<readonly ReplaceResult[]> {
    focus.focusAfterChange(String(posts[0]?.id));
    const replaced = await replaceAll(posts, changeOf);
    const outcomes = replaced.map(({ outcome }) => outcome);
    const current = replaced.flatMap((one) => one.current ?? []);
    setLatest((known) => new Map([...known, ...current.map((post) => [post.id, post] as const)]));
    setUndoable(effect && undoableOf(effect, outcomes, words));
    if (outcomes.includes("stale")) showFailure(words.failed.stale);
    if (outcomes.includes("failed")) await reportFailure(words.failed.change);
    void revalidate();
    return outcomes;
  }

  async function undo(undone: Undoable) {
    const rows = await readRows(undone.ids).catch(() => undefined);
    if (!rows) return reportFailure(words.failed.change);
    const outcomes = await apply(rows, undone.revert);
    if (outcomes.includes("failed")) setUndoable(undone);
  }

  return {
    apply,
    undoable: undoable && { text: undoable.text, undo: () => void undo(undoable) },
    /** The newest version that is known of a post in the list. */
    current: (post: ListedPost): ListedPost => {
      const newer = latest.get(post.id);
      return newer && newer.version > post.version ? { ...post, ...newer } : post;
    },
  };
}

/** The changes that the list of posts makes; `leave` asks first where visitors of published posts go. */
export function usePostChanges(owner: string, focus: RowFocus, leave: Leaver) {
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const words = usePostsWords();
  const { failed } = words;
  const fieldWords = useWords(postFieldWords);
  const { apply, ...changes } = useUndoableChanges(focus, words);

  function change(posts: readonly Listed[], changed: PostChange) {
    const effect = changed.deleted_at ? deleted(words) : changed.status === "draft" ? unpublished(words) : undefined;
    return apply(posts, () => changed, effect);
  }

  function ask(posts: readonly ListedPost[], action: "Unpublish" | "Delete", changed: PostChange) {
    const pages = posts
      .filter((post) => postState(post) === "published")
      .map((post) => ({ path: pathOfPost(post), title: post.title }));
    leave(pages, action, async () => (await change(posts, changed)).some((outcome) => typeof outcome !== "string"));
  }

  async function addTag(posts: readonly Listed[], tag: string) {
    const rows = await readRows(posts.map(({ id }) => id)).catch(() => undefined);
    if (!rows) return reportFailure(words.failed.change);
    const lacking = rows.filter(({ tags }) => !hasTag(tags, tag));
    const full = lacking.filter(({ tags }) => tags.length >= MAX_TAGS);
    if (full.length > 0) showFailure(words.tag.full(nameOf(full, words), MAX_TAGS));
    if (lacking.length === 0) showSuccess(words.tag.known);
    await apply(
      lacking.filter((post) => !full.includes(post)),
      ({ tags }) => ({ tags: [...tags, tag] }),
      {
        say: (tagged, count) => words.done.tagged(tagged, count, tag),
        revert: ({ tags }) => ({ tags: tags.filter((own) => own !== tag) }),
      },
    );
  }

  return {
    ...changes,
    change,
    unpublish: (posts: readonly ListedPost[]) => ask(posts, "Unpublish", { status: "draft" }),
    /** Posts in the bin can be restored. */
    moveToBin: (posts: readonly ListedPost[]) => ask(posts, "Delete", { deleted_at: new Date().toISOString() }),
    addTag,
    checkTags: (typed: string) => checkTags(typed, fieldWords),
    async removeForGood(id: number) {
      focus.focusAfterChange(String(id));
      await attempt(failed.delete, (supabase) => removePost(supabase, id));
      void revalidate();
    },
    async removeDraft(id: string) {
      focus.focusAfterChange("");
      await attempt(failed.deleteDraft, (supabase) => removeDraft(supabase, id));
      void revalidate();
    },
    /** Opens a draft with the text of the post in the editor. */
    duplicate: (post: Listed) =>
      attempt(failed.duplicate, async (supabase) => {
        await navigate(`/newsroom/posts/new?draft=${await copyToDraft(supabase, owner, post.id, words)}`);
      }),
  };
}

type Titled = Pick<StoredPost, "id" | "title">;

function undoableOf(
  { say, revert }: Effect,
  outcomes: readonly (Titled | string)[],
  words: PostsWords,
): Undoable | undefined {
  const posts = outcomes.filter((outcome) => typeof outcome !== "string");
  if (posts.length === 0) return undefined;
  return {
    ids: posts.map(({ id }) => id),
    text: say(nameOf(posts, words), posts.length),
    revert,
  };
}

function nameOf(posts: readonly Titled[], words: PostsWords): string {
  const [first] = posts;
  return first && posts.length === 1 ? words.named(first.title) : words.counted(posts.length);
}

async function readRows(ids: readonly number[]): Promise<readonly StoredPost[]> {
  const supabase = await loadSupabase();
  const rows = await Promise.all(ids.map((id) => findPostById(supabase, id)));
  return rows.filter((row) => row !== undefined);
}

/** The result for each post, and its current version if that is known. */
function replaceAll<Row extends Listed>(posts: readonly Row[], changeOf: (post: Row) => PostChange) {
  return Promise.all(
    posts.map(async (post) => {
      const supabase = await loadSupabase();
      const outcome = await replacePost(supabase, post, changeOf(post));
      if (outcome === "failed") return { outcome };
      if (outcome !== "stale") return { outcome, current: outcome };
      return { outcome, current: await findPostById(supabase, post.id).catch(() => undefined) };
    }),
  );
}

async function copyToDraft(supabase: Supabase, owner: string, id: number, words: PostsWords): Promise<string> {
  const post = await findPostById(supabase, id);
  if (!post) throw new Error("The post is gone");
  const copy = { ...textOfPost(post, ""), title: words.copy(post.title).slice(0, 200) };
  const key = { id: newId(), postId: null, postVersion: null, storedAt: null, owner };
  await storeDraft(supabase, key, copy);
  return key.id;
}

/** A post deleted in the editor; the notice is shown once, not again after a reload. */
function useDeletedFromEditor(words: PostsWords): Undoable | undefined {
  const { state } = useLocation();
  useEffect(() => {
    if (state?.deleted) history.replaceState({ ...history.state, usr: null }, "");
  }, [state]);
  return state?.deleted && undoableOf(deleted(words), [state.deleted], words);
}

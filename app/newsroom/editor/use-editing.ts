import { useState } from "react";
import { useNavigate } from "react-router";
import { checkDraft, type DraftText, instantOfDay, type PostErrors } from "../../../domain/posts/draft.ts";
import { reportFailure } from "../../auth/session-failure.ts";
import { showFailure, showSuccess } from "../../auth/submission.ts";
import { loadSupabase } from "../../auth/supabase-client.ts";
import type { LocalCopies } from "../drafts/local-copies.ts";
import type { OpenedDraft } from "../drafts/open-draft.ts";
import { type Draft, useDraft } from "../drafts/use-draft.ts";
import { type PostChange, removePost, replacePost, type StoredPost, textOfPost } from "../posts/post-rows.ts";
import { usePostActivity } from "../posts/use-post-activity.ts";
import { useOthersHere } from "../shell/use-others-here.ts";
import type { RemoteVersion } from "./conflict.tsx";
import type { EditorConfig } from "./preview.tsx";
import { PUBLISH_PROBLEMS } from "./publish-post.ts";

export type EditingOptions = {
  post: StoredPost;
  opened: OpenedDraft;
  config: EditorConfig;
  localCopies: LocalCopies;
  /** Called with the stored version that further edits are based on. */
  onVersion: (post: StoredPost) => void;
};

export type Editing = ReturnType<typeof useEditing>;

/** Replaces a post with one update that is conditional on its version. A stale update is refused and both texts are kept. */
export function useEditing({ post, opened, config, localCopies, onVersion }: EditingOptions) {
  const navigate = useNavigate();
  const draft = useDraft(opened, localCopies);
  const [errors, setErrors] = useState<PostErrors>({});
  const [isSaving, setSaving] = useState(false);
  const [baseVersion, setBaseVersion] = useState(opened.draftKey.postVersion ?? post.version);
  const { writers, remoteVersion, checkActivity, discardChecks } = usePostActivity({ post, baseVersion, isSaving });
  const others = useOthersHere(`blog_posts/${post.id}`);

  async function store(change: PostChange, version: number): Promise<StoredPost | undefined> {
    setSaving(true);
    discardChecks();
    try {
      const outcome = await replacePost(await loadSupabase(), { id: post.id, version }, change);
      if (typeof outcome === "object") return outcome;
      if (outcome === "stale") await checkActivity({ notifyAgain: true });
      else await reportFailure("Failed to save the post. Please try again.");
    } catch (error) {
      console.error("Saving failed", error);
      showFailure(PUBLISH_PROBLEMS.unexpected);
    } finally {
      setSaving(false);
    }
  }

  async function save(change: PostChange, done: string, version = baseVersion) {
    if (isSaving) return;
    if (draft.cover.isUploading) return showFailure(PUBLISH_PROBLEMS.uploading);
    const sent = { ...draft.text, ...(change.content && { content: change.content }) };
    const checked = checkDraft(sent);
    setErrors("errors" in checked ? checked.errors : {});
    if ("errors" in checked) return showFailure(PUBLISH_PROBLEMS[checked.isIncomplete ? "incomplete" : "wrong"]);
    const image_url = sent.image_url ?? config.stockUrl;
    const { slug: _slug, published_on: day, ...columns } = checked.post;
    const published_at = day && { published_at: instantOfDay(day, config.timeZone) };
    const stored = await store({ ...columns, image_url, ...published_at, ...change }, version);
    if (!stored) return;
    await continueFrom(stored, sent);
    showSuccess(done);
  }

  async function continueFrom(version: StoredPost, sent: DraftText) {
    setBaseVersion(version.version);
    onVersion(version);
    try {
      await draft.rebase(sent, textOfPost(version, config.stockUrl), version.version);
    } catch (error) {
      console.warn("The draft could not be deleted", error);
    }
  }

  return {
    draft,
    errors,
    isSaving,
    others,
    writers: writers.filter(({ email }) => !others.includes(email)),
    remoteVersion,
    save,
    keepMine: (theirs: RemoteVersion) => save({}, "Your text is the new version.", theirs.post.version),
    takeTheirs: (theirs: RemoteVersion) => continueFrom(theirs.post, draft.text),
    reset: async () => {
      if (await backToShipped(post, draft)) await navigate("/newsroom/posts");
    },
    /** Soft delete: the newsroom lists the post, offers to undo, and the draft is kept. */
    remove: async () => {
      const stored = await store({ deleted_at: new Date().toISOString() }, baseVersion);
      if (stored) await navigate("/newsroom/posts", { state: { deleted: { id: stored.id, title: stored.title } } });
    },
  };
}

/** Deletes the row of a shipped post and its draft; the history keeps the edited versions. */
async function backToShipped({ id }: StoredPost, draft: Draft): Promise<boolean> {
  const isRemoved = await removePost(await loadSupabase(), id);
  if (!isRemoved) await reportFailure("Failed to change the post. Please try again.");
  if (!isRemoved) return false;
  await draft.discard().catch((error: unknown) => console.warn("The draft could not be deleted", error));
  showSuccess("The shipped version is back.");
  return true;
}

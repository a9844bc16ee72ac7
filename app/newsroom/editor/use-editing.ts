import { useState } from "react";
import { useNavigate } from "react-router";
import { checkDraft, type DraftText, type PostErrors } from "../../../domain/posts/draft.ts";
import { showFailure, showSuccess } from "../../auth/submission.ts";
import { loadSupabase } from "../../auth/supabase-client.ts";
import type { DraftCopies } from "../drafts/draft-copies.ts";
import type { OpenedDraft } from "../drafts/open-draft.ts";
import { useDraft } from "../drafts/use-draft.ts";
import { type PostChange, replacePost, type StoredPost, textOfPost } from "../posts/post-rows.ts";
import { usePostActivity } from "../posts/use-post-activity.ts";
import { tellFailure } from "../shell/ended-session.ts";
import type { RemoteVersion } from "./conflict.tsx";
import type { EditorConfig } from "./post-editor.tsx";
import { PUBLISH_PROBLEMS } from "./publish-post.ts";

export type EditingOptions = {
  post: StoredPost;
  opened: OpenedDraft;
  facts: EditorConfig;
  copies: DraftCopies;
  /** The post as it stands now is what is edited from here on. */
  onVersion: (post: StoredPost) => void;
};

export type Editing = ReturnType<typeof useEditing>;

/** Replaces a post in one update that names the version it was made from. A stale one is refused, both texts kept. */
export function useEditing({ post, opened, facts, copies, onVersion }: EditingOptions) {
  const navigate = useNavigate();
  const draft = useDraft(opened, copies);
  const [errors, setErrors] = useState<PostErrors>({});
  const [isSaving, setSaving] = useState(false);
  const [madeFrom, setMadeFrom] = useState(opened.place.postVersion ?? post.version);
  const { writers, rival, look } = usePostActivity(post, madeFrom);

  async function store(change: PostChange, version: number): Promise<StoredPost | undefined> {
    setSaving(true);
    try {
      const outcome = await replacePost(await loadSupabase(), { id: post.id, version }, change);
      if (typeof outcome === "object") return outcome;
      if (outcome === "stale") await look({ tellAgain: true });
      else await tellFailure("Failed to save the post. Please try again.");
    } catch (error) {
      console.error("Saving failed", error);
      showFailure(PUBLISH_PROBLEMS.unexpected);
    } finally {
      setSaving(false);
    }
  }

  async function save(change: PostChange, done: string, version = madeFrom) {
    if (isSaving) return;
    if (draft.cover.isUploading) return showFailure(PUBLISH_PROBLEMS.uploading);
    const sent = draft.text;
    const checked = checkDraft(sent);
    setErrors("errors" in checked ? checked.errors : {});
    if ("errors" in checked) return showFailure(PUBLISH_PROBLEMS[checked.isIncomplete ? "incomplete" : "wrong"]);
    const image_url = sent.image_url ?? facts.stockUrl;
    const stored = await store({ ...checked.post, image_url, ...change }, version);
    if (!stored) return;
    await goOnFrom(stored, sent);
    showSuccess(done);
  }

  async function goOnFrom(version: StoredPost, sent: DraftText) {
    setMadeFrom(version.version);
    onVersion(version);
    try {
      await draft.rebase(sent, textOfPost(version, facts.stockUrl), version.version);
    } catch (error) {
      console.warn("The draft is still there", error);
    }
  }

  return {
    draft,
    errors,
    isSaving,
    writers,
    rival,
    save,
    keepMine: (theirs: RemoteVersion) => save({}, "Your text is the new version.", theirs.post.version),
    takeTheirs: (theirs: RemoteVersion) => goOnFrom(theirs.post, draft.text),
    /** Only marked: the newsroom shows it, offers to undo it, and keeps the draft. */
    remove: async () => {
      const stored = await store({ deleted_at: new Date().toISOString() }, madeFrom);
      if (stored) await navigate("/newsroom", { state: { deleted: { id: stored.id, title: stored.title } } });
    },
  };
}

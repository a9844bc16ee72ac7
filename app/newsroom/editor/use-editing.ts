import { useRef, useState } from "react";
import { useNavigate } from "react-router";
import { isSame, mergeEdits } from "../../../domain/content/values.ts";
import {
  checkDraft,
  type DraftText,
  instantOfDay,
  POST_FIELD,
  type PostErrors,
  type PostText,
} from "../../../domain/posts/draft.ts";
import { loadSupabase } from "../../auth/supabase-client.ts";
import { reportFailure, showFailure, showSuccess } from "../../data/save.ts";
import { type Draft, hasConflicts, type OpenedDraft, usePostDraft } from "../drafts/post-draft.ts";
import {
  findPostById,
  findVersion,
  type PostChange,
  replacePost,
  type StoredPost,
  textOfPost,
} from "../posts/post-rows.ts";
import { useNewsroomChanges, usePolling } from "../shell/use-newsroom-changes.ts";
import { useOthersHere } from "../shell/use-others-here.ts";
import type { EditorConfig } from "./preview.tsx";
import { useEditorWords } from "./words.ts";

export type EditingOptions = {
  post: StoredPost;
  opened: OpenedDraft;
  config: EditorConfig;
  /** Called with the stored version that further edits are based on. */
  onVersion: (post: StoredPost) => void;
};

export type Editing = ReturnType<typeof useEditing>;

/** Replaces a post with one update that is conditional on its version. A stale update is refused and both texts are kept. */
export function useEditing({ post, opened, config, onVersion }: EditingOptions) {
  const navigate = useNavigate();
  const draft = usePostDraft(opened);
  const words = useEditorWords();
  const [errors, setErrors] = useState<PostErrors>({});
  const [isSaving, setSaving] = useState(false);
  const version = draft.edit.row.postVersion ?? post.version;
  const { checkActivity, discardChecks, ...activity } = useActivity(draft, {
    base: { id: post.id, version },
    stockUrl: config.stockUrl,
    isSaving,
    continueFrom,
  });

  async function store(change: PostChange, sent: DraftText, next: (stored: StoredPost) => unknown): Promise<boolean> {
    if (isSaving) return false;
    setSaving(true);
    discardChecks();
    try {
      const outcome = await replacePost(await loadSupabase(), { id: post.id, version }, change);
      if (typeof outcome === "object") {
        await continueFrom(outcome, sent);
        await next(outcome);
        return true;
      }
      await (outcome === "stale" ? checkActivity({ isRefused: true }) : reportFailure(words.problems.notSaved));
    } catch (error) {
      console.error("Saving failed", error);
      showFailure(words.problems.unexpected);
    } finally {
      setSaving(false);
    }
    return false;
  }

  async function save(change: PostChange, done: string) {
    if (isSaving) return;
    if (hasConflicts(draft)) return showFailure(words.problems.conflict);
    const sent = { ...draft.text, ...(change.content && { content: change.content }) };
    const checked = checkDraft(sent, draft.fieldWords);
    setErrors("errors" in checked ? checked.errors : {});
    if ("errors" in checked) return showFailure(words.problems[checked.isIncomplete ? "incomplete" : "wrong"]);
    await store({ ...columnsOf(checked.post, config), ...change }, sent, () => {
      activity.dismissTaken();
      showSuccess(done);
    });
  }

  /** Changes the state alone: unpublished changes of the text may be incomplete, and stay a draft. */
  const changeState = (change: Pick<PostChange, "status" | "deleted_at">, next: (stored: StoredPost) => unknown) =>
    store(change, textOfPost(post, config.stockUrl), next);

  async function continueFrom(stored: StoredPost, sent: DraftText) {
    onVersion(stored);
    await draft.rebase(sent, stored.version, textOfPost(stored, config.stockUrl));
  }

  return {
    ...activity,
    draft,
    errors,
    isSaving,
    save,
    unpublish: () => changeState({ status: "draft" }, () => showSuccess(words.done.unpublished)),
    bringBack: () => changeState({ deleted_at: null }, () => showSuccess(words.done.back)),
    /** Soft delete: the newsroom lists the post, offers to undo, and the draft is kept. */
    remove: () =>
      changeState({ deleted_at: new Date().toISOString() }, ({ id, title }) =>
        navigate("/newsroom/posts", { state: { deleted: { id, title } } }),
      ),
  };
}

function columnsOf({ slug: _slug, published_on: day, ...columns }: PostText, config: EditorConfig): PostChange {
  const image_url = columns.image_url || config.stockUrl;
  return { ...columns, image_url, ...(day && { published_at: instantOfDay(day, config.timeZone) }) };
}

type Activity = { readonly kind: "changed" | "writing"; readonly email: string; readonly at: string };

/** A stored version of the post that is newer than the one being edited, where both changed the same field. */
type RemoteVersion = {
  readonly post: StoredPost;
  readonly by: string | undefined;
  /** The text that both were made from. */
  readonly base: DraftText;
  /** The fields that stay as they are here. */
  readonly kept: readonly string[];
};

type ActivityOptions = {
  readonly base: Pick<StoredPost, "id" | "version">;
  readonly stockUrl: string;
  readonly isSaving: boolean;
  readonly continueFrom: (version: StoredPost, sent: DraftText) => Promise<void>;
};

const POLL_INTERVAL_MS = 30_000;

/**
 * Other writers and newer versions of a post: when a post changes, every 30 s, and when the window gains focus. While the
 * post is being saved nothing is checked, and `discardChecks` ends those in flight, because the new version would look
 * like another admin's.
 */
function useActivity(draft: Draft, { base: { id, version }, stockUrl, isSaving, continueFrom }: ActivityOptions) {
  const [writers, setWriters] = useState<readonly Activity[]>([]);
  const [remote, setRemote] = useState<RemoteVersion>();
  const [taken, setTaken] = useState<{ readonly paths: readonly string[]; readonly by: string | undefined }>();
  const latestCheck = useRef(0);
  const { stale } = useEditorWords().notices;
  const others = useOthersHere(`blog_posts/${id}`);

  function compare({ post, base, kept }: RemoteVersion) {
    const theirs = textOfPost(post, stockUrl);
    const merge = mergeEdits(POST_FIELD, { base, mine: draft.current(), theirs });
    const open = Object.entries(merge.conflicts).filter(([path]) => !kept.includes(path));
    return { ...merge, theirs, conflicts: Object.fromEntries(open) };
  }

  /** Merges the version into the form if there is no field that both changed. */
  async function adopt(found: RemoteVersion): Promise<boolean> {
    const compared = compare(found);
    const isMerged = Object.keys(compared.conflicts).length === 0;
    setRemote(isMerged ? undefined : found);
    if (!isMerged) return false;
    if (!isSame(compared.merged, compared.theirs)) setTaken({ paths: compared.taken, by: found.by });
    await continueFrom(found.post, found.base);
    return true;
  }

  async function checkActivity({ isRefused = false } = {}) {
    const started = ++latestCheck.current;
    const supabase = await loadSupabase();
    const [post, { data }] = await Promise.all([
      findPostById(supabase, id),
      supabase.rpc("post_activity", { of_post: id }).returns<Activity[]>(),
    ]);
    const isNewer = post && post.version > version;
    const isNew = isNewer && post.version !== remote?.post.version;
    const base = isNew && (await findVersion(supabase, { id, version }, stockUrl));
    if (started !== latestCheck.current) return;
    const activity = Array.isArray(data) ? data : [];
    setWriters(activity.filter(({ kind }) => kind === "writing"));
    if (!isNewer || hasConflicts(draft)) return;
    const by = activity.find(({ kind }) => kind === "changed")?.email;
    // The same version is announced again only after a refusal.
    const known = isRefused && remote ? { ...remote } : remote;
    const found = base ? { post, by, base, kept: [] } : known;
    if (found && (await adopt(found)) && isRefused) showFailure(stale);
  }

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
    others,
    writers: writers.filter(({ email }) => !others.includes(email)),
    remote: remote && remote.post.version > version ? { found: remote, ...compare(remote) } : undefined,
    taken,
    dismissTaken: () => setTaken(undefined),
    settle: (path: string, keep: "mine" | "theirs") => {
      if (!remote) return;
      if (keep === "theirs") draft.change({ [path]: compare(remote).conflicts[path] });
      void adopt({ ...remote, kept: [...remote.kept, path] });
    },
    checkActivity,
    discardChecks: () => void (latestCheck.current += 1),
  };
}

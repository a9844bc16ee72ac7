import { useState } from "react";
import type { DraftText } from "../../../domain/posts/draft.ts";
import { postState } from "../../../domain/posts/post-state.ts";
import { slugify } from "../../../domain/posts/slug.ts";
import { DraftConflictNotice } from "../drafts/draft-notices.tsx";
import { ShareDraft } from "../drafts/share-draft.tsx";
import { PostActions } from "../posts/post-actions.tsx";
import { PostHistory } from "../posts/post-history.tsx";
import { type PostChange, type StoredPost, textOfPost } from "../posts/post-rows.ts";
import { PreviewLinks } from "../previews/preview-links.tsx";
import { dayAndTime } from "../shell/times.ts";
import { nameOthers } from "../shell/use-others-here.ts";
import { Conflict } from "./conflict.tsx";
import { PostEditor } from "./post-editor.tsx";
import { SlugChoice } from "./slug-choice.tsx";
import { type Editing, type EditingOptions, useEditing } from "./use-editing.ts";
import { usePublishCheck } from "./use-publish-check.tsx";

/** Edits a draft of the post; the post itself changes only by one conditional update. */
export function EditScreen(options: EditingOptions) {
  const { post, config } = options;
  const editing = useEditing(options);
  const { draft, errors, isSaving, save } = editing;
  const [slugChangeOf, setSlugChangeOf] = useState<number>();
  const state = postState(post);
  const submitLabel = state === "unpublished" ? "Publish" : "Update";
  const newSlug = slugify(draft.text.title.trim());
  // The choice applies to one version; the next one keeps its slug.
  const changesSlug = slugChangeOf === post.version;
  const slug = slugify(draft.text.slug.trim()) || (changesSlug ? newSlug : post.slug);

  const submit = (published_at?: string, content?: string) => {
    if (published_at) {
      const done = `The post comes out on ${dayAndTime(published_at)}.`;
      return save({ slug, ...copied(content), status: "published", published_at }, done);
    }
    return state === "unpublished"
      ? save({ ...copied(content), slug, ...publication(post, draft.text) }, "The post is published.")
      : save({ slug, ...copied(content) }, "The post is updated.");
  };

  const check = usePublishCheck({
    onPublish: (_, content) =>
      void save({ slug, published_at: new Date().toISOString(), ...copied(content) }, "The post is published."),
    onCopied: (content) => draft.change({ content }),
  });

  return (
    <PostEditor
      heading="Edit post"
      {...{ config, draft, errors }}
      address={`/blog/${slug}`}
      date={post.published_at}
      onSubmit={(publishedAt, content) => void submit(publishedAt, content)}
      canSchedule={state === "scheduled" || state === "unpublished"}
      scheduledFor={state === "scheduled" ? post.published_at : undefined}
      notices={<EditNotices editing={editing} stockUrl={config.stockUrl} />}
      action={
        <button className="button compact" aria-disabled={isSaving}>
          {isSaving ? "Saving..." : submitLabel}
        </button>
      }
    >
      <SlugChoice
        {...{ post, newSlug }}
        isChosen={changesSlug}
        hasNewTitle={draft.text.title.trim() !== post.title}
        onChoose={(isChosen) => setSlugChangeOf(isChosen ? post.version : undefined)}
      />
      <PostActions
        post={post}
        state={state}
        onPublishNow={() => void check.publish(draft.text.content)}
        onSave={() => void save({ slug }, "The post is saved. It is not published.")}
        onUnpublish={() => void save({ slug, status: "draft" }, "The post is unpublished.")}
        onDelete={() => void editing.remove()}
        onRestore={() => void save({ slug, deleted_at: null }, "The post is back.")}
        onReset={() => void editing.reset()}
      />
      <PostHistory {...{ post, submitLabel, stockUrl: config.stockUrl, draft }} />
      <ShareDraft
        key={`${post.version} ${draft.saving.kind}`}
        id={options.opened.draftKey.id}
        account={options.localCopies.owner}
      />
      {check.warning}
      <PreviewLinks subject={{ of_post: post.id }} current={`${post.version} ${draft.saving.kind}`} />
    </PostEditor>
  );
}

function EditNotices({ editing, stockUrl }: { editing: Editing; stockUrl: string }) {
  const { draft, others, writers, remoteVersion, takeTheirs, keepMine } = editing;
  return (
    <>
      {others.length > 0 && (
        <div className="newsroom-notice" role="status">
          <p>{nameOthers(others, "post")}</p>
        </div>
      )}
      {writers.map(({ email, at }) => (
        <div className="newsroom-notice" role="status" key={email}>
          <p>{`${email} is editing this post too, last on ${dayAndTime(at)}.`}</p>
        </div>
      ))}
      <DraftConflictNotice draft={draft} />
      {remoteVersion && (
        <Conflict
          remoteVersion={remoteVersion}
          theirs={textOfPost(remoteVersion.post, stockUrl)}
          mine={draft.text}
          onTake={() => void takeTheirs(remoteVersion)}
          onKeep={() => void keepMine(remoteVersion)}
        />
      )}
    </>
  );
}

const copied = (content?: string) => ({ ...(content && { content }) });

/** A published post keeps its date; a scheduled one is published now. A date from the form is saved with the text. */
function publication({ published_at }: StoredPost, { published_on }: DraftText): PostChange {
  const isLater = !published_on && Date.parse(published_at) > Date.now();
  return { status: "published", ...(isLater && { published_at: new Date().toISOString() }) };
}

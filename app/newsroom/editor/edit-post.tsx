import { useState } from "react";
import { type DraftText, POST_FIELD } from "../../../domain/posts/draft.ts";
import { postState, type PostState } from "../../../domain/posts/post-state.ts";
import { loadSupabase, type Supabase } from "../../auth/supabase-client.ts";
import { unwrap } from "../../data/rows.ts";
import { PageLink } from "../../ui/layout/page-link.tsx";
import { useLeaving } from "../addresses/leave-dialog.tsx";
import { Conflicts, TakenNotice } from "../drafts/conflicts.tsx";
import { DraftConflictNotice, ShareDraft } from "../drafts/draft-notices.tsx";
import { type Draft, openPost } from "../drafts/post-draft.ts";
import { type Version, VersionHistory } from "../history/version-history.tsx";
import { PostLanguages } from "../languages/post-languages.tsx";
import {
  findPost,
  findPostById,
  pathOfPost,
  type PostChange,
  slugOf,
  type StoredPost,
  textOfPost,
} from "../posts/post-rows.ts";
import { PreviewLinks } from "../previews/preview-links.tsx";
import { EmptyState } from "../shell/empty-state.tsx";
import { Notice } from "../shell/notice.tsx";
import { dayAndTime } from "../shell/times.ts";
import { useNamedOthers } from "../shell/use-others-here.ts";
import { PostEditor } from "./post-editor.tsx";
import type { EditorConfig } from "./preview.tsx";
import { type Editing, type EditingOptions, useEditing } from "./use-editing.ts";
import { usePublishCheck } from "./use-publish-check.tsx";
import "../shell/newsroom.css";
import "../site/site-controls.css";

const NOT_FOUND = {
  title: "Post Not Found",
  text: "No post has this address.",
  action: "Back to the posts",
  to: "/newsroom/posts",
};

type Source = {
  readonly stockUrl: string;
  /** A draft of the post that another admin shares. */
  readonly draftId: string | undefined;
};

/** For the loader of /newsroom/posts/{id}, which also takes an address. Undefined if there is no such post. */
export async function openScreen(accountId: string, idOrSlug: string, source: Source) {
  const supabase = await loadSupabase();
  const isId = /^\d{1,15}$/.test(idOrSlug);
  const post = await (isId ? findPostById(supabase, Number(idOrSlug)) : findPost(supabase, idOrSlug));
  if (!post) return undefined;
  return { post, opened: await openPost(supabase, accountId, post, source) };
}

type EditPostProps = { editing: Awaited<ReturnType<typeof openScreen>>; config: EditorConfig };

/** The screen of /newsroom/posts/{id}, for posts in any state. */
export default function EditPost({ editing, config }: EditPostProps) {
  const [post, setPost] = useState(editing?.post);
  if (editing && post) return <EditScreen {...{ ...editing, post, config }} onVersion={setPost} />;
  return (
    <div className="newsroom">
      <EmptyState level={1} {...NOT_FOUND} />
    </div>
  );
}

/** Edits a draft of the post; the post itself changes only by one conditional update. */
function EditScreen(options: EditingOptions) {
  const { post, config } = options;
  const editing = useEditing(options);
  const { draft, errors, isSaving, save } = editing;
  const [slugChangeOf, setSlugChangeOf] = useState<number>();
  const state = postState(post);
  const isHidden = state === "scheduled" || state === "unpublished";
  const submitLabel = state === "unpublished" ? "Publish" : "Update";
  const isStored = draft.edit.row.storedAt !== null;
  const hasChange = isHidden || isStored;
  const current = `${post.version} ${isStored}`;
  const newSlug = slugOf(draft.text.title, post.locale);
  // The choice applies to one version; the next one keeps its slug.
  const changesSlug = slugChangeOf === post.version;
  const slug = slugOf(draft.text.slug, post.locale) || (changesSlug ? newSlug : post.slug);

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
      address={pathOfPost({ ...post, slug })}
      date={post.published_at}
      onSubmit={(publishedAt, content) => void submit(publishedAt, content)}
      canSchedule={isHidden}
      scheduledFor={state === "scheduled" ? post.published_at : undefined}
      notices={<EditNotices editing={editing} id={post.id} owner={options.opened.copies.owner} />}
      submit={{ label: submitLabel, busy: "Saving...", isBusy: isSaving }}
      settings={
        <>
          <SlugChoice
            {...{ post, newSlug }}
            isChosen={changesSlug}
            hasNewTitle={draft.text.title.trim() !== post.title}
            onChoose={(isChosen) => setSlugChangeOf(isChosen ? post.version : undefined)}
          />
          <ShareDraft key={current} id={draft.edit.row.id} account={options.opened.copies.owner} />
          <PostActions
            {...{ post, state, editing }}
            onPublishNow={() => void check.publish(draft.text.content)}
            onSave={() => void save({ slug }, "The post is saved. It is not published.")}
          />
          {check.warning}
        </>
      }
      history={<PostHistory {...{ post, submitLabel, config, draft }} />}
      links={state !== "deleted" && <PreviewLinks {...{ current, hasChange }} subject={{ of_post: post.id }} />}
    />
  );
}

function EditNotices({ editing, id, owner }: { editing: Editing; id: number; owner: string }) {
  const { draft, others, writers, remote, taken, settle, dismissTaken } = editing;
  const namedOthers = useNamedOthers(others, "post");
  return (
    <>
      <PostLanguages id={id} owner={owner} />
      {others.length > 0 && <Notice>{namedOthers}</Notice>}
      {writers.map(({ email, at }) => (
        <Notice key={email}>{`${email} is editing this post too, last on ${dayAndTime(at)}.`}</Notice>
      ))}
      <DraftConflictNotice draft={draft} />
      <TakenNotice
        taken={taken?.paths ?? []}
        by={taken?.by}
        field={POST_FIELD}
        className="newsroom-notice"
        onDismiss={dismissTaken}
      />
      {remote && (
        <Conflicts
          heading={`${remote.found.by ?? "Somebody"} changed this post while you were writing`}
          text={`On ${dayAndTime(remote.found.post.updated_at)}. Both texts are kept until you decide.`}
          field={POST_FIELD}
          mine={draft.text}
          conflicts={remote.conflicts}
          occasion={remote.found}
          onSettle={settle}
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

type SlugChoiceProps = {
  post: StoredPost;
  newSlug: string;
  hasNewTitle: boolean;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
};

/** A new title keeps the slug unless the writer chooses to change it; the old slug then redirects to the new one. */
function SlugChoice({ post, newSlug, hasNewTitle, isChosen, onChoose }: SlugChoiceProps) {
  if (!hasNewTitle || !newSlug || newSlug === post.slug) return null;
  return (
    <div className="field">
      <label className="slug-choice">
        <input type="checkbox" checked={isChosen} onChange={({ target }) => onChoose(target.checked)} />
        <span>{`Also change the address to ${pathOfPost({ ...post, slug: newSlug })}`}</span>
      </label>
      <p className="hint">{`Links to ${pathOfPost(post)} will lead there.`}</p>
    </div>
  );
}

type PostActionsProps = {
  post: StoredPost;
  state: PostState;
  onPublishNow: () => void;
  onSave: () => void;
  editing: Pick<Editing, "unpublish" | "remove" | "bringBack">;
};

/** The further actions that the post's state allows. */
function PostActions({ post, state, editing, ...on }: PostActionsProps) {
  const path = pathOfPost(post);
  const { leave, question } = useLeaving();
  const pages = state === "published" ? [{ path, title: post.title }] : [];
  const isOut = state === "published" || state === "scheduled";
  return (
    <section className="field post-actions" aria-labelledby="this-post">
      <h2 className="label" id="this-post">
        This post
      </h2>
      <p>{describeState(post, state)}</p>
      <div className="actions">
        {state === "published" && <PageLink to={path}>View</PageLink>}
        {state === "scheduled" && <Action label="Publish now" onClick={on.onPublishNow} />}
        {state === "unpublished" && <Action label="Save without publishing" onClick={on.onSave} />}
        {isOut && <Action label="Unpublish" onClick={() => leave(pages, "Unpublish", editing.unpublish)} />}
        {state === "deleted" ? (
          <Action label="Bring back" onClick={() => void editing.bringBack()} />
        ) : (
          <Action label="Delete" onClick={() => leave(pages, "Delete", editing.remove)} />
        )}
      </div>
      {question}
    </section>
  );
}

function Action({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button type="button" onClick={onClick}>
      {label}
    </button>
  );
}

function describeState({ published_at, deleted_at }: StoredPost, state: PostState): string {
  switch (state) {
    case "published":
      return `Published on ${dayAndTime(published_at)}. Anyone can read it.`;
    case "scheduled":
      return `Comes out on ${dayAndTime(published_at)}. Until then only admins see it.`;
    case "unpublished":
      return "Not published. Only admins see it.";
    case "deleted":
      return `Deleted on ${dayAndTime(deleted_at ?? "")}. It can be brought back for 30 days from then.`;
  }
}

const WHAT = {
  published: "Published",
  scheduled: "Scheduled",
  unpublished: "Unpublished",
  deleted: "Deleted",
} as const;

type PostHistoryProps = {
  post: StoredPost;
  draft: Pick<Draft, "text" | "change">;
  config: EditorConfig;
  submitLabel: string;
};

/** All versions of the post; restoring one fills the form with it. */
function PostHistory({ post, draft, config, submitLabel }: PostHistoryProps) {
  const { stockUrl, sampleIds = [] } = config;

  async function read(supabase: Supabase): Promise<readonly Version[]> {
    const rows = await unwrap(supabase.rpc("post_history", { of_post: post.id }), "The history could not be read");
    return rows.map(({ version, data: kept, made_at, email }) => {
      const stored = kept as unknown as StoredPost;
      const isSample = version === 1 && !email && sampleIds.includes(post.id);
      const what = `${WHAT[postState(stored, Date.parse(made_at))]} by ${email ?? "a deleted account"}`;
      const note = isSample ? "Sample, came with the site" : what;
      const value = textOfPost(stored, stockUrl);
      return { id: String(version), title: dayAndTime(made_at), note, value };
    });
  }

  return (
    <VersionHistory
      {...{ read, submitLabel }}
      current={`${post.id} ${post.version}`}
      field={POST_FIELD}
      now={draft.text}
      onRestore={draft.change}
    />
  );
}

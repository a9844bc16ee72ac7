import { useState } from "react";
import type { DraftText } from "../../../domain/posts/draft.ts";
import { postState, type PostState } from "../../../domain/posts/post-state.ts";
import { loadSupabase, type Supabase } from "../../auth/supabase-client.ts";
import { unwrap } from "../../data/rows.ts";
import { PageLink } from "../../ui/layout/page-link.tsx";
import { useLeaving } from "../addresses/leave-dialog.tsx";
import { Conflicts, TakenNotice } from "../drafts/conflicts.tsx";
import { DraftConflictNotice, ShareDraft } from "../drafts/draft-notices.tsx";
import { type Draft, openPost, usePostField } from "../drafts/post-draft.ts";
import { useDraftWords } from "../drafts/words.ts";
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
import { type EditorWords, useEditorWords } from "./words.ts";
import "../shell/newsroom.css";
import "../site/site-controls.css";

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
  const { missing } = useEditorWords();
  if (editing && post) return <EditScreen {...{ ...editing, post, config }} onVersion={setPost} />;
  return (
    <div className="newsroom">
      <EmptyState level={1} {...missing} to="/newsroom/posts" />
    </div>
  );
}

/** Edits a draft of the post; the post itself changes only by one conditional update. */
function EditScreen(options: EditingOptions) {
  const { post, config } = options;
  const editing = useEditing(options);
  const { draft, errors, isSaving, save } = editing;
  const [slugChangeOf, setSlugChangeOf] = useState<number>();
  const { done, heading, submit: labels } = useEditorWords();
  const state = postState(post);
  const isHidden = state === "scheduled" || state === "unpublished";
  const submitLabel = state === "unpublished" ? labels.publish : labels.update;
  const isStored = draft.edit.row.storedAt !== null;
  const hasChange = isHidden || isStored;
  const current = `${post.version} ${isStored}`;
  const newSlug = slugOf(draft.text.title, post.locale);
  // The choice applies to one version; the next one keeps its slug.
  const changesSlug = slugChangeOf === post.version;
  const slug = slugOf(draft.text.slug, post.locale) || (changesSlug ? newSlug : post.slug);

  const submit = (published_at?: string, content?: string) => {
    if (published_at) {
      const change = { slug, ...copied(content), status: "published", published_at } as const;
      return save(change, done.scheduled(dayAndTime(published_at)));
    }
    return state === "unpublished"
      ? save({ ...copied(content), slug, ...publication(post, draft.text) }, done.published)
      : save({ slug, ...copied(content) }, done.updated);
  };

  const check = usePublishCheck({
    onPublish: (_, content) =>
      void save({ slug, published_at: new Date().toISOString(), ...copied(content) }, done.published),
    onCopied: (content) => draft.change({ content }),
  });

  return (
    <PostEditor
      heading={heading.edit}
      {...{ config, draft, errors }}
      address={pathOfPost({ ...post, slug })}
      date={post.published_at}
      onSubmit={(publishedAt, content) => void submit(publishedAt, content)}
      canSchedule={isHidden}
      scheduledFor={state === "scheduled" ? post.published_at : undefined}
      notices={<EditNotices editing={editing} id={post.id} owner={options.opened.copies.owner} />}
      submit={{
        label: submitLabel,
        question: state === "unpublished" ? labels.publishQuestion : labels.updateQuestion,
        busy: labels.updating,
        isBusy: isSaving,
      }}
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
            onSave={() => void save({ slug }, done.saved)}
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
  const { notices } = useEditorWords();
  const { conflicts } = useDraftWords();
  const field = usePostField();
  return (
    <>
      <PostLanguages id={id} owner={owner} />
      {others.length > 0 && <Notice>{namedOthers}</Notice>}
      {writers.map(({ email, at }) => (
        <Notice key={email}>{notices.writing(email, dayAndTime(at))}</Notice>
      ))}
      <DraftConflictNotice draft={draft} />
      <TakenNotice
        taken={taken?.paths ?? []}
        by={taken?.by}
        field={field}
        className="newsroom-notice"
        onDismiss={dismissTaken}
      />
      {remote && (
        <Conflicts
          heading={notices.changed(remote.found.by ?? notices.somebody)}
          text={conflicts.kept(dayAndTime(remote.found.post.updated_at))}
          field={field}
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
  const words = useEditorWords().address;
  if (!hasNewTitle || !newSlug || newSlug === post.slug) return null;
  return (
    <div className="field">
      <label className="slug-choice">
        <input type="checkbox" checked={isChosen} onChange={({ target }) => onChoose(target.checked)} />
        <span>{words.change(pathOfPost({ ...post, slug: newSlug }))}</span>
      </label>
      <p className="hint">{words.hint(pathOfPost(post))}</p>
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
  const { actions, states } = useEditorWords();
  const pages = state === "published" ? [{ path, title: post.title }] : [];
  const isOut = state === "published" || state === "scheduled";
  return (
    <section className="field post-actions" aria-labelledby="this-post">
      <h2 className="label" id="this-post">
        {actions.title}
      </h2>
      <p>{describeState(post, state, states)}</p>
      <div className="actions">
        {state === "published" && <PageLink to={path}>{actions.view}</PageLink>}
        {state === "scheduled" && <Action label={actions.publishNow} onClick={on.onPublishNow} />}
        {state === "unpublished" && <Action label={actions.save} onClick={on.onSave} />}
        {isOut && <Action label={actions.unpublish} onClick={() => leave(pages, "Unpublish", editing.unpublish)} />}
        {state === "deleted" ? (
          <Action label={actions.bringBack} onClick={() => void editing.bringBack()} />
        ) : (
          <Action label={actions.delete} onClick={() => leave(pages, "Delete", editing.remove)} />
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

function describeState(
  { published_at, deleted_at }: StoredPost,
  state: PostState,
  words: EditorWords["states"],
): string {
  switch (state) {
    case "published":
    case "scheduled":
      return words[state](dayAndTime(published_at));
    case "unpublished":
      return words.unpublished;
    case "deleted":
      return words.deleted(dayAndTime(deleted_at ?? ""));
  }
}

type PostHistoryProps = {
  post: StoredPost;
  draft: Pick<Draft, "text" | "change">;
  config: EditorConfig;
  submitLabel: string;
};

/** All versions of the post; restoring one fills the form with it. */
function PostHistory({ post, draft, config, submitLabel }: PostHistoryProps) {
  const { stockUrl, sampleIds = [] } = config;
  const words = useEditorWords().versions;
  const field = usePostField();

  async function read(supabase: Supabase): Promise<readonly Version[]> {
    const rows = await unwrap(supabase.rpc("post_history", { of_post: post.id }), "The history could not be read");
    return rows.map(({ version, data: kept, made_at, email }) => {
      const stored = kept as unknown as StoredPost;
      const isSample = version === 1 && !email && sampleIds.includes(post.id);
      const what = words[postState(stored, Date.parse(made_at))](email ?? words.deletedAccount);
      const note = isSample ? words.sample : what;
      const value = textOfPost(stored, stockUrl);
      return { id: String(version), title: dayAndTime(made_at), note, value };
    });
  }

  return (
    <VersionHistory
      {...{ read, submitLabel }}
      current={`${post.id} ${post.version}`}
      field={field}
      now={draft.text}
      onRestore={draft.change}
    />
  );
}

import { type ReactNode, useState } from "react";
import { postState, type PostState } from "../../../domain/posts/post-state.ts";
import { LAST_SHIPPED_ID } from "../../../domain/posts/post.ts";
import { loadSupabase } from "../../auth/supabase-client.ts";
import { PageLink } from "../../ui/layout/page-link.tsx";
import { usePublishCheck } from "../editor/use-publish-check.tsx";
import { Question } from "../shell/dialog.tsx";
import { type MarkKind, StateMark } from "../shell/state-mark.tsx";
import { Thumbnail } from "../shell/thumbnail.tsx";
import { dayAndTime, shortMoment } from "../shell/times.ts";
import type { ListedDraft, ListedPost } from "./list-posts.ts";
import { findPostById, type PostChange } from "./post-rows.ts";
import { MenuAction, RowMenu } from "./row-menu.tsx";
import { isAsShipped } from "./shipped-posts.ts";

const STATES: Record<PostState, readonly [mark: MarkKind, label: string]> = {
  published: ["live", "Published"],
  scheduled: ["scheduled", "Scheduled"],
  unpublished: ["hidden", "Unpublished"],
  deleted: ["deleted", "Deleted"],
};

type PostEntryProps = {
  post: ListedPost;
  isSelected: boolean;
  /** Undefined in lists without bulk actions. */
  onSelect: ((isSelected: boolean) => void) | undefined;
  onChange: (change: PostChange) => void;
  onDuplicate: () => void;
  /** Deletes permanently; for a shipped post, restores the shipped version. */
  onRemove: () => void;
};

export function PostEntry({ post, isSelected, onSelect, ...on }: PostEntryProps) {
  const [isRemoving, setRemoving] = useState(false);
  const check = usePublishCheck({
    onPublish: (_, content) => on.onChange({ status: "published", ...(content && { content }) }),
    dismiss: "Not now",
  });
  const { title, slug, published_at: at } = post;
  const state = postState(post);
  const [mark, label] = STATES[state];
  const isShipped = isAsShipped(post) && state === "published";
  return (
    <Row
      mark={mark}
      state={isShipped ? "Shipped" : state === "scheduled" ? `${label}, ${shortMoment(at)}` : label}
      changes={post.changesOf === undefined ? undefined : nameChanges(post.changesOf)}
      id={`post-${post.id}`}
      title={title}
      image={post.image_url}
      to={`/blog/${slug}/edit`}
      note={post.id > LAST_SHIPPED_ID ? `/blog/${slug}` : `/blog/${slug} · ships with the site`}
      category={post.category}
      author={post.author_name}
      at={at}
      isSelected={isSelected}
      box={
        onSelect && (
          <input
            type="checkbox"
            aria-label={`Select “${title}”`}
            checked={isSelected}
            onChange={({ target }) => onSelect(target.checked)}
          />
        )
      }
    >
      <PostMenu
        {...{ post, state }}
        {...on}
        onPublish={() => void readContent(post.id).then(check.publish)}
        onRemove={post.id > LAST_SHIPPED_ID ? () => setRemoving(true) : on.onRemove}
      />
      {check.warning}
      {isRemoving && (
        <Question
          title="Delete for good?"
          action="Delete for good"
          text={`“${title}” and its old addresses will be deleted. This cannot be undone.`}
          onDone={on.onRemove}
          onClose={() => setRemoving(false)}
        />
      )}
    </Row>
  );
}

/** The list has no texts. One that cannot be read is not checked; publishing then says what is wrong. */
async function readContent(id: number): Promise<string> {
  const post = await findPostById(await loadSupabase(), id).catch(() => undefined);
  return post?.content ?? "";
}

type PostMenuProps = Pick<PostEntryProps, "post" | "onChange" | "onDuplicate" | "onRemove"> & {
  state: PostState;
  onPublish: () => void;
};

function PostMenu({ post: { id, title, slug }, state, onChange, onPublish, onDuplicate, onRemove }: PostMenuProps) {
  if (state === "deleted") {
    const isOwn = id > LAST_SHIPPED_ID;
    return (
      <>
        <MenuAction label="Bring back" of={title} onClick={() => onChange({ deleted_at: null })} />
        <MenuAction
          label={isOwn ? "Delete for good" : "Back to the shipped version"}
          of={title}
          isDangerous={isOwn}
          onClick={onRemove}
        />
      </>
    );
  }
  const isOut = state !== "unpublished";
  return (
    <>
      <PageLink to={`/blog/${slug}/edit`}>
        Edit <kbd aria-hidden="true">E</kbd>
      </PageLink>
      {state === "published" && <PageLink to={`/blog/${slug}`}>View post</PageLink>}
      <MenuAction label="Duplicate" of={title} shortcut="D" onClick={onDuplicate} />
      <MenuAction
        label={isOut ? "Unpublish" : "Publish"}
        of={title}
        onClick={() => (isOut ? onChange({ status: "draft" }) : onPublish())}
      />
      <MenuAction
        label="Delete"
        of={title}
        shortcut="Del"
        isDangerous
        onClick={() => onChange({ deleted_at: new Date().toISOString() })}
      />
    </>
  );
}

type DraftEntryProps = { draft: ListedDraft; onRemove: () => void };

export function DraftEntry({ draft, onRemove }: DraftEntryProps) {
  const [isRemoving, setRemoving] = useState(false);
  const { id, category, author_name, updated_at, slug, sharedBy } = draft;
  const title = draft.title || "Untitled";
  const to = slug ? `/blog/${slug}/edit${sharedBy ? `?draft=${id}` : ""}` : `/blog/new?draft=${id}`;
  return (
    <Row
      mark="draft"
      state={slug ? nameChanges(sharedBy) : `${ownerOf(sharedBy)}: draft`}
      title={title}
      image={draft.image_url}
      to={to}
      note={slug ? `/blog/${slug}` : "not published yet"}
      category={category}
      author={author_name}
      at={updated_at}
    >
      <PageLink to={to}>
        Continue <kbd aria-hidden="true">E</kbd>
      </PageLink>
      {!sharedBy && <MenuAction label="Delete draft" of={title} isDangerous onClick={() => setRemoving(true)} />}
      {isRemoving && (
        <Question
          title="Delete this draft?"
          action="Delete draft"
          text={`The unpublished text of “${title}” will be deleted. This cannot be undone.`}
          onDone={onRemove}
          onClose={() => setRemoving(false)}
        />
      )}
    </Row>
  );
}

const ownerOf = (sharedBy: string | undefined) => (sharedBy ? `Shared by ${sharedBy}` : "Yours");
const nameChanges = (sharedBy: string | undefined) => `${ownerOf(sharedBy)}: changes`;

type RowProps = {
  mark: MarkKind;
  state: string;
  /** Changes of the post that are not published. */
  changes?: string | undefined;
  id?: string;
  title: string;
  image?: string | null | undefined;
  to: string;
  note: string;
  category: string;
  author: string;
  at: string;
  isSelected?: boolean;
  box?: ReactNode;
  children: ReactNode;
};

function Row({ mark, state, id, title, image, to, note, category, author, at, ...row }: RowProps) {
  return (
    <li className={row.isSelected ? "post-row post-row-selected" : "post-row"}>
      <span className="post-row-box">{row.box}</span>
      <Thumbnail src={image ?? undefined} />
      <p className="post-row-title">
        <PageLink id={id} to={to}>
          {title}
        </PageLink>
        <small>{note}</small>
      </p>
      <p className="post-row-state">
        <StateMark kind={mark}>{state}</StateMark>
        {row.changes && <StateMark kind="draft">{row.changes}</StateMark>}
      </p>
      <p className="post-row-author">{author}</p>
      <p className="post-row-category">{category}</p>
      <time dateTime={at} title={dayAndTime(at)}>
        {shortMoment(at)}
      </time>
      <RowMenu of={title}>{row.children}</RowMenu>
    </li>
  );
}
